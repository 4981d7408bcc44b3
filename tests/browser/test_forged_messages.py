"""The page alone decides what its cells show, whatever messages the sandbox sends."""

import json
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from tests.conftest import live, others_slow
from tests.helpers.cells import Cells
from tests.helpers.selectors import CELL_NOTE, RUNNABLE
from tests.helpers.your_game import BENCH, COIN
from tests.live import LiveApp, soon

pytestmark = [pytest.mark.book, pytest.mark.browser]

LIE = "P(win) = 99/100"
# Sends for every cell the false message that it has run, or failed, with this output.
FORGERY = f"""
import bridge, json
say = lambda **message: bridge.post(json.dumps(message), None)
for n in CELLS:
    say(kind="begin", cell=n)
    say(kind="text", cell=n, stream="stdout", text="{LIE}")
    say(kind="show", cell=n, form="html", text="{LIE}", models={{}})
    say(kind="end", cell=n)
    say(kind="error", cell=n, brief="{LIE}")
    say(kind="error", cell=n, line=1, text="{LIE}")
"""
PLACE = "book/placement.html"


@pytest.fixture
def open_link(page, book):
    """Open the chapter on placement by a link with code."""

    def open_code(code, path=PLACE):
        page.goto(f"{book}/{path}?code={quote(code)}#scratch")
        return Cells(page)

    yield open_code
    page.evaluate("localStorage.clear()")
    page.faults.clear()  # the browser's error for a stopped Python


def everything(cells):
    """Return the output and the note of each cell, except the reader's own cell and the apps."""
    stored_cells = cells.page.locator(".bd-article .cell:has(.cell_input):not(.tag_live, #scratch)")
    return stored_cells.evaluate_all(
        "all => all.map((node) => node.innerText.replace(/\\s+/g, ' '))"
    )


def run_linked(cells):
    run = cells[-1].get_by_role("button", name="Run this cell")
    run.scroll_into_view_if_needed()
    expect(run).to_be_enabled()
    run.click()
    cells.rest()


@pytest.mark.parametrize("targets", others_slow(["range(50)", "[N]", "[0, 1, 2]"], "[N]"))
def test_code_of_a_link_shows_something_in_its_own_cell_alone(open_link, targets):
    names = "win, place, Fraction\n" if targets == "[N]" else ""  # names that other cells set
    cells = open_link("pass")
    last = cells.all.count() - 1
    code = names + FORGERY.replace("CELLS", targets.replace("N", str(last)))
    cells = open_link(code)
    outputs_before = everything(cells)
    run_linked(cells)
    assert everything(cells) == outputs_before
    is_honest = "node => [...node.children].every((part) => !part.textContent.includes(LIE))"
    live = cells.page.locator(".bd-article .cell.tag_live")
    assert live.evaluate_all(f"(all, LIE) => all.every({is_honest})", LIE)
    assert LIE not in cells[-1].locator(CELL_NOTE).inner_text()
    assert (LIE in cells.shown(-1)) == (targets == "[N]")


@pytest.mark.slow
def test_cells_of_the_book_run_where_no_code_of_a_link_has_run(open_link):
    code = "import games.placement as p\np.win = p.place = lambda *_: 99\nimport builtins\n"
    code += "builtins.print = lambda *_, **__: None\np.win(3, 2)"
    cells = open_link(code)
    book_cells = [n for n in cells.marked(RUNNABLE) if n < cells.all.count() - 1]
    printing_cells = [
        n for n in book_cells if "print(" in cells[n].locator("pre").first.inner_text()
    ][:3]
    outputs_before = [cells.shown(n) for n in printing_cells]
    assert all(outputs_before)
    run_linked(cells)
    assert cells.shown(-1) == "99"
    for n in printing_cells:
        cells.run(n)
        expect(cells[n].locator(CELL_NOTE)).to_be_empty()
    assert [cells.shown(n) for n in printing_cells] == outputs_before


def test_cell_that_ran_beside_changed_code_is_marked(page, book):
    page.goto(f"{book}/book/live_notebook.html")
    cells = Cells(page)
    code = cells[0].locator("pre").first.inner_text()
    cells.fill(0, code.replace("365", "687"))  # a year on Mars
    cells.run(0)
    cells.press(1, "Run all that are")
    cells.rest()
    note = cells[1].locator(CELL_NOTE)
    expect(note).to_contain_text("This ran together with code that is not the book's.")
    cells.press(0, "Reset this cell")
    cells.press(1, "Reset this cell")
    cells.rest()
    expect(note).to_be_empty()
    page.evaluate("localStorage.clear()")


@pytest.mark.slow
def test_starting_over_brings_back_what_the_book_shows(page, book):
    live(page, f"{book}/book/live_notebook.html")
    cells = Cells(page)
    outputs_before = everything(cells)
    for n in (1, 3):
        cells.fill(n, f"print({LIE!r})")
        cells.run(n)
    cells.answer(f"print({LIE!r})")
    cells.fill(-1, "while True: pass")
    cells.press(-1, "Run this cell")
    expect(cells[-1].get_by_role("button", name="Stop")).to_be_visible()
    page.get_by_role("button", name="Start over").click()
    cells.rest()
    for n in (1, 3):
        assert LIE not in cells.shown(n)
        expect(cells[n].locator(CELL_NOTE)).to_contain_text("Changed, and not run yet.")
        cells.press(n, "Reset this cell")
    assert cells.shown(-1) == ""
    soon(page, lambda: everything(cells), outputs_before)
    page.evaluate("localStorage.clear()")


