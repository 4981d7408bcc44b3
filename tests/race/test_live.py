"""The apps of the chapter on the race as its readers have them: in the built page, live."""

import json
import re
from fractions import Fraction
from random import Random

import pytest
from playwright.sync_api import expect

from games import race
from games.kit.tally import Lengths
from games.kit.text import number, percent
from games.race import view
from games.race.playing import Board, Lanes, Run
from tests.conftest import SITE, in_turn, live
from tests.live import LiveApp, in_motion, is_accessible, on_a_phone, over, page_of, tells_presets
from tests.race.test_view import finished

pytestmark = [pytest.mark.book, pytest.mark.browser]

GAME = "The race"
EXPLORER = "From each field to the next"
LENGTHS = "How long does a race last?"
KEPT = "The race, with its ledger"
LANES = "Two markers, one die"
LEDGER = "On which board is distance over drift right?"
RULES = {"clamp": "goes to field 1", "stay": "stays where it is"}


def set_all(app, board):
    """Move every control of a board: by keys, by typing, and by choosing."""
    app.type("Fields", board.fields - 1)
    app.press("Fields", "ArrowRight")
    app.type("Faces", board.faces + 1)
    app.press("Faces", "ArrowLeft")
    app.choose("Start rule", RULES[board.below])


@pytest.mark.parametrize("value", in_turn([7, 9]))
def test_a_picture_that_other_code_stored_is_drawn_anew(page, opened, value):
    """Whether or not its settings are others, too."""

    def change(found):
        models = json.loads(found[2])
        states = [it["state"] for it in models["state"].values()]
        [explorer] = [it for it in states if "Row 7 leads to" in it.get("html", "")]
        explorer["html"] = "<p>By other code.</p>"
        [field] = [it for it in states if it.get("description") == "Field"]
        field["value"] = value
        return found[1] + json.dumps(models).replace("</", "<\\/") + found[3]

    state = re.compile(r'(widget-state\+json">)(.*?)(</script>)', re.DOTALL)
    body = state.sub(change, (SITE / page_of(EXPLORER)).read_text(encoding="utf-8"))
    page.context.route(f"**/{page_of(EXPLORER)}*", lambda route: route.fulfill(body=body))
    live(page, opened.address(EXPLORER))
    app = LiveApp(page, EXPLORER)
    app.stands("Field", 7)
    app.shows(view.explorer(Board(), 7))


BOARDS = [Board(12, 6, "stay"), Board(40, 8, "clamp"), Board(9, 5, "clamp")]


@pytest.mark.parametrize("board", BOARDS)
def test_the_explorer_follows_every_control(opened, board):
    app = opened(EXPLORER)
    app.click("Reset")
    app.stands("Fields", 100)
    set_all(app, board)
    field = board.fields // 2
    app.type("Field", field - 1)
    app.press("Field", "ArrowRight")
    app.shows(view.explorer(board, field))
    throws = race.expected_throws_by_field(*board[:2], below=board.below)
    visits = race.expected_visits(*board[:2], below=board.below)
    figures = app.picture.locator(".oe-headlines strong")
    expect(figures).to_have_text([number(throws[1], 2), number(throws[field], 2)])
    places = app.picture.locator("button.oe-place")
    for it, often, to_go in zip(places.all(), visits.values(), throws.values(), strict=False):
        told = f"{number(often, 2)} visits on average, {number(to_go, 2)} throws to go; leads to"
        expect(it).to_have_accessible_name(re.compile(re.escape(told)))


def test_row_field_and_bars_light_up_together(opened):
    app = opened(EXPLORER)
    app.click("Small enough to read")
    app.shows(view.explorer(Board(12, 6, "clamp"), 3))
    rows, throws, visits = (app.picture.locator("[data-links]").nth(k) for k in range(3))
    over(rows, 6)
    for it in (rows, throws, visits):
        expect(it.locator("i")).to_have_attribute("style", f"--from:{6 / 11};--to:{7 / 11}")
    place = app.picture.locator(".oe-place.oe-linked")
    expect(place).to_have_accessible_name(re.compile("^Field 7: "))
    over(throws, 4)
    expect(place).to_have_accessible_name(re.compile("^Field 5: "))
    app.picture.locator("button.oe-place").nth(8).hover()
    expect(rows.locator("i")).to_have_attribute("style", f"--from:{8 / 11};--to:{9 / 11}")
    chosen = app.picture.locator(".oe-is-chosen")
    chosen.focus()
    app.page.keyboard.press("ArrowRight")
    expect(rows.locator("i")).to_have_attribute("style", f"--from:{3 / 11};--to:{4 / 11}")
    app.page.keyboard.press("Enter")
    app.shows(view.explorer(Board(12, 6, "clamp"), 4))
    app.stands("Field", 4)
    expect(chosen).to_be_focused()
    app.picture.locator("button.oe-place").nth(9).click()
    app.shows(view.explorer(Board(12, 6, "clamp"), 10))


