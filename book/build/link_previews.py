"""Draw the pictures that a chat or a feed shows beside a link to a page, into book/images/cards.

    python book/build/link_previews.py [PAGE ...]      a few seconds; needs Chromium

book/previews.toml has the question, the description and the drawing of each page. Each PNG has
a digest of its sources in its metadata. A test compares it with the present sources.
page_metadata.py puts texts and pictures into the site.
"""

import hashlib
import re
import sys
import tomllib
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from PIL import Image
from PIL.PngImagePlugin import PngInfo

sys.path.insert(0, str(Path(__file__).parent))
from templates import fill

ROOT = Path(__file__).resolve().parents[2]
DRAWINGS = ROOT / "book" / "images"
CARDS = DRAWINGS / "cards"
BOOK = "Odds, Exactly"
WIDE, HIGH = 1200, 630
COLOURS = 48
SOURCE = "drawn from"


class Preview(NamedTuple):
    """What stands beside a link to a page.

    Attributes:
        drawing: the name of a file of book/images.
        question: a question that the page answers; it stands on the picture.
        description: one or two sentences.
    """

    drawing: str
    question: str
    description: str


def read_previews() -> dict[str, Preview]:
    """Return the preview of each page of the book, by the name of the page without "book/"."""
    rows = tomllib.loads((ROOT / "book" / "previews.toml").read_text("utf-8"))
    return {page: Preview(**row) for page, row in rows.items()}


def file_name(page: str) -> str:
    """Return the name of the picture of a page.

    >>> file_name("teaching/race")
    'teaching-race.png'
    """
    return f"{page.replace('/', '-')}.png"


def markup(preview: Preview) -> str:
    """Return the page of which the picture is taken."""
    style = (ROOT / "book" / "static" / "games.css").read_text("utf-8")
    hues = re.findall(r"oe-game-(\w+)\) { --own-hue: (\d+); --own-chroma: ([\d.]+);", style)
    colours = {game: f"oklch(0.46 {chroma} {hue})" for game, hue, chroma in hues}
    return fill(
        "card",
        wide=WIDE,
        high=HIGH,
        colour=colours.get(preview.drawing, "#13303b"),
        drawing=(DRAWINGS / f"{preview.drawing}.svg").read_text("utf-8"),
        question=preview.question,
        book=BOOK,
    )


def digest(preview: Preview) -> str:
    """Return a digest of all sources of a picture."""
    return hashlib.sha256(markup(preview).encode()).hexdigest()


def main(pages: list[str]) -> int:
    from playwright.sync_api import sync_playwright

    sys.path.insert(0, str(ROOT))
    from tests import chromium

    previews = read_previews()
    CARDS.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
        view = browser.new_page(viewport={"width": WIDE, "height": HIGH})
        for page in pages or previews:
            view.set_content(markup(previews[page]))
            image = Image.open(BytesIO(view.screenshot())).convert("RGB").quantize(COLOURS)
            metadata = PngInfo()
            metadata.add_text(SOURCE, digest(previews[page]))
            image.save(CARDS / file_name(page), optimize=True, pnginfo=metadata)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
