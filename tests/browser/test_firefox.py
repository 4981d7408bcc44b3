"""The live page in Firefox: the tests of Chromium whose results may differ there."""

import pytest
from playwright.sync_api import expect

import games_exercises as tasks
from games import placement
from games_widgets.apps.seeds import shuffled
from games_widgets.drawing.text import percent
from tests import firefox
from tests.conftest import live, watched
from tests.helpers.wall import ROWS, WaitingPage, stands
from tests.live import LiveApp

pytestmark = [pytest.mark.book, pytest.mark.browser]


@pytest.fixture(scope="module")
def browser(playwright):
    executable = firefox.find()
    if executable is None:
        pytest.skip(firefox.INSTALL_HINT)
    running = playwright.firefox.launch(channel=firefox.CHANNEL, executable_path=executable)
    yield running
    running.close()


@pytest.fixture
def page(browser, book):
    """The placement page, live and laid out."""
    with watched(browser, reduced_motion="reduce") as page:
        live(page, f"{book}/book/placement.html?V=12&F=3&seed=4")
        yield page


def test_slider_changes_the_number_to_that_of_the_solver(page):
    app = LiveApp(page, "Where should the first number go?")
    expect(app.picture).to_contain_text(percent(placement.win(100, 5)))
    app.press("Number r", "ArrowRight")
    expect(app.picture).to_contain_text(percent(placement.roll(100, 5, 1)))
    page.wait_for_url("**/placement.html?*app=explorer*r=1*")


@pytest.mark.slow
def test_game_is_played_to_its_end(page):
    game = LiveApp(page, "The placement game")
    game.click("Show P(win)")
    expect(game.picture).to_contain_text(percent(placement.win(12, 3)))
    fields = [None] * 3
    for number in shuffled(range(12), 4, 3):
        game.click("Roll a number")
        best = placement.advice(12, fields, number)
        if not best:
            break
        field, chance = best[0]
        game.box.get_by_role("button", name=f"Place {number} on field {field}").click()
        fields[field] = number
        expect(game.picture).to_contain_text(percent(chance))
    expect(game.summary).to_contain_text("the game is")


@pytest.mark.slow
def test_answer_is_checked_and_kept(page):
    """The twin in Chromium is `test_answer_is_checked_stored_saved_and_erased`."""
    task = tasks.task("placement-exercise-four")
    form = page.locator(f"form.answer[data-task={task.name}]")
    field = form.get_by_role("textbox")
    for answer in ("hello", task.variant().answer_text):
        field.fill(answer)
        field.press("Enter")
        expect(form).to_contain_text(tasks.check(task.variant(), answer).message)
    page.reload()
    expect(field).to_have_value(answer)
    expect(form).to_contain_text("Right.")


def test_search_finds_a_page(browser, book):
    with watched(browser) as page:
        page.goto(f"{book}/book/glossary.html")
        page.keyboard.press("Control+k")
        page.get_by_role("combobox").press_sequentially("penney")
        first = page.get_by_role("option").first
        expect(first).to_have_attribute("href", f"{book}/book/lucky_draws.html")


@pytest.mark.slow
@pytest.mark.parametrize("row", ROWS)
def test_wall_stands(browser, book, strangers, row):
    # Another host is reached by the proxy alone, and the proxy notes each request.
    proxy = {"server": f"http://127.0.0.1:{strangers[0]}", "bypass": "127.0.0.1"}
    with watched(browser, proxy=proxy) as page:
        stands(row, WaitingPage(page), book, strangers)
        page.faults.clear()  # the browser's error for each attack