@pytest.mark.slow
def test_a_run_gets_the_code_of_no_cell_that_it_does_not_need(page, book):
    page.goto(f"{book}/{PLACE}")
    cells = Cells(page)
    (first_cell, *_) = cells.marked(RUNNABLE)
    cells.fill(first_cell, "secret = 'of the reader'")
    output = cells.answer(
        "import sys\n'of the ' + 'reader' in str(sys.modules['runner'].page.sources)"
    )
    assert output == "False"
    page.evaluate("localStorage.clear()")


@pytest.mark.slow
def test_code_of_a_link_runs_where_no_code_of_the_reader_has_run(open_link):
    cells = open_link("import builtins\nhasattr(builtins, 'of_the_reader')")
    (n, *_) = cells.marked(RUNNABLE)
    cells.fill(n, "import builtins\nbuiltins.of_the_reader = True\nprint('set')")
    cells.run(n)
    assert "set" in cells.shown(n)
    run_linked(cells)
    assert cells.shown(-1) == "False"


STAIN = "import builtins\nbuiltins.stained = True\nprint = builtins.print = lambda *_: 99"


@pytest.mark.slow
def test_cells_of_the_book_run_where_no_code_of_the_reader_has_run(page, book):
    page.goto(f"{book}/{PLACE}")
    cells = Cells(page)
    book_cells = [n for n in cells.marked("cell-runnable") if n < cells.all.count() - 1]
    n = next(n for n in book_cells if "print(" in cells[n].locator("pre").first.inner_text())
    output_before = cells.shown(n)
    assert output_before
    cells.answer(STAIN)
    cells.run(n)
    expect(cells[n].locator(CELL_NOTE)).to_be_empty()
    assert cells.shown(n) == output_before
    page.evaluate("localStorage.clear()")


@pytest.mark.slow
def test_a_game_of_the_reader_runs_where_no_cell_has_run(page, book):
    live(page, f"{book}/book/your_game.html")
    cells = Cells(page)
    assert cells.answer(f"{STAIN}\nbuiltins.stained") == "True"
    bench = LiveApp(page, BENCH)
    text = bench.box.get_by_role("textbox", name="Your game in Python")
    for line, answer in (("import builtins\nbuiltins.stained\n", "stained"), ("", "6 steps")):
        text.fill(line + COIN)
        bench.click("Run")
        expect(bench.box).to_contain_text(answer)
    page.evaluate("localStorage.clear()")


