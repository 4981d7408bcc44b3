"""Draw the sheets for a class without screens: `make paper` writes them to _build/paper.

This is also a Sphinx extension, which writes the sheets into the built site.
book/teaching_paper.md lists them there. A sheet has one SVG for each page
(book/widgets/games_widgets/paper.py) and one PDF.
"""

import sys
from io import BytesIO, StringIO
from pathlib import Path

from after_build import when_built
from reportlab.graphics import renderPDF
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas
from sphinx.application import Sphinx
from svglib.svglib import svg2rlg

from games_widgets import paper
from games_widgets.apps.seeds import shuffled
from games_widgets.paper import Sheet

SEEDS = range(1, 11)
DECK = [("R", n) for n in range(26)] + [("B", n) for n in range(26)]


def sheets() -> list[Sheet]:
    """Return all sheets. A seed gives the same draws as in the app."""
    return [
        *(paper.race_board(fields) for fields in (3, 20, 100)),
        paper.ring(8),
        paper.placement_strips(),
        *(
            paper.draws(V, {seed: shuffled(range(V), seed, F) for seed in SEEDS})
            for V, F in ((20, 4), (100, 10))
        ),
        paper.strips({seed: shuffled(DECK, seed, len(DECK)) for seed in SEEDS}),
        paper.sliding_words(),
        paper.yazy_card(),
        paper.tallies(),
        paper.votes(),
        paper.dice_nets(),
    ]


def files(sheet: Sheet) -> list[str]:
    """Return the names of a sheet's pages.

    >>> files(Sheet("votes", ("<svg/>",))), files(Sheet("tallies", ("<svg/>", "<svg/>")))
    (['votes.svg'], ['tallies_1.svg', 'tallies_2.svg'])
    """
    if len(sheet.pages) == 1:
        return [f"{sheet.name}.svg"]
    return [f"{sheet.name}_{n}.svg" for n in range(1, len(sheet.pages) + 1)]


def pdf(sheet: Sheet) -> bytes:
    """Return a sheet as a PDF."""
    buffer = BytesIO()
    canvas = Canvas(buffer, pagesize=A4, invariant=True, pageCompression=1)
    for page in sheet.pages:
        renderPDF.draw(svg2rlg(StringIO(page)), canvas, 0, 0)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def write(folder: Path) -> list[Path]:
    """Write all sheets and return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for sheet in sheets():
        for name, page in zip(files(sheet), sheet.pages, strict=True):
            (folder / name).write_text(page, "utf-8")
            paths.append(folder / name)
        paths.append(folder / f"{sheet.name}.pdf")
        paths[-1].write_bytes(pdf(sheet))
    return paths


def publish(app: Sphinx) -> None:
    """Write the sheets into the built site."""
    write(Path(app.outdir, "book", "paper"))


def setup(app: Sphinx) -> None:
    """Register the extension with Sphinx."""
    when_built(app, publish)


if __name__ == "__main__":
    for file in write(Path(sys.argv[1])):
        print(file)
