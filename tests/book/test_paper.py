"""The sheets for a class without screens."""

import re
from io import BytesIO
from itertools import islice, pairwise
from xml.etree import ElementTree

import pytest
from pypdf import PdfReader
from reportlab.pdfbase.pdfmetrics import stringWidth

from games import placement
from games.chase import Chase
from games.lucky_draws import LuckyDraws
from games.race import Race
from games.yazy import CATEGORIES, Yazy
from games_widgets import paper
from games_widgets.drawing.text import percent
from games_widgets.lucky_draws.app_deal import shuffled_deal
from tests.conftest import ROOT, tool

SVG = "{http://www.w3.org/2000/svg}"
TOOL = tool("paper")
SHEETS = {sheet.name: sheet for sheet in TOOL.sheets()}


def shapes(page, kind):
    """Return the attributes of all shapes of a kind."""
    return [element.attrib for element in ElementTree.fromstring(page).iter(f"{SVG}{kind}")]


def texts(page):
    """Return the texts with their positions and attributes."""
    elements = ElementTree.fromstring(page).iter(f"{SVG}text")
    return [
        (element.text, float(element.get("x")), float(element.get("y")), element.attrib)
        for element in elements
    ]


def rows(page):
    """Return the texts of a page, line by line."""
    lines = {}
    for text, x, y, _ in texts(page):
        lines.setdefault(y, []).append((x, text))
    return [[text for _, text in sorted(line)] for _, line in sorted(lines.items())]


def corners(kind, shape):
    """Return two opposite corners of a shape."""
    if kind == "circle":
        x, y, r = (float(shape[name]) for name in ("cx", "cy", "r"))
        return (x - r, y - r), (x + r, y + r)
    if kind == "line":
        return tuple((float(shape[f"x{n}"]), float(shape[f"y{n}"])) for n in (1, 2))
    if kind == "polygon":
        points = [tuple(map(float, point.split(","))) for point in shape["points"].split()]
        return tuple(tuple(map(side, zip(*points, strict=True))) for side in (min, max))
    x, y = float(shape.get("x", 0)), float(shape.get("y", 0))
    return (x, y), (x + float(shape["width"]), y + float(shape["height"]))


@pytest.mark.parametrize("name", SHEETS)
def test_all_parts_are_on_the_paper(name):
    for page in SHEETS[name].pages:
        root = ElementTree.fromstring(page)
        assert root.get("viewBox") == "0 0 210 297"
        for kind in ("rect", "circle", "line", "polygon"):
            for x, y in (corner for shape in shapes(page, kind) for corner in corners(kind, shape)):
                assert 0 <= x <= paper.WIDTH
                assert 0 <= y <= paper.HEIGHT
        for text, x, y, attributes in texts(page):
            font = "Helvetica-Bold" if attributes.get("font-weight") == "bold" else "Helvetica"
            length = stringWidth(text, font, float(attributes["font-size"]))
            share = {"start": 0, "middle": 0.5, "end": 1}[attributes["text-anchor"]]
            if "transform" in attributes:
                assert y + length < paper.HEIGHT - 10, text
            else:
                assert x - share * length >= 10, text
                assert x + (1 - share) * length <= paper.WIDTH - 10, text
            text.encode("cp1252")  # signs that the fonts of every printer have


@pytest.mark.parametrize("name", SHEETS)
def test_pdf_has_the_pages_and_words_of_its_sheet(name):
    sheet = SHEETS[name]
    pages_read = PdfReader(BytesIO(TOOL.pdf(sheet))).pages
    assert len(pages_read) == len(sheet.pages) == len(TOOL.files(sheet))
    for page, printed_page in zip(sheet.pages, pages_read, strict=True):
        assert [round(float(side)) for side in printed_page.mediabox] == [0, 0, 595, 842]
        words = "".join(printed_page.extract_text().split())
        assert all("".join(text.split()) in words for text, *_ in texts(page))


@pytest.mark.parametrize("fields", [3, 20, 100])
def test_race_board_has_every_field_and_marks_primes(fields):
    (page,) = SHEETS[f"race_{fields}"].pages
    numbers = [int(text) for text, *_ in texts(page) if text.isdigit()]
    boards = numbers.count(1)
    assert sorted(numbers) == sorted(list(range(1, fields + 1)) * boards)
    move_back_marks = shapes(page, "rect")
    assert sum(element.get("class") == "oe-move-back" for element in move_back_marks) == sum(
        move < 0 for move in Race().moves
    )
    move_texts = [text for text, *_ in texts(page) if re.search("forward|back$", text)]
    assert move_texts[:6] == [
        f"{abs(move)} {'back' if move < 0 else 'forward'}" for move in Race().moves
    ]


def test_printed_draws_are_those_of_the_app():
    assert [row[1:] for row in rows(SHEETS["draws_20_4"].pages[0]) if "Seed 9" in row] == [
        ["10", "17", "9", "7"]  # the seeds of book/teaching.md
    ]
    for name, F in (("draws_20_4", 4), ("draws_100_10", 10)):
        seed_rows = [row[1:] for row in rows(SHEETS[name].pages[0]) if row[0].startswith("Seed")]
        assert len(seed_rows) == 10
        assert all(len(set(row)) == F for row in seed_rows)


