"""Serve the built book on this machine.

    python book/build/serve.py [PORT]

The usual port is 8000. A live page needs a server, because a browser starts no worker from a file.
Any server of static files is enough.
"""

import functools
import sys
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

# As README.md asks: files named by their content are cached for good, and a new build is visible at
# once.
NAMED_BY_CONTENT = {"Cache-Control": "public, max-age=31536000, immutable"}
OTHER_FILES = {"Cache-Control": "no-cache"}

SITE = Path(__file__).resolve().parents[2] / "_build" / "html"


class Handler(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # otherwise a small file waits 40 ms until its headers are acknowledged
    disable_nagle_algorithm = True
    # Browsers need exactly these types, and the lists of systems differ.
    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".css": "text/css",
        ".js": "text/javascript",
        ".json": "application/json",
        ".py": "text/x-python",
        ".svg": "image/svg+xml",
        ".wasm": "application/wasm",
        ".woff2": "font/woff2",
        ".zip": "application/zip",
    }

    def send_response(self, code: int, message: str | None = None) -> None:
        super().send_response(code, message)
        # the file counts: an address may also have a query, or ".."
        path = Path(self.translate_path(self.path)).as_posix()
        is_named_by_content = code < HTTPStatus.BAD_REQUEST and "/_static/live/" in path
        for name, value in (NAMED_BY_CONTENT if is_named_by_content else OTHER_FILES).items():
            self.send_header(name, value)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer a request for a missing page with 404.html of its site."""
        ancestors = Path(self.translate_path(self.path)).parents
        page = next(
            (folder / "404.html" for folder in ancestors if (folder / "404.html").is_file()), None
        )
        if code != HTTPStatus.NOT_FOUND or page is None:
            super().send_error(code, message, explain)
            return
        content = page.read_bytes()
        self.send_response(code, message)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    # on Windows this would share a port that is in use
    allow_reuse_address = sys.platform != "win32"

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exception(), ConnectionError):  # a closed connection is not an error
            super().handle_error(request, client_address)


def server(folder: Path, port: int = 0) -> Server:
    """Return a server of the folder on 127.0.0.1. Port 0 means any free port."""
    return Server(("127.0.0.1", port), functools.partial(Handler, directory=str(folder)))


def main(arguments: list[str]) -> int:
    try:
        port = int(arguments[0]) if arguments else 8000
        if not 0 <= port <= 65535:
            raise ValueError
    except ValueError:
        print(f"serve: {arguments[0]} is no port; give a number up to 65535", file=sys.stderr)
        return 1
    if not (SITE / "index.html").is_file():
        print("serve: there is no built book yet: run `make html`", file=sys.stderr)
        return 1
    try:
        server_here = server(SITE, port)
    except OSError as error:
        reason = "is in use" if error.errno in (48, 98, 10048) else f"cannot be used ({error})"
        print(f"serve: port {port} {reason}; try another: make book PORT=8001", file=sys.stderr)
        return 1
    print(
        f"The book is at http://127.0.0.1:{server_here.server_port}/ (Ctrl-C ends it)", flush=True
    )
    try:
        server_here.serve_forever()
    except KeyboardInterrupt:
        print()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
