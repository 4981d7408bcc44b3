"""The live page for a reader's own game: the code runs in a worker, within limits."""

import re
from fractions import Fraction

import pytest
from playwright.sync_api import expect

from games_widgets.drawing.text import exact, number, percent
from games_widgets.your_game import view as views
from games_widgets.your_game.app import CHAINS, EXAMPLES, pack
from games_widgets.your_game.view import state_text
from own_games import states
from own_games.program import Game
from tests.conftest import PATIENCE, live, others_slow, watched, watching
from tests.helpers.selectors import (
    APP,
    CELLS,
    HEADLINES,
    HIGHLIGHTED,
    NODE,
    PICTURE,
    ROW,
    SUMMARY,
    WRONG,
)
from tests.helpers.your_game import BENCH, COIN, EDITOR, solve
from tests.live import in_motion, is_accessible, on_a_phone

pytestmark = [pytest.mark.book, pytest.mark.browser]


@pytest.fixture
def page(live_app):
    """The page, opened once."""
    return live_app.page(BENCH)


def editor(page):
    return page.get_by_role("group", name=EDITOR)


def anew(page):
    """Return the editor with the rows that it begins with."""
    editor(page).get_by_role("button", name="Reset", exact=True).click()
    first = editor(page).get_by_role("textbox", name="From state 1", exact=True)
    expect(first).to_have_value("no heads 1/2, one 1/2")
    expect(editor(page).locator(HEADLINES)).to_contain_text("steps on average6")
    return editor(page)


def bench(page):
    return page.get_by_role("group", name=BENCH)


def text(page):
    return bench(page).get_by_role("textbox", name="Your game in Python")


def run(page, code=None):
    if code is not None:
        text(page).fill(code)
    bench(page).get_by_role("button", name="Run", exact=True).click()


def shows(box, game):
    """The numbers of the picture are those of the solver."""
    headlines = box.locator(HEADLINES)
    if game.process:
        expect(headlines).to_contain_text(exact(game.value, 60))
    expect(headlines).to_contain_text(exact(game.mean, 60))
    expect(headlines).to_contain_text(number(game.deviation_float, 2))
    for end, chance in game.ends.items():
        if len(game.ends) > 1:
            row = box.get_by_role("row").filter(
                has=box.page.get_by_role("rowheader", name=state_text(end, 24), exact=True)
            )
            expect(row.filter(has_text=percent(chance)).first).to_contain_text(exact(chance, 24))


@pytest.mark.parametrize("label", others_slow(EXAMPLES, "Snakes and ladders"))
def test_each_example_runs_and_is_solved(page, label):
    run(page, COIN)
    bench(page).get_by_role("button", name=label).click()
    shows(bench(page), solve(EXAMPLES[label]))
    expect(text(page)).to_have_value(EXAMPLES[label])
    bench(page).get_by_role("button", name="Play 100 games").click()
    expect(bench(page).locator(PICTURE)).to_contain_text("100 games took")
    expect(page).to_have_url(re.compile(r"code=\w+(\+\w+)*$"))


def test_a_text_is_written_run_shared_and_never_runs_uninvited(page, browser):
    run(page, COIN)
    shows(bench(page), solve(COIN))
    expect(page).to_have_url(re.compile(r"code=[\w-]+$"))
    link = page.url
    with watched(browser) as other_page:
        live(other_page, link)
        expect(text(other_page)).to_have_value(COIN)
        expect(bench(other_page).locator(SUMMARY)).to_contain_text("has not run")
        expect(bench(other_page).locator(HEADLINES)).to_have_count(0)
        run(other_page)
        shows(bench(other_page), solve(COIN))


# A text that leaves a mark in its Python, changes the arithmetic there, and fails where a mark is.
MARKING = """
import builtins, fractions
assert not hasattr(builtins, "mark")
builtins.mark = True
fractions.Fraction.__float__ = lambda _: 99.0
fractions.Fraction.__format__ = lambda *_: "99"
"""


def test_a_text_changes_nothing_for_the_next_one(page):
    for code in (COIN, EXAMPLES["All six faces"]):
        run(page, MARKING + code)
        shows(bench(page), solve(code))


def test_dice_of_icepool_are_fetched_and_shown_together(page):
    text = (
        "from icepool import d6\noutput(3 @ d6, '3d6')\noutput(d6.pool(4).highest(3).sum(), '4k3')"
    )
    # The Python of the second text has imported icepool before.
    for code, last in ((text, "4k3"), (f"{text}\noutput(1, 'one')", "one")):
        run(page, code)
        expect(bench(page).get_by_role("columnheader", name=last)).to_be_visible()
    mean = bench(page).get_by_role("row", name="mean").first
    expect(mean.get_by_role("cell")).to_have_text(["10.50", "12.24", "1"])
    chart = bench(page).get_by_role("img", name="The chance of exactly each outcome")
    expect(chart).to_have_accessible_name(re.compile("4k3: mean 12.24"))
    bench(page).get_by_role("button", name="at least").click()
    eighteen = bench(page).get_by_role("row", name="18").first
    expect(eighteen.get_by_role("cell").nth(1)).to_have_text("1.62 %")
    bench(page).get_by_role("button", name="exactly").click()  # other tests of this page want it


