"""One stylesheet for all pages, with the rules and signs that they use."""

import base64
import json
import re
from importlib import import_module
from io import BytesIO

import pytest
from fontTools.ttLib import TTFont

from tests.conftest import tool
from tests.helpers.pages import LIVE, chapters

pytestmark = pytest.mark.book

FACE = re.compile(r'@font-face\{font-family:"([^"]*)"[^}]*base64,([^)]*)\)')
SIGN = re.compile(r'<mjx-c class="(mjx-c\w+)(?: (TEX-\w+))?"')
BRACKET_PART = "mjx-(?:beg|ext|mid|end)"  # parts of a tall bracket
ICON = re.compile(r'class="[^"]*\b(fa-(?!solid|lg)[\w-]+)')


def css():
    (path,) = LIVE.glob("*/book.css")
    return path.read_text("utf-8")


def fonts():
    """Return the signs of each font by its family."""
    fonts_read = {
        family: TTFont(BytesIO(base64.b64decode(data))) for family, data in FACE.findall(css())
    }
    return {
        family: {chr(code) for code in font.getBestCmap()} for family, font in fonts_read.items()
    }


def content(style, sign):
    """Return the content of a rule in the style of a page, or an empty text."""
    rule = rf'{re.escape(sign)}::before \{{[^}}]*content: "([^"]*)"'
    (escaped_text,) = re.findall(rule, style) or [""]
    return re.sub(r"\\(\w+) ?", lambda match: chr(int(match[1], 16)), escaped_text)


def test_letters_of_formulas_are_in_their_fonts():
    signs_of_fonts, letters_seen = fonts(), set()
    for path in chapters():
        page = path.read_text("utf-8")
        style = "\n".join(re.findall("<style>(.*?)</style>", page, re.DOTALL))
        for sign, font in set(SIGN.findall(page)):
            sign_text = content(style, "mjx-c." + sign + (f".{font}" if font else ""))
            family = font.replace("TEX", "MJXTEX") or "MJXTEX"
            assert set(sign_text) <= signs_of_fonts[family], (path.name, sign, font)
            letters_seen.add((family, sign_text))
        for sign_text in re.findall(
            rf'{BRACKET_PART} mjx-c::before \{{[^}}]*content: "\\(\w+)"', style
        ):
            assert any(
                chr(int(sign_text, 16)) in signs_of_fonts[f"MJXTEX{suffix}"]
                for suffix in ("", "-S1", "-S4")
            )
            letters_seen.add(sign_text)
    assert len(letters_seen) > 100


def test_icons_of_pages_have_their_signs():
    rules, icons_of_font = css(), fonts()["Font Awesome 6 Free"]
    icons = {name for path in chapters() for name in ICON.findall(path.read_text("utf-8"))}
    assert len(icons) > 10
    for icon in icons:
        assert (
            re.search(rf'\.{icon}(?:,[^{{]*)?:before\{{content:"(.)"', rules)[1] in icons_of_font
        ), icon
    assert "?" in icons_of_font  # the icon of a quick check, which has no name in Font Awesome


FOREIGN_STYLES = """@font-face { font-family: big; src: url(big.woff2) }
.used { background: url(dot.png) } .unused { color: red } .by-script { color: blue }
.tooltip { color: green }"""


def test_unused_theme_styles_are_removed(tmp_path, monkeypatch):
    publish = tool("publish")
    for root in ("site", "book/live/modules"):
        (tmp_path / root).mkdir(parents=True)
    live, static, page = tmp_path / "book" / "live", tmp_path / "site", tmp_path / "page.html"
    page.write_text('<p class="used">', "utf-8")
    (static / "theirs.css").write_text(FOREIGN_STYLES, "utf-8")
    (static / "dot.png").write_bytes(b"dot")
    (live / "ours.css").write_text(".made-later { color: gray }", "utf-8")
    (live / "paper.css").write_text(".sheet { color: black }", "utf-8")
    (live / "page.js").write_text('import { by } from "./modules/by.js";\nby();\n', "utf-8")
    (live / "later.js").write_text('export const come = () => import("./else.js");\n', "utf-8")
    (live / "modules" / "by.js").write_text(
        'export const by = () => (document.body.className = "by-script");\n', "utf-8"
    )
    monkeypatch.setattr(publish, "STATIC", tmp_path / "no scripts")
    monkeypatch.setattr(publish, "EARLY_SCRIPT", "later.js")
    monkeypatch.setattr(publish, "LIVE", live)
    sheets = {"theirs.css": "", "ours.css": "", "paper.css": "print"}
    bundle = publish.bundle(static, {"page.js": live / "page.js"}, sheets, [page])
    for rule in (
        ".used{background:url(data:image/png,dot)}",
        ".by-script{color:#00f}",
        ".tooltip{color:green}",
        ".made-later{color:gray}",
        "@media print{.sheet{color:#000}}",
    ):
        assert rule in bundle["sheet"], rule
    assert not re.search("unused|font-face", bundle["sheet"])
    assert bundle["scripts"]["page.js"].startswith("(()=>{")  # the page has none of its names
    assert "by-script" in bundle["scripts"]["page.js"]
    assert 'import("./else.js")' in bundle["scripts"]["later.js"]  # loaded on demand
    assert "export{" in bundle["scripts"]["later.js"]


def test_styles_are_joined_in_any_folder_without_node(tmp_path, monkeypatch):
    publish, sheet = tool("publish"), tool("stylesheet")
    fetch = import_module("fetch")  # which after_build.py imports, too
    node = fetch.client("node", json.loads(fetch.PINS.read_text("utf-8")))
    monkeypatch.setattr(fetch, "client", lambda name, pins: node)
    monkeypatch.setenv("PATH", str(tmp_path))
    folder = tmp_path / "Ödds ex"
    folder.mkdir()
    (folder / "one.css").write_text("p { color: red }", "utf-8")
    lines = sheet.imports(folder, {"one.css": ""}, set())
    request = publish.run_bundler({"scripts": [], "content": [], **lines, "ours": lines["theirs"]})
    assert "p{color:red}" in request["sheet"]
