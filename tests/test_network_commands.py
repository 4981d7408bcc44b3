"""The commands that use the network: their messages, tested without a network."""

import re
import shlex
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.helpers.make import BIN, recipe

CONFIG = "title: A book\nonly_build_toc_files: true\nexecute: {execute_notebooks: 'off'}\n"


@pytest.fixture
def host():
    """The address of a host with only one page."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200 if self.path == "/here" else 404)
            self.send_header("Content-Length", "0")
            self.end_headers()

        do_HEAD = do_GET

        def log_message(self, format, *args):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_a_link_to_a_page_that_is_gone_is_named(tmp_path, host):
    (tmp_path / "_config.yml").write_text(CONFIG, "utf-8")
    (tmp_path / "_toc.yml").write_text("format: jb-book\nroot: index\n", "utf-8")
    text = f"# A book\n\n[elsewhere]({host}/here) and [gone]({host}/gone)\n"
    (tmp_path / "index.md").write_text(text, "utf-8")
    (command,) = (command_line for command_line in recipe("links") if "linkcheck" in command_line)
    program, *rest = shlex.split(command)
    requests = [program.replace(".venv/bin", BIN), *rest]
    result = subprocess.run(requests, cwd=tmp_path, capture_output=True, encoding="utf-8")
    assert result.returncode == 1
    assert re.findall(r"broken link: (\S+)", result.stderr) == [f"{host}/gone"]
