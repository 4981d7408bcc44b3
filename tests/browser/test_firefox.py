"""The live page in Firefox: the same as in Chromium, as far as another browser could differ."""

import json
import re
from base64 import b64decode
from functools import partial
from io import BytesIO

import pytest
from games.kit.apps.seeds import shuffled
from pypdf import PdfReader

from games import placement, tasks
from games.kit.text import percent
from tests import firefox
from tests.book.test_offline import POISON, WRONG, address, site  # noqa: F401 -- two fixtures
from tests.browser.test_wall import LIVE, ROWS, stands

pytestmark = [pytest.mark.book, pytest.mark.browser, pytest.mark.slow]


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
    browser.until(LIVE)
    yield browser
    assert browser.errors == []


def shows(app, text):
    return f"document.querySelector('#app-{app} .oe-app').textContent.includes('{text}')"


class Form:
    """The form of a task in a page of any of the browsers."""

    def __init__(self, page, task):
        self.page, self.task, self.number = page, tasks.task(task), 1
        self.lost = 0  # answers to this question that were not understood: the hints get better
        self.path = f"document.querySelector('form.answer[data-task={task}]')"
        self.press(".answer-back")  # as it was before, for a second try

    @property
    def variant(self):
        return self.task.variant(self.number)

    def says(self, text):
        said = f"{self.path}.querySelector('.answer-reply').textContent"
        self.page.until(f"{said}.includes({json.dumps(text)})")

    def press(self, kind):
        self.page.evaluate(f"{self.path}.querySelector('{kind}').click()")

    def give(self, answer):
        """Write an answer, or choose it; have it checked, and expect what Python says of it."""
        if self.variant.options:
            self.press(f"input[value={json.dumps(answer)}]")
        else:
            field = f"{self.path}.querySelector('input')"
            self.page.evaluate(f"{field}.value = {json.dumps(answer)}")
            self.page.evaluate(f"{field}.dispatchEvent(new Event('input', {{ bubbles: true }}))")
        self.press("[type=submit]")
        reply = tasks.check(self.variant, answer, self.lost)
        self.says(reply.message)
        self.lost += reply.verdict == "not yet"
        return reply.verdict

    def another(self):
        self.press(".answer-another")
        self.number, self.lost = self.number + 1, 0
        self.is_kept("")

    def is_kept(self, answer):
        """Expect the question that was asked last, and this answer in its form."""
        prompt = f"{self.path}.querySelector('.answer-prompt').textContent"
        self.page.until(f"{prompt} === {json.dumps(self.variant.prompt)}")
        given = "input:checked" if self.variant.options else "input"
        value = f"({self.path}.querySelector('{given}')?.value ?? '')"
        self.page.until(f"{value} === {json.dumps(answer)}")


def test_forms_are_answered_and_kept(page):
    """Answer two forms of the placement page, guess once, and open the page anew."""
    number, choice = Form(page, "placement-exercise-four"), Form(page, "placement-check-worst")
    wrong = number.variant.wrongs[0]
    given = [number.variant.written(wrong.value), "123/457", "hello", number.variant.shown]
    assert [number.give(it) for it in given] == ["known", "not yet", "unread", "right"]
    places = range(len(choice.variant.options))
    verdicts = [choice.give(choice.variant.written(place)) for place in places]
    assert sorted(verdicts) == ["known"] * (len(places) - 1) + ["right"]
    for form in (number, choice):
        form.another()
        assert form.give(form.variant.shown) == "right"
    guessed = "document.querySelector('[data-value=\"on field 1\"][aria-pressed=true]')"
    page.evaluate("document.querySelector('[data-value=\"on field 1\"]').click()")
    page.until(guessed)
    page.evaluate("window.isOld = true")
    page.goto(page.evaluate("location.href"))
    page.until("!window.isOld && document.readyState === 'complete'")
    for form in (number, choice):
        form.is_kept(form.variant.shown)
        form.says("Right.")
    page.until(guessed)
    said = "document.querySelector('.said[data-guess=nine]').textContent"
    page.until(f"{said} === 'You said “on field 1”.'")
    page.evaluate("localStorage.clear()")
    page.until(LIVE)  # for whoever goes on with this page


def test_a_slider_changes_the_number_to_what_the_solver_says(page):
    """Move a slider of the explorer: the number is what the solver says."""
    page.until(shows("explorer", percent(placement.win(100, 5))))
    page.press("slider", "Number r", "ArrowRight")
    page.until(shows("explorer", percent(placement.roll(100, 5, 1))))
    page.until("location.search.includes('app=explorer') && location.search.includes('r=1')")
    table = "#app-explorer .oe-bars tbody tr"
    assert page.evaluate(f"document.querySelectorAll('{table}').length") == 5


