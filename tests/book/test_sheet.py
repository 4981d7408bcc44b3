"""One stylesheet for all pages: it has what they use, and each sign that they show."""

import base64
import json
import re
from io import BytesIO

import pytest
from fontTools.ttLib import TTFont

from tests.conftest import tool
from tests.helpers.pages import LIVE, chapters

pytestmark = pytest.mark.book

FACE = re.compile(r'@font-face\{font-family:"([^"]*)"[^}]*base64,([^)]*)\)')
SIGN = re.compile(r'<mjx-c class="(mjx-c\w+)(?: (TEX-\w+))?"')
PART = "mjx-(?:beg|ext|mid|end)"  # of a tall bracket
ICON = re.compile(r'class="[^"]*\b(fa-(?!solid|lg)[\w-]+)')


def css():
    (path,) = LIVE.glob("*/book.css")
    return path.read_text("utf-8")


def fonts():
    """The signs of each font by its family."""
    read = {it: TTFont(BytesIO(base64.b64decode(data))) for it, data in FACE.findall(css())}
    return {family: {chr(it) for it in font.getBestCmap()} for family, font in read.items()}


def content(style, sign):
    """What a page's own style has a sign be, or nothing if it has no such rule."""
    rule = rf'{re.escape(sign)}::before \{{[^}}]*content: "([^"]*)"'
    (told,) = re.findall(rule, style) or [""]
    return re.sub(r"\\(\w+) ?", lambda it: chr(int(it[1], 16)), told)


def test_each_letter_of_a_formula_is_in_its_font():
    has, seen = fonts(), set()
    for path in chapters():
        page = path.read_text("utf-8")
        style = "\n".join(re.findall("<style>(.*?)</style>", page, re.DOTALL))
        for sign, font in set(SIGN.findall(page)):
            told = content(style, "mjx-c." + sign + (f".{font}" if font else ""))
            family = font.replace("TEX", "MJXTEX") or "MJXTEX"
            assert set(told) <= has[family], (path.name, sign, font)
            seen.add((family, told))
        for told in re.findall(rf'{PART} mjx-c::before \{{[^}}]*content: "\\(\w+)"', style):
            assert any(chr(int(told, 16)) in has[f"MJXTEX{it}"] for it in ("", "-S1", "-S4"))
            seen.add(told)
    assert len(seen) > 100


def test_each_icon_of_a_page_has_its_sign():
    rules, has = css(), fonts()["Font Awesome 6 Free"]
    icons = {it for path in chapters() for it in ICON.findall(path.read_text("utf-8"))}
    assert len(icons) > 10
    for it in icons:
        assert re.search(rf'\.{it}(?:,[^{{]*)?:before\{{content:"(.)"', rules)[1] in has, it
    assert "?" in has  # of a quick check, which is none of Font Awesome's names


THEIRS = """@font-face { font-family: big; src: url(big.woff2) }
.used { background: url(dot.png) } .unused { color: red } .by-script { color: blue }
.tooltip { color: green }"""


def test_of_their_styles_stays_what_is_named_and_ours_stay_whole(tmp_path, monkeypatch):
    publish = tool("publish")
    for root in ("site", "book/live/modules"):
        (tmp_path / root).mkdir(parents=True)
    live, static, page = tmp_path / "book" / "live", tmp_path / "site", tmp_path / "page.html"
    page.write_text('<p class="used">', "utf-8")
    (static / "theirs.css").write_text(THEIRS, "utf-8")
    (static / "dot.png").write_bytes(b"dot")
    (live / "ours.css").write_text(".made-later { color: gray }", "utf-8")
    (live / "paper.css").write_text(".sheet { color: black }", "utf-8")
    (live / "page.js").write_text('import { by } from "./modules/by.js";\nby();\n', "utf-8")
    (live / "later.js").write_text('export const come = () => import("./else.js");\n', "utf-8")
    (live / "modules" / "by.js").write_text(
        'export const by = () => (document.body.className = "by-script");\n', "utf-8"
    )
    monkeypatch.setattr(publish, "ROOT", tmp_path / "book")
    monkeypatch.setattr(publish, "OURS", ["page.js"])
    monkeypatch.setattr(publish, "EARLY", "later.js")
    monkeypatch.setattr(publish.sheet, "LIVE", live)
    sheets = {"theirs.css": "", "ours.css": "", "paper.css": "print"}
    done = publish.bundled(static, sheets, [page])
    for rule in (
        ".used{background:url(data:image/png,dot)}",
        ".by-script{color:#00f}",
        ".tooltip{color:green}",
        ".made-later{color:gray}",
        "@media print{.sheet{color:#000}}",
    ):
        assert rule in done["sheet"], rule
    assert not re.search("unused|font-face", done["sheet"])
    assert done["scripts"]["page.js"].startswith("(()=>{")  # no name of it is the page's
    assert "by-script" in done["scripts"]["page.js"]
    assert 'import("./else.js")' in done["scripts"]["later.js"]  # comes when it is wanted
    assert "export{" in done["scripts"]["later.js"]


def test_styles_are_joined_in_any_folder_and_without_node_in_path(tmp_path, monkeypatch):
    publish, sheet = tool("publish"), tool("stylesheet")
    node = publish.fetch.client("node", json.loads(publish.fetch.PINS.read_text("utf-8")))
    monkeypatch.setattr(publish.fetch, "client", lambda name, pins: node)
    monkeypatch.setenv("PATH", str(tmp_path))
    folder = tmp_path / "Ödds ex"
    folder.mkdir()
    (folder / "one.css").write_text("p { color: red }", "utf-8")
    lines = sheet.imports(folder, {"one.css": ""})
    joined = publish.joined({"scripts": [], "content": [], **lines, "ours": lines["theirs"]})
    assert "p{color:red}" in joined["sheet"]
