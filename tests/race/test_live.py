"""The apps of the chapter on the race as its readers have them: in the built page, live."""

import json
import re
from fractions import Fraction
from random import Random

import pytest
from playwright.sync_api import expect

from games.race import Race
from games_widgets.drawing.text import number
from games_widgets.race import view_board, view_ledger, view_lengths
from tests.conftest import PATIENCE, SITE, live, others_slow, watching
from tests.helpers.race import finish_picture
from tests.helpers.selectors import FIELD, KEY_FIGURE, LINKED, SUMMARY, SURFACE, TALLY
from tests.live import (
    LiveApp,
    held_up,
    hover_part,
    in_motion,
    is_accessible,
    on_a_phone,
    page_of,
    tells_presets,
)

pytestmark = [pytest.mark.book, pytest.mark.browser]

GAME = "The race"
EXPLORER = "What does a step save?"
LENGTHS = "How long does a race last?"
LEDGER = "On which board is the drift estimate right?"


def test_python_takes_over_a_scene_at_its_present_stage(context, book):
    with watching(context) as page:
        held_routes = []
        page.route("**/pyodide.asm.wasm*", lambda route: held_routes.append(route))
        page.goto(f"{book}/{page_of(LEDGER)}?app=ledger&embed=1")
        summary = page.locator(f"{SURFACE}:visible {SUMMARY}")
        for wall in (-100, -50):
            page.get_by_role("button", name="Next").click()
            expect(summary).to_have_text(view_ledger.ledger(Race(100), wall).summary)
        summary.evaluate("""(node) => {
            const look = () => seen.at(-1) === node.textContent || seen.push(node.textContent);
            window.seen = [node.textContent];
            new MutationObserver(look).observe(node, { childList: true, subtree: true });
        }""")
        for route in held_routes:
            route.continue_()
        page.wait_for_selector("html[data-live=on]", timeout=PATIENCE)
        page.get_by_role("slider", name="The wall").press("ArrowRight")
        LiveApp(page, LEDGER).shows(view_ledger.ledger(Race(100), -45))
        assert page.evaluate("seen.length") == 2  # the sentence before and the one after the key


@pytest.mark.slow
@pytest.mark.parametrize("value", others_slow([100, 90]))
def test_a_picture_that_other_code_stored_is_drawn_anew(page, live_app, value):
    """Whether or not its settings are others, too."""

    def change(match):
        models = json.loads(match[2])
        states = [model["state"] for model in models["state"].values()]
        [explorer] = [state for state in states if "Row 1 leads to" in state.get("html", "")]
        explorer["html"] = "<p>By other code.</p>"
        for fields in (state for state in states if state.get("description") == "Fields"):
            fields["value"] = value
        return match[1] + json.dumps(models).replace("</", "<\\/") + match[3]

    state = re.compile(r'(widget-state\+json">)(.*?)(</script>)', re.DOTALL)
    body = state.sub(change, (SITE / page_of(EXPLORER)).read_text(encoding="utf-8"))
    page.context.route(f"**/{page_of(EXPLORER)}*", lambda route: route.fulfill(body=body))
    live(page, live_app.address(EXPLORER))
    app = LiveApp(page, EXPLORER)
    app.stands("Fields", 100)
    app.shows(view_board.explorer(Race(), 1))


# What an app shows first, on a board.
FIRST = {
    EXPLORER: lambda race: view_board.explorer(race, 1),
    LENGTHS: lambda race: finish_picture(view_lengths.lengths(race))[0],
    LEDGER: lambda race: view_ledger.ledger(race, -200),
}


def test_row_and_field_light_up_together(live_app):
    app = live_app(EXPLORER)
    app.click("As in the puzzle")
    app.box.locator("[data-scrubber]").first.hover()
    app.page.mouse.down()
    app.shows(view_board.explorer(Race(), 50))
    app.page.mouse.up()
    app.click("Small enough to read")  # whose end is before that place
    app.shows(view_board.explorer(Race(12, 6, "clamp"), 3))
    rows = app.picture.locator("[data-links]")
    hover_part(rows, 6)
    expect(rows.locator("i")).to_have_attribute("style", f"--from:{6 / 11};--to:{7 / 11}")
    place = app.picture.locator(f"{FIELD}{LINKED}")
    expect(place).to_have_accessible_name(re.compile("^Field 7: "))
    below = "(node) => getComputedStyle(node, '::after').content"  # what is shown below the board
    assert place.evaluate(below).startswith('"Field 7: ')
    hover_part(rows, 4)
    expect(place).to_have_accessible_name(re.compile("^Field 5: "))
    app.picture.locator(f"button{FIELD}").nth(8).hover()
    expect(rows.locator("i")).to_have_attribute("style", f"--from:{8 / 11};--to:{9 / 11}")
    chosen_field = app.picture.locator(".oe-is-chosen")
    chosen_field.focus()
    app.page.keyboard.press("ArrowRight")
    expect(rows.locator("i")).to_have_attribute("style", f"--from:{3 / 11};--to:{4 / 11}")
    app.page.keyboard.press("Enter")
    app.shows(view_board.explorer(Race(12, 6, "clamp"), 4))
    expect(chosen_field).to_be_focused()
    app.picture.locator(f"button{FIELD}").nth(9).click()
    app.shows(view_board.explorer(Race(12, 6, "clamp"), 10))