def test_clicks_play_the_game_to_its_end(page):
    """Play the game of twelve values and three fields by clicks."""
    page.click("button", "Show")
    page.until(shows("game", percent(placement.win(12, 3))))
    fields = [None] * 3
    for number in shuffled(range(12), 4, 3):
        page.click("button", "Roll a number")
        drawn = "document.querySelector('#app-game .oe-drawn strong')?.textContent"
        page.until(f"{drawn} === '{number}'")
        best = placement.advice(12, fields, number)
        if not best:
            break
        field, chance = best[0]
        page.click("button", f"Place {number} on field {field}")
        fields[field] = number
        placed = "document.querySelectorAll('#app-game .oe-is-filled').length"
        page.until(f"{placed} === {sum(it is not None for it in fields)}")
        page.until(shows("game", percent(chance)))


def serves_no_poison(page, book):
    """Have somebody else write to the offline cache: nothing of it is served."""

    def goto(name):
        page.goto(f"{book}/book/{name}.html")
        page.until(f"location.pathname.endsWith('/{name}.html') && {LIVE}")

    goto("chains")
    page.until("document.querySelector('.live-kept button')")
    page.evaluate("document.querySelector('.live-kept button').click()")
    page.until("document.querySelector('.live-kept').textContent.includes('is kept on this')")
    page.evaluate(f"void ({POISON})('').then({WRONG}).then((it) => (window.wrong = it.length))")
    page.until("window.wrong")  # the poison is there
    goto("race")
    shown = "[window.poisoned, getComputedStyle(document.body).visibility].join()"
    assert page.evaluate(shown) == ",visible"


def test_the_search_and_the_glossary_answer(browser, book):
    browser.errors.clear()
    browser.goto(f"{book}/book/glossary.html")
    browser.type("Control", "k")
    browser.until("document.activeElement.matches('dialog[open] [role=combobox]')")
    for letter in "penney":
        browser.type(letter)
    first = "document.querySelector('[role=option]')"
    browser.until(f"{first}?.href.endsWith('/book/lucky_draws.html')")
    assert "Penney" in browser.evaluate(f"{first}.querySelector('mark').textContent")
    browser.type("Escape")
    browser.until("!document.querySelector('dialog[open]')")
    link = ".bd-article dd a[href^='#term-']"
    still = '{ block: "center", behavior: "instant" }'
    browser.evaluate(f'document.querySelector("{link}").scrollIntoView({still})')
    browser.hover(link)
    browser.until("document.querySelector('[role=tooltip]')?.checkVisibility()")
    described = browser.evaluate(
        f'document.querySelector("{link}").getAttribute("aria-describedby")'
    )
    assert described == "live-term"
    browser.type("Escape")
    browser.until("!document.querySelector('[role=tooltip]').checkVisibility()")
    assert browser.errors == []


def test_on_paper_a_formula_is_whole_and_no_title_is_last(browser, book):
    browser.goto(f"{book}/book/yazy.html")
    browser.until(LIVE)
    titles = "[...document.querySelectorAll('article :is(h2, h3, .oe-title)')]"
    titles = browser.evaluate(f"{titles}.map((it) => it.firstChild.textContent.trim()).join('|')")
    edges = {"top": 2, "right": 1.8, "bottom": 1.8, "left": 1.8}
    size = {"margin": edges, "page": {"width": 21, "height": 29.7}}
    paper = browser.ask("browsingContext.print", context=browser.tab, **size)["data"]
    said, last = "", []

    def note(rows, text, at, line, *_):
        if text.strip():
            rows.append((line[4] * at[1] + line[5] * at[3] + at[5], text.strip()))

    for sheet in PdfReader(BytesIO(b64decode(paper))).pages:
        rows = []  # how far up, what
        said += sheet.extract_text(visitor_text=partial(note, rows))
        last.append(min(rows)[1])
    assert "mean(best" in re.sub(r"\s", "", said)  # on a screen another one is there for phones
    assert set(last) & set(titles.split("|")) == set()


def test_nobody_else_is_asked(page, book, strangers):
    assert len(page.requests) > 10
    others = [it for it in page.requests if not it.startswith((book, "data:", "blob:"))]
    assert others == []
    own = r"\b(mozilla\.(com|net|org)|mozgcp\.net|firefox\.com)[:/]"  # Firefox looks for news
    assert [it for it in strangers[1] if not re.search(own, it)] == []


@pytest.mark.slow
@pytest.mark.parametrize("row", ROWS)
def test_the_wall_stands(browser, book, strangers, row):
    stands(row, browser, book, strangers)


@pytest.mark.slow
def test_what_somebody_else_has_put_into_the_cache_is_not_served(browser, address):  # noqa: F811
    serves_no_poison(browser, address)