def test_the_next_python_imports_icepool_before_a_text_does(page):
    run(page, "from icepool import d6\noutput(d6, 'one die')")
    expect(bench(page).locator(SUMMARY)).to_contain_text("one die: mean 3.50")
    with page.expect_request(re.compile(r"/icepool\.zip"), timeout=PATIENCE):
        pass  # nobody runs anything


def test_ctrl_enter_runs_and_scrolls_the_answer_into_sight(page):
    text(page).fill(EXAMPLES["All six faces"])
    text(page).press("Control+Enter")
    shows(bench(page), solve(EXAMPLES["All six faces"]))
    answer = bench(page).locator(HEADLINES)
    expect(answer).to_be_in_viewport()
    # the same text brings the reader to the same answer
    text(page).evaluate("(node) => node.scrollIntoView({ block: 'end', behavior: 'instant' })")
    expect(answer).not_to_be_in_viewport()
    text(page).press("Control+Enter")
    expect(answer).to_be_in_viewport()


@pytest.mark.slow
def test_slider_of_a_text_is_moved_by_the_keyboard(page):
    """A quicker twin is `test_moved_slider_recomputes_the_exact_answer`."""
    code = """p = slider(2/5)
start = 0
def step(lead):
    return {lead: 1} if abs(lead) == 2 else {lead + 1: p, lead - 1: 1 - p}
"""
    run(page, code)
    handle = bench(page).get_by_role("slider", name="p", exact=True)
    handle.press("Home")
    handle.press("ArrowRight")
    shows(bench(page), solve(code.replace("slider(2/5)", "1/100")))
    expect(page).to_have_url(re.compile("slider=1%2F100"))
    expect(bench(page)).to_contain_text("p²/(2p² − 2p + 1)")


def test_deep_recursion_of_a_text_is_named_with_its_line(page):
    code = """from functools import cache
start = 0
@cache
def depth(n):
    return 0 if n == 0 else depth(n - 1) + 1
def step(n):
    return {depth(900): 1}
"""
    run(page, code)
    expect(bench(page).get_by_role("alert")).to_contain_text("Line 5: too many calls wait")


@pytest.mark.slow
def test_a_link_with_a_loop_does_no_harm_before_the_click(context, live_app):
    loop = "start = 0\nwhile True: pass"
    with watching(context) as page:
        live(page, f"{live_app.address(BENCH)}?app=program&code={pack(loop)}")
        expect(bench(page).locator(SUMMARY)).to_contain_text("has not run")
        expect(bench(page).get_by_role("alert")).to_be_hidden()
        run(page)
        expect(bench(page).get_by_role("alert")).to_contain_text(
            "Line 2: not finished after 10 seconds, or after 10000000 turns of loops"
        )


@pytest.mark.slow
def test_what_was_stopped_does_not_run_again_by_itself(context, live_app):
    with watching(context) as page:
        live(page, live_app.address(BENCH))
        endless = "import time\nstart = 0\ntime.sleep(100)"
        run(page, endless)
        expect(bench(page).get_by_role("button", name="Running…")).to_be_visible()
        bench(page).get_by_role("button", name="Stop", exact=True).click()
        expect(bench(page).get_by_role("alert")).to_contain_text("Stopped.")
        expect(bench(page).get_by_role("button", name="Run", exact=True)).to_be_visible()
        page.workers[0].evaluate("self.close()")
        page.get_by_role("button", name="Start again").first.click()
        page.wait_for_selector("html[data-live=on]")
        expect(text(page)).to_have_value(endless)  # the address has kept it
        expect(bench(page).locator(SUMMARY)).to_contain_text("has not run")
        run(page, COIN)
        shows(bench(page), solve(COIN))
        page.faults.clear()


