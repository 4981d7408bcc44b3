"""The answers of hosts: our own server, and nginx and Caddy with the settings of book/hosts."""

import gzip
import os
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from contextlib import contextmanager

import pytest

from tests.conftest import ROOT, SITE, served, tool
from tests.helpers.servers import free

pytestmark = pytest.mark.book

HOSTS = ROOT / "book" / "hosts"
NGINX_FRAME = """
{user} daemon off; pid {below}/pid; error_log stderr; events {{}}
http {{
    access_log off; client_body_temp_path {below}/body; proxy_temp_path {below}/proxy;
    fastcgi_temp_path {below}/fastcgi; uwsgi_temp_path {below}/uwsgi; scgi_temp_path {below}/scgi;
    server {{ listen 127.0.0.1:{port}; include {below}/nginx.conf; }}
}}
"""
SERVERS = ("nginx", "caddy", "serve.py")
TYPES = {
    "css": {"text/css"},
    "js": {"text/javascript", "application/javascript"},
    "json": {"application/json"},
    "svg": {"image/svg+xml"},
    "wasm": {"application/wasm"},
    "html": {"text/html"},
}


class Plain(urllib.request.HTTPRedirectHandler):
    """A handler that does not follow redirects."""

    def redirect_request(self, *arguments):
        return None


def ask(address, **headers):
    """Return the answer of a server: the status, its headers and the bytes as sent."""
    request = urllib.request.Request(address, headers=headers)
    try:
        with urllib.request.build_opener(Plain).open(request, timeout=20) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read()


def program(name):
    """Return the path of a server, or skip the test if it is not installed."""
    path = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin:/usr/local/sbin")
    return path or pytest.skip(f"no {name} here: sudo apt-get install {name}")


@contextmanager
def serve_book(name, below):
    """Serve the book by a server with the settings of book/hosts, and yield its address."""
    if name == "serve.py":
        with served(SITE, below) as address:
            yield address
        return
    (below / "odds").symlink_to(SITE, target_is_directory=True)
    port = free()
    if name == "nginx":
        settings = (HOSTS / "nginx.conf").read_text("utf-8").replace("root /srv;", f"root {below};")
        (below / "nginx.conf").write_text(settings, "utf-8")
        # only this user can read the folder of a test
        user = "user root;" if os.geteuid() == 0 else ""
        config_text = NGINX_FRAME.format(user=user, below=below, port=port)
        (below / "around.conf").write_text(config_text, "utf-8")
        command = [program("nginx"), "-p", str(below), "-c", str(below / "around.conf")]
    else:
        settings = (HOSTS / "Caddyfile").read_text("utf-8").replace("/srv/odds", f"{below}/odds")
        settings = settings.replace(":8080 {", f"http://127.0.0.1:{port} {{")
        options = "{\n\tadmin off\n\tauto_https off\n}\n"
        (below / "Caddyfile").write_text(options + settings, "utf-8")
        command = [program("caddy"), "run", "--config", str(below / "Caddyfile")]
    settle = os.environ | {"XDG_DATA_HOME": str(below), "XDG_CONFIG_HOME": str(below)}
    with open(below / "log", "w", encoding="utf-8") as log:
        running = subprocess.Popen(command, stdout=log, stderr=log, env=settle)
    try:
        end = time.monotonic() + 60
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                alive = running.poll() is None and time.monotonic() < end
                assert alive, (below / "log").read_text("utf-8")
                time.sleep(0.02)
        yield f"http://127.0.0.1:{port}/odds"
    finally:
        running.terminate()
        running.wait(20)


@pytest.fixture(scope="module", params=SERVERS)
def host(request, tmp_path_factory):
    """The name of a server, and the address of the book there."""
    below = tmp_path_factory.mktemp("hosted")
    with serve_book(request.param, below) as address:
        yield request.param, address


def one_path_of_each_type():
    """Return one file of the book for each type that browsers check."""
    answers = {}
    for path in sorted(SITE.rglob("*.*")):
        answers.setdefault(path.suffix[1:], path.relative_to(SITE).as_posix())
    return {kind: answers[kind] for kind in TYPES}


def test_files_come_with_their_type(host):
    for kind, path in one_path_of_each_type().items():
        status, headers, body = ask(f"{host[1]}/{path}")
        assert status == 200
        assert headers.get_content_type() in TYPES[kind], path
        assert body == (SITE / path).read_bytes()


def test_only_files_named_by_content_are_cached_for_good(host):
    serve = tool("serve")
    worker = next((SITE / "_static" / "live").glob("*/worker.js")).relative_to(SITE)
    wasm = next((SITE / "_static" / "live").glob("*/*/*.wasm")).relative_to(SITE)
    for path, cache_rule in (
        (worker.as_posix(), serve.NAMED_BY_CONTENT),
        (wasm.as_posix(), serve.NAMED_BY_CONTENT),
        ("index.html", serve.OTHER_FILES),
        ("offline.js", serve.OTHER_FILES),
        ("book/index.html", serve.OTHER_FILES),
    ):
        _, headers, _ = ask(f"{host[1]}/{path}")
        assert {"Cache-Control": headers["Cache-Control"]} == cache_rule, path
        assert len(headers.get_all("Cache-Control")) == 1


@pytest.mark.parametrize(
    "path", ["book/index.html?from=/_static/live/page.js", "_static/live/..%2f../book/index.html"]
)
def test_address_does_not_change_how_long_a_file_is_cached(host, path):
    """The second address leads out of the folder of files that are cached for good."""
    _, headers, _ = ask(f"{host[1]}/{path}")
    assert headers["Cache-Control"] == tool("serve").OTHER_FILES["Cache-Control"]


def test_unchanged_page_is_not_sent_again(host):
    _, headers, _ = ask(f"{host[1]}/book/index.html")
    headers_sent = {"If-Modified-Since": headers["Last-Modified"]}
    headers_sent |= {"If-None-Match": headers["ETag"]} if headers["ETag"] else {}
    status, _, body = ask(f"{host[1]}/book/index.html", **headers_sent)
    assert (status, body) == (304, b"")


def test_server_answers_for_a_folder_and_a_missing_file(host):
    status, headers, _ = ask(host[1])
    assert status in (301, 308)
    assert headers["Location"].endswith("/odds/")
    status, _, body = ask(f"{host[1]}/")
    assert (status, body) == (200, (SITE / "index.html").read_bytes())
    missing = "_static/live/0123456789abcdef/page.js"  # such as one of a later version
    for path in ("book/no_such_page.html", "no/such/folder/", missing):
        status, headers, body = ask(f"{host[1]}/{path}")
        assert (status, headers.get_content_type()) == (404, "text/html")
        assert body == (SITE / "404.html").read_bytes()
        assert headers.get_all("Cache-Control") == ["no-cache"], path


def test_texts_are_sent_compressed(host):
    name, address = host
    if name == "serve.py":
        pytest.skip("on the reader's own machine nothing is gained by it")
    for kind, path in one_path_of_each_type().items():
        content = (SITE / path).read_bytes()
        if len(content) < 2000:
            continue
        _, headers, body = ask(f"{address}/{path}", **{"Accept-Encoding": "gzip"})
        assert headers["Content-Encoding"] == "gzip", (kind, path)
        assert "Accept-Encoding" in headers["Vary"]
        assert gzip.decompress(body) == content
        assert len(body) < 0.7 * len(content)