def test_mark_on_a_chart_is_dragged(live_app):
    app = live_app(EXPLORER)
    app.click("As in the puzzle")
    app.shows(view_board.explorer(Race(), 1))
    plot = app.picture.locator("[data-scrub-range]").first.bounding_box()
    mouse, y = app.page.mouse, plot["y"] + plot["height"] / 2
    mouse.move(plot["x"] + plot["width"] / 100, y)
    mouse.down()
    for field in (10, 31):
        mouse.move(plot["x"] + plot["width"] * field / 100, y)
        app.shows(view_board.explorer(Race(), field))
    mouse.up()
    mouse.move(plot["x"] + plot["width"] / 2, y)
    app.shows(view_board.explorer(Race(), 31))


def test_link_with_moves_says_that_they_are_coming(page, book):
    notice = page.get_by_text("This link has moves.")
    with held_up(page):
        page.goto(f"{book}/{page_of(GAME)}?app=game&moves=3step")
        expect(notice).to_be_in_viewport()
    page.wait_for_selector("html[data-live=on]", timeout=PATIENCE)
    expect(notice).to_have_count(0)
    throw_number = LiveApp(page, GAME).picture.locator(f"{KEY_FIGURE} strong").first
    expect(throw_number).to_have_text("3")
    page.goto(f"{book}/{page_of(GAME)}")  # the game of a link is not the reader's own
    page.wait_for_selector("html[data-live=on]", timeout=PATIENCE)
    expect(throw_number).to_have_text("0")


def test_own_game_beside_the_moves_of_a_link_is_kept(page, book):
    """The link has moves of the other race on the page, which are the same acts."""
    page.goto(f"{book}/{page_of(GAME)}?app=kept&moves=3step")
    page.wait_for_selector("html[data-live=on]", timeout=PATIENCE)
    app = LiveApp(page, GAME)
    throw_number = app.picture.locator(f"{KEY_FIGURE} strong").first
    app.click("Throw")
    expect(throw_number).to_have_text("1")
    page.goto(f"{book}/{page_of(GAME)}")
    page.wait_for_selector("html[data-live=on]", timeout=PATIENCE)
    expect(throw_number).to_have_text("1")


@pytest.mark.parametrize("title", others_slow(FIRST))
def test_every_preset_gives_a_picture_and_reset_the_first(live_app, title):
    tells_presets(live_app(title), FIRST[title](Race()))


def test_a_race_runs_and_stops_and_many_are_tallied(live_app):
    app = live_app(GAME)
    app.click("As in the puzzle")
    app.stands("Fields", 100)
    app.type("Seed", 2)
    app.choose("Speed", "fast")
    with in_motion(app.page):
        app.click("Run")
        expect(app.picture.locator(f"{KEY_FIGURE} strong")).not_to_have_text("0")
        app.click("Stop")
        expect(app.button("Run")).to_be_enabled()
    app.click("To the end")
    expect(app.summary).to_contain_text("The race is won")
    app.click("Run 100 races")
    races = [Race().play(Random(f"2 tally {n}")) for n in range(100)]
    tally = app.picture.locator(TALLY)
    expect(tally).not_to_contain_text("Expected")
    app.click("Show exact values")
    expect(tally).to_contain_text(f"{number(Fraction(sum(races), 100), 2)} throws")
    expect(tally).to_contain_text(f"Expected: {number(Race().expected_throws, 2)} with")
    app.click("Reset tally")
    expect(tally).to_have_count(0)
    app.click("The other start rule")
    to_go = Race(below="stay").expected_throws
    expect(app.picture).to_contain_text(f"still expected: {number(to_go, 2)}")
    app.click("Show exact values")


@pytest.mark.slow
def test_accessible_and_within_a_phone(live_app):
    app = live_app(GAME)
    app.click("Short")
    app.stands("Fields", 20)
    app.click("Throw")
    app.click("Run 100 races")
    expect(app.picture.locator(TALLY)).to_contain_text("100 races took")
    with on_a_phone(app.page):
        is_accessible(app.page, "#app-game")