# Code that sends any message to the page.
SAY = """import bridge, json, runner
cell = runner.Running.cell
say = lambda **message: bridge.post(json.dumps(message), None)
"""
# Messages with this many texts, or one this long; the number of the page, and the next.
MOST = {
    "characters": ("say(kind='text', cell=cell, stream='stdout', text='x' * MOST)", 120_000),
    "pieces": ("for _ in range(MOST): say(kind='show', cell=cell, form='plain', text='')", 3000),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", others_slow(MOST))
def test_one_run_shows_so_much_and_no_more(page, book, name):
    """A quicker twin is `test_a_flood_is_bounded_by_the_page_and_stop_is_within_reach`."""
    page.goto(f"{book}/{PLACE}")
    cells = Cells(page)
    code, limit = MOST[name]
    note = cells[-1].locator(CELL_NOTE)
    cells.answer(SAY + code.replace("MOST", str(limit)))
    expect(note).to_be_empty()
    cells.answer(SAY + code.replace("MOST", str(limit + 1)))
    expect(note).to_contain_text("than the page can take")
    page.evaluate("localStorage.clear()")
    page.faults.clear()


def test_one_run_has_one_error(page, book):
    page.goto(f"{book}/{PLACE}")
    cells = Cells(page)
    errors = [f"say(kind='error', cell=cell, line=0, text='the {n}')" for n in ("first", "second")]
    shown = cells.answer("\n".join([SAY, *errors]))
    assert "the first" in shown
    assert "the second" not in shown
    expect(cells[-1].locator(CELL_NOTE)).to_contain_text("Python has stopped")
    assert cells.answer("6 * 7") == "42"
    page.evaluate("localStorage.clear()")
    page.faults.clear()


def test_a_widget_that_cannot_be_drawn_does_not_keep_the_page_busy(page, book):
    page.goto(f"{book}/{PLACE}")
    cells = Cells(page)
    cells.answer(f"{SAY}say(kind='show', cell=cell, form='widget', text='nobody', models={{}})")
    cells.answer("from IPython.display import HTML\nHTML('<b>forty-two</b>')")
    expect(cells.view(-1).locator("b")).to_have_text("forty-two")
    page.evaluate("localStorage.clear()")
    page.faults.clear()


SAY_TEXT = "say(kind='text', cell=runner.Running.cell, stream='stdout', text=TEXT)"
FLOODS = {
    "long texts": SAY_TEXT.replace("TEXT", "'x' * 100_000"),
    "very long texts": SAY_TEXT.replace("TEXT", "'x' * 2**20"),
    "short texts": SAY_TEXT.replace("TEXT", "'x'"),
    "text and markup": f"{SAY_TEXT.replace('TEXT', repr('x'))}; display(HTML('<p>x'))",
    "errors": "say(kind='error', cell=runner.Running.cell, text='x')",
    "notes": "say(kind='error', cell=runner.Running.cell, brief='x')",
    "runs": "say(kind='begin', cell=runner.Running.cell)",
    "nothing": 'bridge.post(\'{"kind": "x"}\', None)',
    "emptied": f"clear_output(); {SAY_TEXT.replace('TEXT', repr('x'))}",
    "ends": 'bridge.post(\'{"kind": "done"}\', None)',
}


@pytest.mark.parametrize("name", others_slow(FLOODS, "text and markup"))
def test_a_flood_is_bounded_by_the_page_and_stop_is_within_reach(page, book, name):
    page.goto(f"{book}/{PLACE}")
    cells = Cells(page)
    assert cells.answer("6 * 7") == "42"
    flood = f"{SAY}from IPython.display import HTML, clear_output, display\n"
    cells.fill(-1, f"{flood}runner.MAX_CHARACTERS = 10**12\nwhile True: {FLOODS[name]}")
    cells.press(-1, "Run this cell")
    stop = cells[-1].get_by_role("button", name="Stop")
    note = cells[-1].locator(CELL_NOTE)
    stopped_note = note.filter(has_text="Python has stopped")
    expect(stop.or_(stopped_note).first).to_be_visible()
    page.wait_for_timeout(2000)
    stop.evaluate_all("all => all.forEach((node) => node.click())")  # the cell may have ended
    cells.rest()
    sizes = cells[-1].evaluate(
        "node => [node.textContent.length, node.querySelectorAll('*').length]"
    )
    assert sizes[0] < 150_000
    assert sizes[1] < 10_000
    assert cells.answer("6 * 7") == "42"
    page.evaluate("localStorage.clear()")
    page.faults.clear()


@pytest.mark.slow
def test_many_texts_and_pictures_of_one_cell_share_a_frame(page, book):
    page.goto(f"{book}/{PLACE}")
    cells = Cells(page)
    code = "from IPython.display import HTML\nfor n in range(200):\n    print(n)\n"
    cells.answer(f"{code}    display(HTML(f'<b>{{n}}</b>'))")
    assert cells[-1].locator("iframe.walled").count() == 1
    # Text before the first picture is in the page, above the iframe.
    parts = cells[-1].locator(".cell_output pre"), cells.view(-1).locator("body")
    numbers = " ".join(text for part in parts for text in part.all_inner_texts()).split()
    assert numbers == [str(n) for n in range(200) for _ in ("printed", "displayed")]
    page.evaluate("localStorage.clear()")


def test_characters_that_turn_a_line_are_marked(open_link):
    invisible_characters = "\u202e\u2066\u200b"
    cells = open_link(f"safe = True  # {invisible_characters}eslaF = efas")
    marks = cells[-1].locator("pre .unseen-character")
    names = "all => all.map((node) => getComputedStyle(node, '::before').content)"
    contents = marks.evaluate_all(names)
    assert contents == ['"U+202E"', '"U+2066"', '"U+200B"']
    expect(cells[-1].locator(CELL_NOTE)).to_contain_text("invisible characters")
    editor = cells.open(-1)
    assert editor.locator(".unseen-character").evaluate_all(names) == [
        '"U+202E"',
        '"U+2066"',
        '"U+200B"',
    ]
    assert cells[-1].locator("pre").first.evaluate("node => node.textContent").count("\u202e") == 1


@pytest.mark.slow
def test_no_words_of_a_stranger_are_a_note_of_the_page(page, book):
    page.goto(f"{book}/{PLACE}")
    cells = Cells(page)
    says = {
        "lost": {"kind": "lost", "brief": LIE},
        "fetch": {"kind": "fetch", "what": LIE},
        "plan": {"kind": "plan", "cell": -1, "cells": {"length": LIE}},
        "error": {"kind": "error", "cell": -1, "brief": LIE},
        "text": LIE,
    }
    for message in says.values():
        text = json.dumps(message) if isinstance(message, dict) else message
        code = "import bridge, runner, time\n"
        code += f"bridge.post({text!r}.replace('-1', str(runner.Running.cell)), None)"
        cells.fill(-1, f"{code}\ntime.sleep(1)")
        cells.press(-1, "Run this cell")
        for _ in range(8):
            assert LIE not in " ".join(page.locator(CELL_NOTE).all_inner_texts())
            page.wait_for_timeout(100)
        cells.rest()
    page.evaluate("localStorage.clear()")
    page.faults.clear()
