"""What our extensions have Sphinx do once it has written the pages."""

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

FILES = 500  # files beside the pages, of which publish.py then knows
FORMULAS = 800
DEFINITIONS = 850  # which have formulas
PUBLISH = 900  # after all others


def when_built(app: Sphinx, perform: Callable[[Sphinx], None], order: int = FILES) -> None:
    """Do something to a site of which all pages are written."""

    def finish(app: Sphinx, exception: Exception | None) -> None:
        if exception is None and app.builder.format == "html":
            perform(app)

    app.connect("build-finished", finish, priority=order)


def path_for_node(path: Path) -> str:
    """Return a path as Node reads it: in UTF-8, whatever encoding the system has for Python.

    >>> path_for_node(Path("book") / "live")
    'book/live'
    """
    return os.fsencode(path).decode("utf-8")


def answered(script: Path, folder: Path, asked: object, problem: str) -> Any:
    """Have node run a script of ours with a folder; return what it answers, in JSON both ways."""
    node = fetch.client("node", json.loads(fetch.PINS.read_text("utf-8")))
    command = [*node, str(script), str(folder)]
    done = subprocess.run(command, input=json.dumps(asked), capture_output=True, encoding="utf-8")
    if done.returncode:
        raise ExtensionError(f"{problem}: {done.stderr}")
    return json.loads(done.stdout)
