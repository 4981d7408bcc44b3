"""The work of our extensions after Sphinx has written the pages."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import fetch
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

FILES = 500  # writes files beside the pages, which publish.py then finds
FORMULAS = 800
DEFINITIONS = 850  # reads the typeset formulas
PUBLISH = 900  # runs after all others


def when_built(app: Sphinx, perform: Callable[[Sphinx], None], order: int = FILES) -> None:
    """A change of a site, made after all its pages are written."""

    def finish(app: Sphinx, exception: Exception | None) -> None:
        if exception is None and app.builder.format == "html":
            perform(app)

    app.connect("build-finished", finish, priority=order)


def path_for_node(path: Path) -> str:
    """Return a path for Node, which reads UTF-8 whatever encoding the system has for Python.

    >>> path_for_node(Path("book") / "live")
    'book/live'
    """
    return os.fsencode(path).decode("utf-8")


def packages() -> Path:
    """Return the folder of the npm packages. Missing packages are installed first."""
    pins = json.loads(fetch.PINS.read_text("utf-8"))
    return fetch.install(pins, fetch.SCRIPTS, fetch.MODULES)


def run_node(script: Path, folder: Path, request: object, problem: str) -> Any:
    """Run one of our scripts in Node and return its answer. Both messages are JSON."""
    node = fetch.client("node", json.loads(fetch.PINS.read_text("utf-8")))
    command = [*node, str(script), str(folder)]
    process = subprocess.run(
        command, input=json.dumps(request), capture_output=True, encoding="utf-8"
    )
    if process.returncode:
        raise ExtensionError(f"{problem}: {process.stderr}")
    return json.loads(process.stdout)