@pytest.mark.parametrize("board", BOARDS)
def test_lengths_follow_every_control(opened, board):
    app = opened(LENGTHS)
    app.click("Reset")
    app.stands("Fields", 100)
    set_all(app, board)
    picture, _ = finished(view.lengths(board))
    app.shows(picture)
    mean = race.expected_throws(*board[:2], below=board.below)
    deviation = float(race.variance_throws(*board[:2], below=board.below)) ** 0.5
    median = race.chain(*board[:2], below=board.below).quantile(1, "1/2")
    figures = app.picture.locator(".oe-headlines strong")
    expect(figures).to_have_text([number(mean, 2), number(deviation, 2), number(median)])


@pytest.mark.parametrize("board", BOARDS)
def test_the_ledger_follows_every_control(opened, board):
    app = opened(LEDGER)
    app.click("Reset")
    app.stands("Fields", 100)
    set_all(app, board)
    app.shows(view.ledger(board, -200))
    distance, overshoot, pushes, drift, throws = race.ledger(*board[:2], below=board.below)
    amounts = [drift * throws, pushes, distance + overshoot, -overshoot, Fraction(distance)]
    signs = "++=+="
    told = [f"{sign} {number(it, 2)}" for sign, it in zip(signs, amounts, strict=True)]
    last = app.picture.locator("table").last.locator("td:last-child")
    expect(last).to_have_text([it.replace("+ −", "− ") for it in told])
    if drift > 0:
        app.press("The wall", "End")
        app.shows(view.ledger(board, 0))


@pytest.fixture(scope="module")
def first():
    """The pictures that the apps begin with."""
    board = Board(100, 6, "clamp")
    return {
        EXPLORER: view.explorer(board, 7),
        LENGTHS: finished(view.lengths(board))[0],
        LEDGER: view.ledger(board, -200),
    }


@pytest.mark.parametrize("title", [EXPLORER, LENGTHS, LEDGER])
def test_every_preset_gives_a_picture_and_reset_the_first(opened, first, title):
    tells_presets(opened(title), first[title])


def test_a_whole_race_by_mouse(opened):
    app = opened(GAME)
    app.click("Reset")
    expect(app.picture).not_to_contain_text("expected still")
    app.click("Show exact values")
    set_all(app, Board(8, 8, "stay"))
    app.type("Seed", 5)
    expect(app.picture.locator(".oe-place")).to_have_count(8)
    throws = race.expected_throws_by_field(8, 8, below="stay")
    rng, here, thrown = Random("5 of 8"), 1, 0
    marker = app.picture.locator(".oe-is-here")
    while here != 8:
        face = 1 + int(rng.random() * 8)
        before, here = here, race.land(here, face, 8, below="stay")
        thrown += 1
        app.click("Throw")
        expect(app.summary).to_contain_text(f"You threw {face}, ")
        expect(app.summary).to_contain_text(f"from field {before} to field {here}")
        expect(marker).to_contain_text(str(here))
        chance = app.picture.locator(".oe-chance")
        expect(chance.locator("strong")).to_have_text(str(thrown))
        expect(chance).to_contain_text(f"expected still: {number(throws[here], 2)}")
    over = 1 - race.chain(8, 8, below="stay").survival(1, thrown)
    expect(app.summary).to_contain_text(f"{percent(over)} of all races are over by then")
    for name in ("Throw", "Run", "To the end"):
        expect(app.button(name)).to_be_disabled()
    app.click("Same throws again")
    expect(app.picture.locator(".oe-chance strong")).to_have_text("0")
    app.click("To the end")
    expect(app.picture.locator(".oe-chance strong")).to_have_text(str(thrown))
    app.click("Show exact values")
    expect(app.picture).not_to_contain_text("expected still")


def test_a_whole_race_by_keyboard_alone(opened):
    app = opened(GAME)
    app.click("Short")
    app.stands("Fields", 20)
    app.type("Seed", 11)
    expect(app.picture.locator(".oe-chance strong")).to_have_text("0")
    app.tab_to("Throw")
    thrown = 0
    while not app.button("Throw").is_disabled():
        app.page.keyboard.press("Enter")
        thrown += 1
        expect(app.picture.locator(".oe-chance strong")).to_have_text(str(thrown))
    expect(app.summary).to_contain_text(f"The race is won after {thrown} throws")
    expect(app.button("New race")).to_be_focused()
    app.page.keyboard.press("Enter")
    expect(app.picture.locator(".oe-chance strong")).to_have_text("0")
    expect(app.button("Throw")).to_be_enabled()