def test_rows_are_edited_and_turn_red(page):
    box = anew(page)
    row_field = box.get_by_role("textbox", name="From state 1", exact=True)
    row_field.fill("no heads 1/2, one 1/3")
    row = box.locator(ROW).first
    expect(box.locator(f"{ROW}{WRONG}")).to_have_count(1)
    expect(row).to_contain_text("The chances sum to 5/6: 1/6 is missing.")
    expect(row_field).to_have_attribute("aria-invalid", "true")
    expect(box.get_by_role("alert")).to_contain_text("no heads: The chances sum to 5/6")
    expect(box.locator(HEADLINES)).to_contain_text("6")
    row_field.fill("no heads 3/4, one 1/4")
    expect(box.locator(f"{ROW}{WRONG}")).to_have_count(0)
    expect(row_field).to_have_attribute("aria-invalid", "false")
    expect(box.get_by_role("alert")).to_be_hidden()
    rows = "no heads: no heads 3/4, one 1/4; one: no heads 1/2, two 1/2; two:"
    chain = states.chain(states.parse(rows))
    mean = chain.expected_steps("no heads")
    assert mean == 10
    expect(box.locator(SUMMARY)).to_contain_text("10 steps")
    box.get_by_role("button", name="start from one").click()
    expect(box.locator(SUMMARY)).to_contain_text("From one, a game takes 6 steps")
    expect(page).to_have_url(re.compile("start=one$"))


def test_the_editor_by_keyboard_alone(page):
    box = anew(page)
    box.get_by_role("textbox", name="State 1", exact=True).focus()
    page.keyboard.press("Tab")
    expect(box.get_by_role("textbox", name="From state 1", exact=True)).to_be_focused()
    for _ in range(3):
        page.keyboard.press("Tab")
    expect(box.get_by_role("textbox", name="State 3", exact=True)).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.type("three 1")
    expect(box.locator(ROW).nth(2)).to_contain_text("No state is called three.")
    page.keyboard.press("Tab")
    page.keyboard.type("three")
    chain = states.chain(
        states.parse(
            "no heads: no heads 1/2, one 1/2; one: no heads 1/2, two 1/2; two: three 1; three:"
        )
    )
    assert chain.expected_steps("no heads") == 7
    expect(box.locator(SUMMARY)).to_contain_text("takes 7 steps")
    text(page).focus()
    page.keyboard.press("Tab")  # leaves the box
    expect(bench(page).get_by_role("button", name="Run", exact=True)).to_be_focused()


@pytest.mark.parametrize("label", others_slow(label for label in CHAINS if label != "A trap"))
def test_each_chain_is_solved(page, label):
    editor(page).get_by_role("button", name=label).click()
    chain = states.chain(states.parse(CHAINS[label]))
    start = chain.transient[0]
    expect(editor(page).locator(SUMMARY)).to_have_text(views.chain(Game(start, chain)).summary)
    expect(editor(page).locator(HEADLINES)).to_contain_text(exact(chain.expected_steps(start), 60))
    table = editor(page).locator(f"{CELLS} tbody tr")
    for row, line in zip(chain.fundamental_matrix(), table.all(), strict=True):
        cells = [Fraction(cell) for cell in line.locator("td[style]").all_inner_texts()]
        assert [float(value) for value in cells] == pytest.approx(
            [float(value) for value in row], rel=0.005
        )
    with in_motion(page):  # otherwise a step would end before the test sees it
        editor(page).get_by_role("button", name="Watch one").click()
        expect(editor(page).locator(f"{NODE}{HIGHLIGHTED}").first).to_be_visible()
        editor(page).get_by_role("button", name="Watch one").click()
    expect(editor(page).locator(f"{NODE}{HIGHLIGHTED}")).to_have_count(0)


@pytest.mark.slow
def test_names_from_strangers_stay_text(context, live_app):
    evil = "<img src=x onerror=alert(1)>"
    with watching(context) as page:
        live(page, f"{live_app.address(EDITOR)}?chain={evil.replace(' ', '+')}%3A+b+1%3B+b%3A")
        expect(editor(page).locator(PICTURE)).to_contain_text("<img src=")
        run(page, f"start = {evil!r}\ndef step(n): return {{'<b>': 1}}")
        expect(bench(page).locator(SUMMARY)).to_contain_text("<img src=")
        run(page, f"start = 0\ndef step(n): raise ValueError({evil!r})")
        expect(bench(page).get_by_role("alert")).to_contain_text(evil)
        assert page.locator("img[src=x]").count() == 0


@pytest.mark.slow
def test_accessible_and_within_a_phone(page):
    bench(page).get_by_role("button", name="Bold or timid").click()
    shows(bench(page), solve(EXAMPLES["Bold or timid"]))
    bench(page).get_by_role("button", name="Play 100 games").click()
    expect(bench(page).locator(PICTURE)).to_contain_text("100 games")
    run(page, "start = (")
    expect(bench(page).get_by_role("alert")).to_contain_text("Line 1")
    editor(page).get_by_role("button", name="A trap").click()
    expect(editor(page).locator(WRONG)).to_have_count(2)
    with on_a_phone(page):
        is_accessible(page, APP)
