"""Sphinx extension: the formulas of the book, typeset by MathJax when it is built.

They are in the pages as MathJax would leave them in the reader's browser. So they are there at
once, without scripts too, nothing moves when they come, and the browser has no work with them.
Their fonts are in the sheet of all pages (stylesheet.py).
"""

import html
import re
from pathlib import Path

import fetch
from after_build import FORMULAS, answered, when_built
from myst_parser.sphinx_ext.mathjax import html_visit_displaymath
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.ext.mathjax import html_visit_math

TYPESET = Path(__file__).with_name("formulas.mjs")
FORMULA = re.compile(
    r'(?P<start><(?P<tag>span|div) class="([^"]* )?math [^>]*>(\s*<span class="eqno">.*?</span>)?)'
    r"\s*\\[(\[](?P<tex>[^<]*)\\[)\]]\s*(?=</(?P=tag)>)",
    re.DOTALL,
)
BRACKET = re.compile(r'\((<span class="math [^>]*>.*?</mjx-container></span>)', re.DOTALL)
FAULT = re.compile(r'data-mjx-error="(?P<why>[^"]*)"')


def typeset(app: Sphinx) -> None:
    """Typeset the formulas of all pages that Sphinx has written."""
    site = Path(app.outdir)
    texts = {path: path.read_text("utf-8") for path in sorted(site.rglob("*.html"))}
    found = {path: list(FORMULA.finditer(text)) for path, text in texts.items()}
    found = {path: formulas for path, formulas in found.items() if formulas}
    wanted = [
        [(html.unescape(it["tex"]), it["tag"] == "div") for it in formulas]
        for formulas in found.values()
    ]
    if not wanted:
        return
    faults = []
    typed = answered(TYPESET, fetch.VENDOR / "mathjax", wanted, "MathJax did not run")
    for (path, formulas), done in zip(found.items(), typed, strict=True):
        markup = iter(done["formulas"])
        text = FORMULA.sub(lambda it: it["start"] + next(markup), texts[path])  # noqa: B023
        text = BRACKET.sub(r'<span class="math-held">(\1</span>', text)
        path.write_text(
            text.replace("</head>", f"<style>{done['style']}</style>\n</head>", 1), "utf-8"
        )
        for formula, written in zip(formulas, done["formulas"], strict=True):
            fault = FAULT.search(written)
            if fault:
                faults.append(f"{path.relative_to(site)}: {formula['tex']}: {fault['why']}")
    if faults:
        raise ExtensionError("MathJax cannot typeset\n" + html.unescape("\n".join(faults)))


def setup(app: Sphinx) -> None:
    """Register with Sphinx."""
    app.add_html_math_renderer("formulas", (html_visit_math, None), (html_visit_displaymath, None))
    when_built(app, typeset, FORMULAS)
