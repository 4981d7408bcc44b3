"""The sheets for a class without screens: right, on the paper, and in the files."""

import re
from io import BytesIO
from itertools import islice, pairwise
from xml.etree import ElementTree

import pytest
from pypdf import PdfReader
from reportlab.pdfbase.pdfmetrics import stringWidth

from games import lucky_draws, placement
from games.chase import Chase
from games.race import Race
from games.yazy import CATEGORIES, score
from games_widgets import paper
from games_widgets.drawing.text import percent
from games_widgets.lucky_draws.app_deal import _shuffle
from tests.conftest import ROOT, tool

SVG = "{http://www.w3.org/2000/svg}"
TOOL = tool("paper")
SHEETS = {sheet.name: sheet for sheet in TOOL.sheets()}


def shapes(page, kind):
    """Return the shapes of a kind, each as its attributes."""
    return [it.attrib for it in ElementTree.fromstring(page).iter(f"{SVG}{kind}")]


def texts(page):
    """Return the texts, with where they stand."""
    found = ElementTree.fromstring(page).iter(f"{SVG}text")
    return [(it.text, float(it.get("x")), float(it.get("y")), it.attrib) for it in found]


def rows(page):
    """Return the texts of a page, line by line."""
    lines = {}
    for text, x, y, _ in texts(page):
        lines.setdefault(y, []).append((x, text))
    return [[text for _, text in sorted(line)] for _, line in sorted(lines.items())]


def corners(kind, it):
    """Return two opposite corners of a shape."""
    if kind == "circle":
        x, y, r = (float(it[name]) for name in ("cx", "cy", "r"))
        return (x - r, y - r), (x + r, y + r)
    if kind == "line":
        return tuple((float(it[f"x{n}"]), float(it[f"y{n}"])) for n in (1, 2))
    if kind == "polygon":
        points = [tuple(map(float, point.split(","))) for point in it["points"].split()]
        return tuple(tuple(map(side, zip(*points, strict=True))) for side in (min, max))
    x, y = float(it.get("x", 0)), float(it.get("y", 0))
    return (x, y), (x + float(it["width"]), y + float(it["height"]))


@pytest.mark.parametrize("name", SHEETS)
def test_everything_is_on_the_paper_and_no_text_leaves_it(name):
    for page in SHEETS[name].pages:
        root = ElementTree.fromstring(page)
        assert root.get("viewBox") == "0 0 210 297"
        for kind in ("rect", "circle", "line", "polygon"):
            for x, y in (corner for it in shapes(page, kind) for corner in corners(kind, it)):
                assert 0 <= x <= paper.WIDTH
                assert 0 <= y <= paper.HEIGHT
        for text, x, y, it in texts(page):
            font = "Helvetica-Bold" if it.get("font-weight") == "bold" else "Helvetica"
            length = stringWidth(text, font, float(it["font-size"]))
            share = {"start": 0, "middle": 0.5, "end": 1}[it["text-anchor"]]
            if "transform" in it:
                assert y + length < paper.HEIGHT - 10, text
            else:
                assert x - share * length >= 10, text
                assert x + (1 - share) * length <= paper.WIDTH - 10, text
            text.encode("cp1252")  # what the letters of every printer have


@pytest.mark.parametrize("name", SHEETS)
def test_a_pdf_has_the_pages_of_its_sheet_and_their_words(name):
    sheet = SHEETS[name]
    read = PdfReader(BytesIO(TOOL.pdf(sheet))).pages
    assert len(read) == len(sheet.pages) == len(TOOL.files(sheet))
    for page, printed in zip(sheet.pages, read, strict=True):
        assert [round(float(it)) for it in printed.mediabox] == [0, 0, 595, 842]
        words = "".join(printed.extract_text().split())
        assert all("".join(text.split()) in words for text, *_ in texts(page))


@pytest.mark.parametrize("fields", [3, 20, 100])
def test_a_race_board_has_every_field_and_marks_the_primes(fields):
    (page,) = SHEETS[f"race_{fields}"].pages
    numbers = [int(text) for text, *_ in texts(page) if text.isdigit()]
    boards = numbers.count(1)
    assert sorted(numbers) == sorted(list(range(1, fields + 1)) * boards)
    back = shapes(page, "rect")
    assert sum(it.get("class") == "oe-back" for it in back) == sum(it < 0 for it in Race().moves)
    told = [text for text, *_ in texts(page) if re.search("forward|back$", text)]
    assert told[:6] == [f"{abs(it)} {'back' if it < 0 else 'forward'}" for it in Race().moves]


def test_the_draws_are_those_of_the_app():
    assert [row[1:] for row in rows(SHEETS["draws_20_4"].pages[0]) if "Seed 9" in row] == [
        ["10", "17", "9", "7"]  # as book/teaching.md has them
    ]
    for name, F in (("draws_20_4", 4), ("draws_100_10", 10)):
        drawn = [row[1:] for row in rows(SHEETS[name].pages[0]) if row[0].startswith("Seed")]
        assert len(drawn) == 10
        assert all(len(set(row)) == F for row in drawn)


