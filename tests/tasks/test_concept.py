"""The concept test: its right answers are right, its two forms alike, and its files whole."""

from collections import Counter
from fractions import Fraction as F
from itertools import product
from pathlib import Path
from shutil import which
from unicodedata import normalize
from xml.etree import ElementTree

import pytest
from pypdf import PdfReader

from games import chase, race
from games.lucky_draws import penney
from games.maths.markov import AbsorbingChain
from games.tasks import concept
from games.tasks.__main__ import BROWSERS, main
from tests.tasks.twins import TWINS

PAGE = Path(__file__).parents[2] / "book" / "teaching_concept.md"
FORMS = [(n, item, form) for n, item in enumerate(concept.ITEMS, 1) for form in "AB"]


def right(number, form):
    prompt = concept.ITEMS[number - 1].form(form)
    return prompt.choices[prompt.right].text.strip()


def test_both_forms_are_alike():
    assert len(concept.ITEMS) == 10
    for item in concept.ITEMS:
        assert item.a.right == item.b.right
        assert [it.idea for it in item.a.choices] == [it.idea for it in item.b.choices]
        for form in (item.a, item.b):
            assert len({it.text for it in form.choices}) == 4
            assert [it.idea for it in form.choices].count("") == 1
        assert item.a.text != item.b.text
    places = Counter(item.a.right for item in concept.ITEMS)
    assert max(places.values()) <= 5


@pytest.mark.parametrize(("form", "friend"), [("A", 2), ("B", 3)])
def test_item_1(form, friend):
    assert right(1, form) == str(TWINS["counting-check-win"](1, friend))


@pytest.mark.parametrize(("form", "field", "fields"), [("A", 2, 3), ("B", 3, 4)])
def test_item_2(form, field, fields):
    E = race.expected_throws_by_field(fields)
    assert E[field] == 1 + E[1] / 2
    assert right(2, form) == f"E({field}) = 1 + 1/2 E(1)"


@pytest.mark.parametrize(("form", "up"), [("A", F(2, 3)), ("B", F(3, 5))])
def test_item_4(form, up):
    def step(field):
        if field == 10:
            return {10: 1}
        return {field + 1: up, max(field - 1, 0): 1 - up}

    plain = 10 / (2 * up - 1)
    assert AbsorbingChain.from_step(step, 0).expected_steps(0) < plain
    assert right(4, form).startswith(f"less than {plain},")


def test_item_5():
    assert round(race.expected_throws_float(100)) == 371
    assert round(chase.expected_turns_float(100)) == 3781
    assert 0.3 < race.chain(100).survival_curve_float(1, 371)[-1] < 0.5
    chain = chase.ring_chain(100)
    assert 0.3 < chain.survival_curve_float(50, 3781)[-1] < 0.5
    assert right(5, "A").startswith("fewer")


def test_items_6_and_7():
    assert (right(6, "A"), right(6, "B")) == ("6", "2")
    for form, error in (("A", F("0.258")), ("B", F("1.29"))):
        games = 10_000 * (F("2.58") / error) ** 2
        assert right(7, form).replace(" ", "") == f"{games}games"


def test_item_8():
    assert F(99, 100) + F(10**9, 100) > 2
    rolls = list(product(range(1, 7), repeat=2))
    both = F(sum(9 + sum(it) >= 19 for it in rolls), 36)
    four = F(sum(14 + it >= 19 for it in range(1, 7)), 6)
    five = F(sum(13 + it >= 19 for it in range(1, 7)), 6)
    assert four > max(both, five)
    assert "reroll the 4" in right(8, "B")


@pytest.mark.parametrize(("form", "words"), [("A", ("RRR", "BRR")), ("B", ("RRRR", "BRRR"))])
def test_item_9(form, words):
    assert right(9, form) == str(penney.win_probability(*words))


def test_item_10():
    first = penney.win_probability("RRB", "RBB")
    then = penney.win_probability("RBB", "BBR")
    assert min(first, then) > F(1, 2)
    assert penney.win_probability("RRB", "BBR") == F(1, 2)
    table = penney.table(4)
    wins = {
        a: {b for b in table.words if a != b and table.chance(a, b) > F(1, 2)} for a in table.words
    }
    assert any(a in wins[c] for a in wins for b in wins[a] for c in wins[b])
    assert "may" in right(10, "A")


def test_the_page_is_that_of_the_package():
    assert PAGE.read_text("utf-8") == concept.page()
    assert "Not validated" in concept.page()


def test_a_sheet_tells_no_answer():
    for form in "AB":
        page = concept.sheet(form)
        assert page.count("<ol type") == 10
        assert "Name:" in page
        assert not any(
            it.idea in page for item in concept.ITEMS for it in item.a.choices if it.idea
        )


def test_the_command_writes_all_files_and_prints_where_it_can(tmp_path):
    assert main(["concept", "--out", str(tmp_path)]) == 0
    pdfs = ["concept_a.pdf", "concept_b.pdf"] if any(map(which, BROWSERS)) else []
    files = ["concept.moodle.xml", "concept_a.html", "concept_b.html", *pdfs]
    assert sorted(it.name for it in tmp_path.iterdir()) == sorted(files)
    for name in pdfs:
        read = PdfReader(tmp_path / name).pages
        assert len(read) == 2  # of one leaf
        pages = " ".join(it.extract_text() for it in read)
        words = " ".join(normalize("NFKC", pages).split())  # "fi" is one letter in some fonts
        form = name[-5].upper()
        for item in concept.ITEMS:
            assert " ".join(item.form(form).text.split())[:60] in words


def test_moodle_has_each_choice_with_its_comment():
    quiz = ElementTree.fromstring(concept.moodle_xml())
    questions = [it for it in quiz if it.get("type") == "multichoice"]
    for (number, item, form), question in zip(
        sorted(FORMS, key=lambda it: it[2]), questions, strict=True
    ):
        assert question.findtext("name/text") == f"Concept {form} {number}"
        assert question.findtext("questiontext/text") == item.form(form).text
        told = {it.findtext("text"): it for it in question.findall("answer")}
        for choice in item.form(form).choices:
            answer = told[choice.text.strip()]
            assert answer.get("fraction") == ("0" if choice.idea else "100")
            assert choice.idea in answer.findtext("feedback/text")