def test_strip_is_the_deck_of_the_app_without_its_words():
    (page,) = SHEETS["strips"].pages
    page_rows = rows(page)
    for n, (title,) in enumerate([row for row in page_rows if row[0].startswith("Deck")]):
        cards = dealt_cards(page, n)
        assert sorted(colour for colour, _ in cards) == ["B"] * 26 + ["R"] * 26
        for words in (("RRB", "BRR"), ("RRR", "BRR"), ("RBB", "BRB")):
            letters = "".join(words)
            left = "".join(c for c, small in cards if not 0 < small <= letters.count(c))
            assert left == shuffled_deal(LuckyDraws(), *words, int(title.split()[1])).deck


def dealt_cards(page, deck):
    """Return the cards of a strip in the order of dealing: colours, with the small number or 0."""
    big = [(y, x, text) for text, x, y, _ in texts(page) if text in ("R", "B")]
    small = {(x, y): int(text) for text, x, y, _ in texts(page) if text.isdigit()}
    cards = sorted(big)[52 * deck : 52 * (deck + 1)]
    return [(text, small.get((x, round(y + 3.5, 2)), 0)) for y, x, text in cards]


def test_sliding_words_have_names_and_black_cards_an_edge():
    (page,) = SHEETS["sliding_words"].pages
    tops = [float(shape["y"]) for shape in shapes(page, "rect") if "y" in shape]
    for text, _, y, attributes in texts(page):
        if "transform" in attributes:
            text_width = stringWidth(text, "Helvetica", 3)
            above = text_width * {"start": 0, "middle": 0.5}[attributes["text-anchor"]]
            below = text_width - above
            assert any(top < y - above < y + below < top + 24 for top in tops), text
    black = [shape for shape in shapes(page, "rect") if shape["fill"] == "black"]
    assert black
    assert all(float(shape["width"]) + float(shape["stroke-width"]) < 24 for shape in black)


def tally(page):
    """Return the chance of each result on a tally sheet."""
    return {row[0]: row[1] for row in rows(page) if len(row) == 2 and row[1].endswith("%")}


def test_tallies_agree_with_another_method():
    first, second, third = SHEETS["tallies"].pages
    last = list(islice(Race(20).iter_survival_float(), 101))
    chances = [a - b for a, b in pairwise(last[::10])] + [last[100]]
    assert list(tally(first).values()) == [percent(chance) for chance in chances]
    last = [Chase(8).survival_float(t) for t in range(0, 61, 6)]
    chances = [a - b for a, b in pairwise(last)] + [last[-1]]
    assert list(tally(second).values()) == [percent(chance) for chance in chances]
    wins = tally(third)
    assert wins["4 of 20 won"] == percent(placement.win_float(20, 4))
    for yvonne, zara in (("RRR", "BRR"), ("RRB", "BRR"), ("RBR", "RRB")):
        assert wins[f"Yvonne, {yvonne}"] == percent(1 - LuckyDraws().win_probability(zara, yvonne))


def test_marks_of_a_tally_stand_at_the_chances():
    for page in SHEETS["tallies"].pages:
        boxes = [shape for shape in shapes(page, "rect") if "stroke" in shape]
        left, box_width = float(boxes[0]["x"]), paper.GAMES * float(boxes[0]["width"])
        marks = [shape for shape in shapes(page, "rect") if shape.get("class") == "oe-mark"]
        shares = [(float(mark["x"]) + 0.6 - left) / box_width for mark in marks]
        column_shares = [float(text.removesuffix(" %")) / 100 for text in tally_column(page)]
        assert shares == pytest.approx(column_shares, abs=0.002)


def tally_column(page):
    return [row[1] for row in rows(page) if len(row) == 2 and row[1].endswith("%")]


def test_scorecard_has_the_categories_and_scores():
    words = [text for text, *_ in texts(SHEETS["yazy_card"].pages[0])]
    assert [word for word in words if word.replace(" ", "_") in CATEGORIES] == [
        category.replace("_", " ") for category in CATEGORIES
    ]
    for name, dice in {
        "full_house": (2, 2, 3, 3, 3),
        "straight": (2, 3, 4, 5, 6),
        "five_of_a_kind": (4, 4, 4, 4, 4),
    }.items():
        rule = words[words.index(name.replace("_", " ")) + 1]
        assert rule.endswith(f": {Yazy().score(name, dice)}")


def test_opposite_faces_of_dice_sum_to_seven():
    page = SHEETS["dice"].pages[0]
    squares = [shape for shape in shapes(page, "rect") if shape.get("width") == shape.get("height")]
    assert len(squares) == 36
    pips = [corners("circle", shape)[0] for shape in shapes(page, "circle")]
    faces = []
    for square in squares:
        (x, y), (to_x, to_y) = corners("rect", square)
        faces.append(sum(x < a < to_x and y < b < to_y for a, b in pips))
    for n in range(0, 36, 6):
        one, two, three, four, above, below = faces[n : n + 6]
        assert sorted(faces[n : n + 6]) == [1, 2, 3, 4, 5, 6]
        assert one + three == two + four == above + below == 7


def test_page_shows_every_sheet():
    page = (ROOT / "book" / "teaching_paper.md").read_text("utf-8")
    assert re.findall(r'<a href="paper/(\w+)\.pdf"><img', page) != []
    assert set(re.findall(r'<a href="paper/(\w+)\.pdf"><img', page)) == set(SHEETS)
    first = [TOOL.files(sheet)[0] for sheet in SHEETS.values()]
    assert sorted(re.findall(r'src="paper/(\w+\.svg)"', page)) == sorted(first)
