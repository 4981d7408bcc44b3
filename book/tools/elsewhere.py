"""Sphinx extension: a chapter can be run elsewhere, on Binder, a hub, Colab or one's own machine.

`repository.url` in _config.yml is the one setting. While it is empty no page has a button that
would lead nowhere. A notebook that is downloaded begins with a cell that the book itself does
without: it installs the package of this version, from the repository if that is known.
"""

import json
import re
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config

ROOT = Path(__file__).resolve().parents[2]
CELL = "install"
ALONE = """\
# Run this first where the package is missing, for instance on Colab.
%pip install --quiet "odds-exactly[apps,plots] @ git+{url}@v{version}" sympy
"""
FILE = """\
from urllib.request import urlretrieve
urlretrieve("{url}/raw/v{version}/book/{name}", "{name}")
"""
HERE = """\
# This notebook needs the package. In a checkout of the book: pip install ".[lab]"
"""


def buttons(app: Sphinx, config: Config) -> None:
    """Leave out the buttons while nobody knows where the notebooks are."""
    if not config.html_theme_options.get("repository_url"):
        config.html_theme_options["launch_buttons"] = {}


def first(code: str, url: str, version: str, files: list[str]) -> str:
    """Return the first cell of a notebook with this code; `files` lie beside it in the book.

    >>> print(first("x = 1", "", "1.2.3", []), end="")
    # This notebook needs the package. In a checkout of the book: pip install ".[lab]"
    >>> "git+https://host/me/book@v1.2.3" in first("x", "https://host/me/book", "1.2.3", [])
    True
    """
    if not url:
        return HERE
    read = [name for name in files if f'"{name}"' in code]
    parts = [ALONE, *(FILE.replace("{name}", name) for name in read)]
    return "".join(parts).format(url=url, version=version)


def prepare(app: Sphinx, exception: Exception | None) -> None:
    """Give each notebook that can be downloaded its first cell."""
    if exception or app.builder.format != "html":
        return
    url = app.config.html_theme_options.get("repository_url", "").rstrip("/")
    package = (ROOT / "games" / "__init__.py").read_text("utf-8")
    (version,) = re.findall(r'^__version__ = "(.*)"$', package, re.MULTILINE)
    files = [path.name for path in (ROOT / "book").glob("*.json")]
    for path in sorted(Path(app.outdir, "_sources").rglob("*.ipynb")):
        notebook = json.loads(path.read_text("utf-8"))
        cells = [cell for cell in notebook["cells"] if cell["id"] != CELL]
        code = "\n".join("".join(it["source"]) for it in cells if it["cell_type"] == "code")
        lines = first(code, url, version, files).rstrip("\n").splitlines(keepends=True)
        cell = {"cell_type": "code", "id": CELL, "execution_count": None, "metadata": {}}
        notebook["cells"] = [cell | {"outputs": [], "source": lines}, *cells]
        path.write_text(json.dumps(notebook, ensure_ascii=False, indent=1) + "\n", "utf-8")


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("config-inited", buttons)
    app.connect("build-finished", prepare)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
