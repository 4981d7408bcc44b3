"""Draw the pictures that a chat or a feed shows beside a link to the book, into book/images/cards.

    python book/tools/cards.py      a few seconds; needs Chromium

One for each drawing of the welcome page, and one for all other pages. Each PNG says in itself what
it was drawn from, and a test asks whether that is still so. found.py puts them into the site.
"""

import hashlib
import re
import sys
from html import escape
from io import BytesIO
from pathlib import Path

from PIL import Image
from PIL.PngImagePlugin import PngInfo

ROOT = Path(__file__).resolve().parents[2]
DRAWINGS = ROOT / "book" / "images"
CARDS = DRAWINGS / "cards"
BOOK = "Odds, Exactly"
WIDE, HIGH = 1200, 630
COLOURS = 96
OF = "drawn from"
# Each drawing and what is written below it.
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
    "cover": "Games of chance, solved exactly",
}
PAGE = """<!doctype html><html lang="en"><style>
* {{ margin: 0; box-sizing: border-box }}
body {{ width: {wide}px; height: {high}px; padding: 60px 60px 50px; background: {colour};
  color: #fff; display: flex; flex-direction: column; justify-content: space-between;
  font-family: "DejaVu Serif", Georgia, serif }}
svg {{ width: 100%; height: auto; max-height: 340px }}
h1 {{ font-size: 66px; line-height: 1.15 }}
p {{ margin-top: 8px; font-size: 36px; opacity: 0.9 }}
</style>{drawing}<div><h1>{title}</h1><p>{below}</p></div></html>"""


def page(name: str) -> str:
    """Return the page that is drawn."""
    style = (ROOT / "book" / "live" / "live.css").read_text("utf-8")
    colours = dict(re.findall(r"--game-(\w+): (#\w+);", style)) | {"cover": "#13303b"}
    return PAGE.format(
        wide=WIDE,
        high=HIGH,
        colour=colours.get(name, colours["own"]),
        drawing=(DRAWINGS / f"{name}.svg").read_text("utf-8"),
        title=BOOK if name == "cover" else escape(TITLES[name]),
        below=escape(TITLES[name]) if name == "cover" else BOOK,
    )


def digest(name: str) -> str:
    """Return what tells all that a picture is drawn from."""
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
            drawn = Image.open(BytesIO(view.screenshot())).convert("RGB").quantize(COLOURS)
            told = PngInfo()
            told.add_text(OF, digest(name))
            drawn.save(CARDS / f"{name}.png", optimize=True, pnginfo=told)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
