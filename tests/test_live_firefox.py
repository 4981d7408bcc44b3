"""The live page in Firefox: the same as in Chromium, as far as another browser could differ."""

import re
import socketserver
import threading

import pytest

from games import placement
from games.apps.seeds import shuffled
from games.views.text import percent
from tests import firefox

pytestmark = [pytest.mark.book, pytest.mark.browser]


@pytest.fixture(scope="module")
def strangers():
    """A proxy that leads nowhere and notes who is asked for: (its port, the list)."""
    asked = []

    class Note(socketserver.StreamRequestHandler):
        def handle(self):
            asked.append(self.rfile.readline().decode("latin-1").strip())

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Note) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1], asked
        server.shutdown()


@pytest.fixture(scope="module")
def browser(strangers, tmp_path_factory):
    executable = firefox.find()
    if executable is None:
        pytest.skip(firefox.HOW)
    running = firefox.Firefox(executable, tmp_path_factory.mktemp("profile"), strangers[0])
    yield running
    running.close()


@pytest.fixture
def page(browser, book):
    """The placement page, live and laid out."""
    browser.goto("about:blank")  # what the page before was about to load fails now, and not later
    browser.requests.clear()
    browser.errors.clear()
    browser.goto(f"{book}/book/placement.html?V=12&F=3&seed=4")
    browser.until("document.documentElement.matches('[data-live=on]:not([data-layout])')")
    yield browser
    assert browser.errors == []


def shows(app, text):
    return f"document.querySelector('#app-{app} .oe-app').textContent.includes('{text}')"


def test_a_slider_changes_the_number_to_what_the_solver_says(page):
    page.until(shows("explorer", percent(placement.win(100, 10))))
    page.press("slider", "Number r", "ArrowRight")
    page.until(shows("explorer", percent(placement.roll(100, 10, 43))))
    table = "#app-explorer tbody tr"
    assert page.evaluate(f"document.querySelectorAll('{table}').length") == 10
    page.until("location.search.includes('app=explorer') && location.search.includes('r=43')")


def test_clicks_play_the_game(page):
    first, second = shuffled(range(12), 4, 3)[:2]
    page.click("button", "Show")
    page.until(shows("game", percent(placement.win(12, 3))))
    page.click("button", "Roll a number")
    page.until(f"document.querySelector('#app-game .oe-drawn strong')?.textContent === '{first}'")
    field, chance = placement.advice(12, [None] * 3, first)[0]
    page.click("button", f"Place {first} on field {field}")
    page.until("document.querySelector('#app-game .oe-is-filled')")
    page.until(shows("game", percent(chance)))
    page.click("button", "Roll a number")
    page.until(f"document.querySelector('#app-game .oe-drawn strong')?.textContent === '{second}'")


def test_a_cell_is_changed_and_run_and_one_without_end_is_stopped(page):
    cell = "document.getElementById('scratch')"
    said = f"{cell}.textContent"
    page.evaluate(f"{cell}.querySelector('.cell-tools button').click()")
    page.until(f"{cell}.querySelector('.cm-content')")
    for code, told in (("place(3, 2, 1, 0)", "Fraction(1, 2)"), ("while True: pass", "Stop")):
        page.evaluate(f"{cell}.querySelector('.cm-content').textContent = '{code}'")
        page.until(f"{cell}.querySelector('.cell_input pre').textContent === '{code}'")
        page.evaluate(f"{cell}.querySelector('.cell-tools button:last-child').click()")
        page.until(f"{said}.includes('{told}')")
    page.evaluate(f"{cell}.querySelector('.cell-note button').click()")
    page.until(f"{said}.includes('Stopped.')")
    page.until("document.documentElement.matches('[data-live=on][data-cells=idle]')")
    own = "uncaught exception: undefined"  # is said of any worker that is ended while at work
    page.errors[:] = [error for error in page.errors if error != own]


def test_nobody_else_is_asked(page, book, strangers):
    assert len(page.requests) > 10
    others = [it for it in page.requests if not it.startswith((book, "data:", "blob:"))]
    assert others == []
    own = r"\b(mozilla\.(com|net|org)|mozgcp\.net|firefox\.com)[:/]"  # Firefox looks for news
    assert [it for it in strangers[1] if not re.search(own, it)] == []
