"""Draw the pictures that a chat or a feed shows beside a link to the book, into book/images/cards.

    python book/build/link_previews.py      a few seconds; needs Chromium

There is one picture for each drawing of the welcome page, and one for all other pages. Each PNG has
a digest of its sources in its metadata. A test compares it with the present sources.
page_metadata.py puts the pictures into the site.
"""

import hashlib
import re
import sys
from io import BytesIO
from pathlib import Path

from PIL import Image
from PIL.PngImagePlugin import PngInfo

sys.path.insert(0, str(Path(__file__).parent))
from templates import fill

ROOT = Path(__file__).resolve().parents[2]
DRAWINGS = ROOT / "book" / "images"
CARDS = DRAWINGS / "cards"
BOOK = "Odds, Exactly"
WIDE, HIGH = 1200, 630
COLOURS = 96
OF = "drawn from"
# Each drawing and the text below it.
TITLES = {
    "counting": "Counting and recurrences",
    "placement": "Placement",
    "yazy": "Yazy",
    "chains": "Absorbing chains",
    "race": "Race",
    "chase": "Chase",
    "lucky": "Lucky draws",
    "pig": "One toolkit",
    "own": "Bring your own game",
    "speed": "How fast",
    "cover": "Games of chance, solved exactly",
}


def page(name: str) -> str:
    """Return the page of which the picture is taken."""
    style = (ROOT / "book" / "live" / "style.css").read_text("utf-8")
    hues = re.findall(r"oe-game-(\w+)\) { --own-hue: (\d+); --own-chroma: ([\d.]+);", style)
    colours = {game: f"oklch(0.46 {chroma} {hue})" for game, hue, chroma in hues}
    is_cover = name == "cover"
    return fill(
        "card",
        wide=WIDE,
        high=HIGH,
        colour="#13303b" if is_cover else colours[name],
        drawing=(DRAWINGS / f"{name}.svg").read_text("utf-8"),
        title=BOOK if is_cover else TITLES[name],
        below=TITLES[name] if is_cover else BOOK,
    )


def digest(name: str) -> str:
    """Return a digest of all sources of a picture."""
    return hashlib.sha256(page(name).encode()).hexdigest()


def main() -> int:
    from playwright.sync_api import sync_playwright

    sys.path.insert(0, str(ROOT))
    from tests import chromium

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
        view = browser.new_page(viewport={"width": WIDE, "height": HIGH})
        for name in TITLES:
            view.set_content(page(name))
            image = Image.open(BytesIO(view.screenshot())).convert("RGB").quantize(COLOURS)
            metadata = PngInfo()
            metadata.add_text(OF, digest(name))
            image.save(CARDS / f"{name}.png", optimize=True, pnginfo=metadata)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