def test_a_race_runs_and_stops_and_many_are_tallied(opened):
    app = opened(GAME)
    app.click("As in the puzzle")
    app.stands("Fields", 100)
    app.type("Seed", 2)
    app.choose("Speed", "fast")
    with in_motion(app.page):
        app.click("Run")
        expect(app.picture.locator(".oe-chance strong")).not_to_have_text("0")
        app.click("Stop")
        expect(app.button("Run")).to_be_enabled()
    app.click("To the end")
    expect(app.summary).to_contain_text("The race is won")
    app.click("Run 100 races")
    races = [race.play(Random(f"2 tally {n}"), 100) for n in range(100)]
    tally = app.picture.locator(".oe-tally")
    expect(tally).not_to_contain_text("Expected")
    app.click("Show exact values")
    expect(tally).to_contain_text(f"{number(Fraction(sum(races), 100), 2)} throws")
    expect(tally).to_contain_text(f"Expected: {number(race.expected_throws(100), 2)} with")
    app.click("Reset tally")
    expect(tally).to_have_count(0)
    app.click("The other start rule")
    to_go = race.expected_throws(100, below="stay")
    expect(app.picture).to_contain_text(f"expected still: {number(to_go, 2)}")
    app.click("Show exact values")


def test_the_ledger_is_kept_throw_by_throw(opened):
    app = opened(KEPT)
    app.click("Short")
    app.stands("Fields", 20)
    app.type("Seed", 2)
    rng, now = Random("2 of 6"), Run(Board(20), [1])
    while not now.over:
        now = now.threw(1 + int(rng.random() * 6))
        app.click("Throw")
        expect(app.picture.locator(".oe-chance strong")).to_have_text(str(now.thrown))
        row = app.picture.locator("tr", has_text="pushes at the start")
        expect(row.locator("td").last).to_have_text(f"+ {number(now.pushed, 2)}")
        ghost = app.picture.locator(".oe-is-ghost")
        if now.ghost:
            expect(ghost).to_contain_text(str(now.ghost))
        else:
            expect(ghost).to_have_count(0)
    assert now.pushed
    app.click("Keep the ledger")
    expect(app.picture.locator(".oe-is-ghost")).to_have_count(0)


def test_two_markers_run_with_one_die(opened):
    app = opened(LANES)
    app.click("Short")
    app.stands("Fields", 30)
    app.type("Seed", 7)
    app.click("To the end")
    rng = Random("7 of 6")
    now = Lanes(*(Run(Board(30, 6, below), [1]) for below in RULES))
    while not now.over:
        now = now.threw(1 + int(rng.random() * 6))
    app.shows(view.lanes(now, played=Lengths()))
    app.click("Run 100 pairs")
    expect(app.picture.locator(".oe-tally")).to_contain_text("In 100 pairs")


@pytest.mark.parametrize(("question", "option", "told"), [
    ("a sixth of a field", "about 590", "is the story of this chapter"),
    ("A marker on field 3", "goes to field 1", "in every single race"),
])  # fmt: skip
def test_a_question_answers_after_the_guess(opened, question, option, told):
    box = opened.page(question).locator(".cell.tag_live", has_text=question)
    expect(box).not_to_contain_text(told)
    box.get_by_role("button", name=option).click()
    box.get_by_role("button", name="Reveal").click()
    expect(box).to_contain_text("The answer: ")
    expect(box).to_contain_text(told)


@pytest.mark.turn(3)
def test_a_link_gives_the_same_again_and_nonsense_is_told(page, opened):
    query = "app=explorer&fields=<img src=x>&faces=99&below=stay&field=29"
    live(page, f"{opened.address(EXPLORER)}?{query}")
    app = LiveApp(page, EXPLORER)
    expect(app.notice).to_contain_text("fields is '<img src=x>'")
    expect(app.notice).to_contain_text("faces is 99, but must be from 1 to 12")
    assert page.locator("img[src=x]").count() == 0
    app.shows(view.explorer(Board(100, 6, "stay"), 29))
    app.type("Fields", 30)
    app.shows(view.explorer(Board(30, 6, "stay"), 29))
    expect(page).to_have_url(re.compile(r"\?app=explorer&fields=30&faces=6&below=stay&field=29"))
    live(page, page.url)
    app.shows(view.explorer(Board(30, 6, "stay"), 29))
    expect(app.notice).to_be_hidden()


@pytest.mark.turn(3)
def test_accessible_and_within_a_phone(opened):
    app = opened(GAME)
    app.click("Short")
    app.stands("Fields", 20)
    app.click("Throw")
    app.click("Run 100 races")
    expect(app.picture.locator(".oe-tally")).to_contain_text("100 races took")
    with on_a_phone(app.page):
        is_accessible(app.page, "#app-game")
