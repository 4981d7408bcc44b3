"""Hosts of plain files that send headers of their own with each file, or a wrong content type.

with odd_host(SITE, folder, {"X-Frame-Options": "DENY"}) as address: ...
"""

import functools
import threading
from contextlib import contextmanager
from pathlib import Path

from tests.conftest import tool

# Headers about frames, by what they say.
FRAME_HEADERS = {
    "no frames": {"X-Frame-Options": "DENY"},
    "frames of this site alone": {"X-Frame-Options": "SAMEORIGIN"},
    "no frames, in a policy": {"Content-Security-Policy": "frame-ancestors 'none'"},
    "apart from other sites": {
        "Cross-Origin-Embedder-Policy": "require-corp",
        "Cross-Origin-Opener-Policy": "same-origin",
    },
}
OWN_POLICY = {"Content-Security-Policy": "default-src 'self'"}
# The narrowest policy of a host under which the pages run; README.md names it.
WIDE_POLICY = {
    "Content-Security-Policy": "default-src 'self'; "
    "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval' blob:; worker-src 'self' blob:; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:"
}
NEEDED_POLICY = WIDE_POLICY["Content-Security-Policy"]


def policy(old="", new=""):
    """Return the header with the narrowest policy under which the pages run, but for one part."""
    assert old in NEEDED_POLICY
    return {"Content-Security-Policy": NEEDED_POLICY.replace(old, new)}


# Policies that forbid a part of what the pages need, and what the page says of each at its top.
NARROW_POLICIES = {
    "all but files": (OWN_POLICY, ["stops Python", "cells of code", "styles", "drawings"]),
    "styles": (policy("style-src 'self' 'unsafe-inline'", "style-src 'self'"), ["stops styles"]),
    "style sheets": (policy("style-src 'self' 'unsafe-inline'", "style-src 'none'"), ["all style"]),
    "drawings": (policy("img-src 'self' data:", "img-src 'self'"), ["stops drawings"]),
    "signs": (policy("font-src 'self' data:", "font-src 'self'"), ["stops the signs"]),
    "inline scripts": (policy("'unsafe-inline' 'wasm", "'wasm"), ["stops cells of code"]),
    "Python": (policy(" 'wasm-unsafe-eval'"), ["stops Python"]),
    "workers": (policy("worker-src 'self' blob:", "worker-src 'self'"), ["stops Python"]),
    "requests": (policy("worker-src", "connect-src 'none'; worker-src"), ["stops Python"]),
    "addresses as text": (
        policy("worker-src", "require-trusted-types-for 'script'; worker-src"),
        ["stops Python"],
    ),
}
STRICT_TYPES = {"X-Content-Type-Options": "nosniff"}
# A host that does not know this ending, and Windows where its registry says so.
UNKNOWN_MODULES = {".mjs": "application/octet-stream"}
SCRIPTS_AS_TEXT = {".js": "text/plain"}


@contextmanager
def odd_host(site, below, headers=None, types=None):
    """Serve a site from the folder `below`, with these headers, and these types by the endings.

    A change of the types counts for what is sent afterwards.
    """
    serve = tool("serve")

    class Handler(serve.Handler):
        def guess_type(self, path):
            return (types or {}).get(Path(path).suffix) or super().guess_type(path)

        def end_headers(self):
            for name, value in (headers or {}).items():
                self.send_header(name, value)
            super().end_headers()

    (below / "odds").symlink_to(site, target_is_directory=True)
    server = serve.Server(("127.0.0.1", 0), functools.partial(Handler, directory=str(below)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/odds"
    finally:
        server.shutdown()
        server.server_close()