def test_a_strip_without_the_cards_of_the_words_is_the_deck_of_the_app():
    (page,) = SHEETS["strips"].pages
    found = rows(page)
    for n, (title,) in enumerate([row for row in found if row[0].startswith("Deck")]):
        cards = dealt(page, n)
        assert sorted(colour for colour, _ in cards) == ["B"] * 26 + ["R"] * 26
        for words in (("RRB", "BRR"), ("RRR", "BRR"), ("RBB", "BRB")):
            taken = "".join(words)
            left = "".join(c for c, small in cards if not 0 < small <= taken.count(c))
            assert left == _shuffle(*words, 26, 26, int(title.split()[1])).deck


def dealt(page, deck):
    """Return the cards of a strip as its reader deals them: colours, with the small number or 0."""
    big = [(y, x, text) for text, x, y, _ in texts(page) if text in ("R", "B")]
    small = {(x, y): int(text) for text, x, y, _ in texts(page) if text.isdigit()}
    cards = sorted(big)[52 * deck : 52 * (deck + 1)]
    return [(text, small.get((x, round(y + 3.5, 2)), 0)) for y, x, text in cards]


def test_words_that_slide_have_their_names_beside_them_and_black_cards_an_edge():
    (page,) = SHEETS["sliding_words"].pages
    tops = [float(it["y"]) for it in shapes(page, "rect") if "y" in it]
    for text, _, y, it in texts(page):
        if "transform" in it:
            long = stringWidth(text, "Helvetica", 3)
            above = long * {"start": 0, "middle": 0.5}[it["text-anchor"]]
            below = long - above
            assert any(top < y - above < y + below < top + 24 for top in tops), text
    black = [it for it in shapes(page, "rect") if it["fill"] == "black"]
    assert black
    assert all(float(it["width"]) + float(it["stroke-width"]) < 24 for it in black)


def tally(page):
    """Return the chance that a tally sheet tells for each of its results."""
    return {row[0]: row[1] for row in rows(page) if len(row) == 2 and row[1].endswith("%")}


def test_tallies_tell_the_chances_that_another_method_finds():
    first, second, third = SHEETS["tallies"].pages
    last = list(islice(Race(20).iter_survival_float(), 101))
    wanted = [a - b for a, b in pairwise(last[::10])] + [last[100]]
    assert list(tally(first).values()) == [percent(it) for it in wanted]
    last = [Chase(8).survival_float(t) for t in range(0, 61, 6)]
    wanted = [a - b for a, b in pairwise(last)] + [last[-1]]
    assert list(tally(second).values()) == [percent(it) for it in wanted]
    wins = tally(third)
    assert wins["4 of 20 won"] == percent(placement.win_float(20, 4))
    for yvonne, zara in (("RRR", "BRR"), ("RRB", "BRR"), ("RBR", "RRB")):
        assert wins[f"Yvonne, {yvonne}"] == percent(1 - lucky_draws.win_probability(zara, yvonne))


def test_the_marks_of_a_tally_stand_at_the_chances():
    for page in SHEETS["tallies"].pages:
        boxes = [it for it in shapes(page, "rect") if "stroke" in it]
        left, wide = float(boxes[0]["x"]), paper.GAMES * float(boxes[0]["width"])
        marks = [it for it in shapes(page, "rect") if it.get("class") == "oe-mark"]
        shares = [(float(it["x"]) + 0.6 - left) / wide for it in marks]
        told = [float(it.removesuffix(" %")) / 100 for it in tally_column(page)]
        assert shares == pytest.approx(told, abs=0.002)


def tally_column(page):
    return [row[1] for row in rows(page) if len(row) == 2 and row[1].endswith("%")]


def test_the_card_has_the_categories_and_what_they_score():
    words = [text for text, *_ in texts(SHEETS["yazy_card"].pages[0])]
    assert [it for it in words if it.replace(" ", "_") in CATEGORIES] == [
        it.replace("_", " ") for it in CATEGORIES
    ]
    for name, dice in {
        "full_house": (2, 2, 3, 3, 3),
        "straight": (2, 3, 4, 5, 6),
        "five_of_a_kind": (4, 4, 4, 4, 4),
    }.items():
        rule = words[words.index(name.replace("_", " ")) + 1]
        assert rule.endswith(f": {score(name, dice)}")


def test_opposite_faces_of_the_dice_make_seven():
    page = SHEETS["dice"].pages[0]
    squares = [it for it in shapes(page, "rect") if it.get("width") == it.get("height")]
    assert len(squares) == 36
    pips = [corners("circle", it)[0] for it in shapes(page, "circle")]
    faces = []
    for it in squares:
        (x, y), (to_x, to_y) = corners("rect", it)
        faces.append(sum(x < a < to_x and y < b < to_y for a, b in pips))
    for n in range(0, 36, 6):
        one, two, three, four, above, below = faces[n : n + 6]
        assert sorted(faces[n : n + 6]) == [1, 2, 3, 4, 5, 6]
        assert one + three == two + four == above + below == 7


def test_the_page_shows_every_sheet():
    page = (ROOT / "book" / "teaching_paper.md").read_text("utf-8")
    assert re.findall(r'<a href="paper/(\w+)\.pdf"><img', page) != []
    assert set(re.findall(r'<a href="paper/(\w+)\.pdf"><img', page)) == set(SHEETS)
    first = [TOOL.files(sheet)[0] for sheet in SHEETS.values()]
    assert sorted(re.findall(r'src="paper/(\w+\.svg)"', page)) == sorted(first)
