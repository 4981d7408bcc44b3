"""Sphinx extension: the page of the main numbers, and the same as results.json beside it.

    ```{results}
    ```

lists all of `games.results` by their chapters. Each has its name as anchor, in the page and in the
file: results.html#chase-turns-4.
"""

import json
from decimal import Context, Decimal
from fractions import Fraction
from html import escape
from pathlib import Path
from typing import Any

from built import when_built
from docutils import nodes
from lessons import pages
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from units import curly

import games
from games import results
from games.results import Result

PAGE = "book/results"
DIGITS = 15
FITS = 30  # characters, on a phone


def decimal(value: Fraction) -> str:
    """Return a number as a decimal: whole if that ends soon, else rounded.

    >>> decimal(Fraction(7, 8)), decimal(Fraction(2, 3)), decimal(Fraction(14))
    ('0.875', '0.666666666666667', '14')
    """
    quotient = Context(prec=DIGITS).divide(Decimal(value.numerator), Decimal(value.denominator))
    return f"{quotient:f}"


def told(result: Result) -> dict[str, Any]:
    """Return what results.json says of a result."""
    value = result.value
    return {
        "name": result.name,
        "anchor": f"{Path(PAGE).name}.html#{result.name}",
        "chapter": f"{result.game}.html",
        "what": result.what,
        "exact": str(value),
        "decimal": decimal(value),
        "rounded": Fraction(decimal(value)) != value,
        "line": result.line,
        "second": result.second,
        "source": result.source or None,
    }


def card(result: Result) -> str:
    """Return the markup of a result, but for its source."""
    value = result.value
    what = escape(curly(result.what))
    digits = decimal(value)
    about = "≈" if Fraction(digits) != value else "="
    shown = str(value)
    if value.denominator > 1:
        scrolls = ' tabindex="0"' if len(shown) > FITS else ""
        shown = f'<span class="oe-exact"{scrolls}>{shown}</span> {about}&nbsp;{digits}'
    return (
        f'<p class="oe-what">{what}&nbsp;'
        f'<a class="headerlink" href="#{result.name}" title="Link to this result">#</a></p>'
        f'<p class="oe-value">{shown}</p>'
        f"<p>by <code>{escape(result.line)}</code>,<br>"
        f"checked by <code>{escape(result.second)}</code></p>"
    )


class Results(SphinxDirective):
    """All main numbers, by their chapters."""

    def run(self) -> list[nodes.Node]:
        """Return a section for each chapter."""
        self.env.note_dependency(results.__file__)
        entries = results.entries()
        told = [(game, [it for it in entries if it.game == game]) for game in pages()]
        return [self._section(game, of_it) for game, of_it in told if of_it]

    def _section(self, game: str, of_it: list[Result]) -> nodes.Node:
        heading = self.env.titles.get(f"book/{game}")
        title = heading.astext() if heading else game.replace("_", " ").capitalize()
        section = nodes.section(ids=[f"results-{game}"])
        section += nodes.title(title, title)
        section += self._line(f"From {{doc}}`{game}`.")
        for result in of_it:
            box = nodes.container(ids=[result.name], classes=["oe-result"])
            box += nodes.raw("", card(result), format="html")
            source = f"{{cite}}`n-{result.source}`" if result.source else "computed here"
            box += self._line(f"Source: {source}")
            section += box
        return section

    def _line(self, text: str) -> nodes.paragraph:
        parts, messages = self.state.inline_text(text, self.lineno)
        return nodes.paragraph("", "", *parts, *messages)


def publish(app: Sphinx) -> None:
    """Write results.json beside the page."""
    if PAGE not in app.env.found_docs:
        return
    whole = {
        "title": app.config.project,
        "version": games.__version__,
        "results": [told(it) for it in results.entries()],
    }
    text = json.dumps(whole, ensure_ascii=False, indent=1) + "\n"
    Path(app.outdir, f"{PAGE}.json").write_text(text, "utf-8")


def setup(app: Sphinx) -> None:
    """Register with Sphinx."""
    app.add_directive("results", Results)
    when_built(app, publish)
