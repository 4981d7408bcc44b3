"""Sphinx extension: the formulas of the book, typeset by MathJax when it is built.

The pages contain the markup that MathJax would make in the browser of the reader. So formulas are
visible at once, also without scripts, nothing on the page moves, and the browser has less work. The
stylesheet of all pages has their fonts (stylesheet.py).
"""

import html
import re
from pathlib import Path

import fetch
from after_build import FORMULAS, run_node, when_built
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
    formulas_by_path = {path: list(FORMULA.finditer(text)) for path, text in texts.items()}
    formulas_by_path = {path: formulas for path, formulas in formulas_by_path.items() if formulas}
    requests = [
        [(html.unescape(formula["tex"]), formula["tag"] == "div") for formula in formulas]
        for formulas in formulas_by_path.values()
    ]
    if not requests:
        return
    faults = []
    typeset_formulas = run_node(TYPESET, fetch.VENDOR / "mathjax", requests, "MathJax did not run")
    for (path, formulas), result in zip(formulas_by_path.items(), typeset_formulas, strict=True):
        markup = iter(result["formulas"])
        text = FORMULA.sub(lambda match: match["start"] + next(markup), texts[path])  # noqa: B023
        text = BRACKET.sub(r'<span class="math-unbroken">(\1</span>', text)
        path.write_text(
            text.replace("</head>", f"<style>{result['style']}</style>\n</head>", 1), "utf-8"
        )
        for formula, markup_of_formula in zip(formulas, result["formulas"], strict=True):
            fault = FAULT.search(markup_of_formula)
            if fault:
                faults.append(f"{path.relative_to(site)}: {formula['tex']}: {fault['why']}")
    if faults:
        raise ExtensionError("MathJax cannot typeset\n" + html.unescape("\n".join(faults)))


def setup(app: Sphinx) -> None:
    """Register the extension with Sphinx."""
    app.add_html_math_renderer("formulas", (html_visit_math, None), (html_visit_displaymath, None))
    when_built(app, typeset, FORMULAS)
