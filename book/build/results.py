"""Sphinx extension: the page of the main numbers, and the same as results.json beside it.

    ```{results}
    ```

makes a table for each kind of number in `book_results`, by chapters. The name of a number is its
anchor, in the page and in the file: results.html#chase-turns-4.

    ```{comparisons}
    ```

is the record of the comparisons with the oracles (``python -m tests.oracles``).
"""

import json
import platform
from collections.abc import Iterator, Sequence
from decimal import Context, Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import book_results
from after_build import when_built
from book_results import Result
from docutils import nodes
from lessons import pages
from line_breaks import curly
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import SphinxDirective
from templates import fill

import games

PAGE = "book/results"
RECORD = Path(__file__).parents[2] / "tests" / "oracles" / "record.json"
DIGITS = 15
MAX_UNSCROLLED = 30  # so many characters fit on two lines of a phone


def decimal(value: Fraction) -> str:
    """Return a number as a decimal: exact if it has few digits, else rounded.

    >>> decimal(Fraction(7, 8)), decimal(Fraction(2, 3)), decimal(Fraction(14))
    ('0.875', '0.666666666666667', '14')
    """
    quotient = Context(prec=DIGITS).divide(Decimal(value.numerator), Decimal(value.denominator))
    return f"{quotient:f}"


def result_data(result: Result) -> dict[str, Any]:
    """Return the entry of a result in results.json."""
    value = result.value
    return {
        "name": result.name,
        "anchor": f"{Path(PAGE).name}.html#{result.name}",
        "chapter": f"{result.game}.html",
        "what": result.description,
        "exact": str(value),
        "decimal": decimal(value),
        "rounded": Fraction(decimal(value)) != value,
        "line": result.line,
        "second": result.second,
        "check": result.check,
        "printed": result.printed or None,
        "method": result.method or None,
    }


def number_markup(value: Fraction) -> str:
    """Return the markup of a number: the fraction, and below it the digits."""
    number_text, digits = str(value), decimal(value)
    if value.denominator == 1:
        return number_text
    sign = "≈" if Fraction(digits) != value else "="
    scrolls = ' tabindex="0"' if len(number_text) > MAX_UNSCROLLED else ""
    number_text = number_text.replace("/", "/<wbr>")
    return f'<span class="oe-exact"{scrolls}>{number_text}</span><br>{sign}&nbsp;{digits}'


def table_markup(rows: Sequence[Result]) -> str:
    """Return the markup of a table: its numbers, and below each the code that computes it."""
    return fill("results", rows=rows, number=number_markup, curly=curly)


def chapter_title(env: BuildEnvironment, game: str) -> str:
    """Return the title of a chapter."""
    heading = env.titles.get(f"book/{game}")
    return heading.astext() if heading else game.replace("_", " ").capitalize()


class Results(SphinxDirective):
    """All main numbers, by their chapters."""

    def run(self) -> list[nodes.Node]:
        """Return a section for each chapter."""
        self.env.note_dependency(book_results.__file__)
        entries = book_results.entries()
        sections = [(game, [entry for entry in entries if entry.game == game]) for game in pages()]
        return [self._section(game, results) for game, results in sections if results]

    def _section(self, game: str, results: list[Result]) -> nodes.Node:
        title = chapter_title(self.env, game)
        section = nodes.section(ids=[f"results-{game}"])
        section += nodes.title(title, title)
        section += self._paragraph(f"From {{doc}}`{game}`.")
        tables: dict[str, list[Result]] = {}
        for result in results:
            tables.setdefault(result.table, []).append(result)
        for table_title, rows in tables.items():
            box = nodes.container(classes=["oe-results"])
            box += self._paragraph(f"**{curly(table_title)}**")
            box += nodes.raw("", table_markup(rows), format="html")
            box += self._paragraph(" ".join(self._origins(rows)))
            section += box
        return section

    def _origins(self, rows: Sequence[Result]) -> Iterator[str]:
        """Yield sentences about the sources of a table, and about earlier prints of its numbers."""
        methods = dict.fromkeys(row.method for row in rows if row.method)
        citations = [f"{{cite}}`n-{method}`" for method in methods]
        yield f"The game or the method is from {', '.join(citations)}." if citations else "Our own."
        for row in rows:
            if row.printed:
                yield f"Printed before, rounded, in {{cite}}`n-{row.printed}`: {row.row}."

    def _paragraph(self, text: str) -> nodes.paragraph:
        parts, messages = self.state.inline_text(text, self.lineno)
        return nodes.paragraph("", "", *parts, *messages)


class Comparisons(SphinxDirective):
    """The record of the comparisons with the oracles."""

    def run(self) -> list[nodes.Node]:
        """Return a sentence and a table."""
        self.env.note_dependency(str(RECORD))
        record = json.loads(RECORD.read_text("utf-8"))
        rows = record["comparisons"]
        pairs, exact = (sum(row[name] for row in rows) for name in ("pairs", "exact"))
        sentence = (
            f"On {record['on']}, with Python {record['python']} and the seed {record['seed']}, "
            f"{pairs:,} results were compared, {exact:,} of them as fractions and the others to "
            "eight digits. None differed."
        )
        titles = {row["room"]: chapter_title(self.env, row["room"]) for row in rows}
        table_markup = fill("comparisons", rows=rows, titles=titles)
        return [nodes.paragraph("", sentence), nodes.raw("", table_markup, format="html")]


def publish(app: Sphinx) -> None:
    """Write results.json beside the page."""
    if PAGE not in app.env.found_docs:
        return
    data = {
        "title": app.config.project,
        "version": games.__version__,
        "python": platform.python_version(),
        "results": [result_data(entry) for entry in book_results.entries()],
    }
    text = json.dumps(data, ensure_ascii=False, indent=1) + "\n"
    Path(app.outdir, f"{PAGE}.json").write_text(text, "utf-8")


def setup(app: Sphinx) -> None:
    """Register the extension with Sphinx."""
    app.add_directive("results", Results)
    app.add_directive("comparisons", Comparisons)
    when_built(app, publish)
