"""The cells of code in the built page: run, edited, out of date, stopped, restored."""

import json
import re
import sys
import tomllib
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

from tests.conftest import PATIENCE, live, others_slow, tool, watched, watching
from tests.helpers.pages import ROOT, SITE
from tests.helpers.selectors import (
    CELL_ERROR,
    CELL_NOTE,
    CELL_TOOLS,
    CHANGED,
    RUNNABLE,
    STALE,
    SUMMARY,
)
from tests.live import LiveApp, held_up, is_accessible, soon

sys.path.insert(0, str(ROOT / "book" / "live"))
from needs import Page

from tests.helpers.cells import Cells

pytestmark = [pytest.mark.book, pytest.mark.browser]

BOOK = ROOT / "book"
NOTEBOOKS = sorted(BOOK.glob("*.ipynb"))
END = "ControlOrMeta+End"
MEASURES_TIME = re.compile(r"\b(perf_counter|process_time|monotonic|timeit|time)\b")


SOURCES = [cell["source"] for cell in tool("runnable_cells").cells(BOOK / "counting.ipynb")]


def cell_with(text):
    """Return the first cell of the chapter on counting whose code contains this text."""
    return next(n for n, source in enumerate(SOURCES) if text in source)


MEMO, TOSSES, MEAN, FLOATS, APP = map(
    cell_with,
    ("boxes worked out", "def tosses(a, b)", "print(tosses(2, 2))", "0.1 + 0.2 ==", "app.points"),
)


@pytest.fixture(scope="module")
def chapter(context, book):
    """The page of the chapter on counting that most tests use one after the other."""
    with watching(context) as page:
        page.requested = []
        page.on("request", lambda request: page.requested.append(request.url.rpartition("/")[2]))
        page.goto(f"{book}/book/counting.html")
        yield Cells(page)


@pytest.fixture
def counting(chapter):
    """The cells of this page; after each test they are those of the book again."""
    yield chapter
    for n in chapter.marked(CHANGED):
        chapter.press(n, "Reset this cell")
    assert chapter.page.faults == []


def test_a_cell_is_run_changed_kept_and_brought_back(counting):
    page, book = counting.page, counting.shown(MEMO)
    assert "boxes worked out: 755" in book
    code = counting[MEMO].locator("pre").first.inner_html()
    counting.run(MEMO)
    assert counting.shown(MEMO) == book
    assert counting.marked(STALE) == counting.marked(CHANGED) == []
    assert "codemirror.js" not in page.requested  # readers who never edit load no editor

    editor = counting.open(MEMO)
    page.keyboard.press(END)
    page.keyboard.type("\nfor n in (1, 2):\nprint(4 / n)")  # / opens no search; lines indent
    assert page.requested.count("codemirror.js") == 1
    assert counting.marked(CHANGED) == [MEMO]
    page.keyboard.press("Shift+Enter")
    counting.rest()
    assert counting.shown(MEMO) == f"{book}\n4.0\n2.0"
    page.keyboard.press("Tab")
    assert editor.inner_text().endswith("\n        print(4 / n)")
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    expect(editor).not_to_be_focused()

    page.reload()
    counting.rest()
    assert counting.marked(CHANGED) == [MEMO]
    expect(counting[MEMO].locator("pre").first).to_contain_text("print(4 / n)")
    counting.run(MEMO)
    assert counting.shown(MEMO) == f"{book}\n4.0\n2.0"
    counting.press(MEMO, "Reset this cell")
    expect(counting[MEMO].locator(CELL_NOTE)).to_be_empty()
    assert counting.shown(MEMO) == book
    assert counting.marked(CHANGED) == []
    assert page.evaluate("localStorage.getItem(`cells of ${location.pathname}`)") is None
    page.reload()
    counting.rest()
    assert counting.marked(CHANGED) == []
    assert counting[MEMO].locator("pre").first.inner_html() == code


@pytest.mark.slow
def test_names_are_offered_and_escape_closes_the_list(counting):
    page = counting.page
    counting.fill(-1, "")
    editor = counting[-1].locator(".cm-content")
    editor.focus()
    options = page.get_by_role("option").and_(page.locator(".cm-tooltip li"))
    page.keyboard.type("from games import placement as p, cha")
    expect(options.filter(has_text="chase")).to_have_count(1)  # besides the cell's own names
    last = "[...document.querySelectorAll('.cm-tooltip li')].at(-1).getBoundingClientRect()"
    top_element = f"document.elementFromPoint({last}.x + 4, {last}.y + 4)"
    assert page.evaluate(f"{top_element}.closest('li') !== null")  # nothing covers the list
    is_accessible(page, "#scratch", ".cm-tooltip")
    page.keyboard.press("Enter")  # Enter accepts only a chosen completion
    page.keyboard.type("p.equal_sp")
    expect(options.first).to_have_text("equal_spacing")
    page.keyboard.press("ArrowDown")
    expect(options.first).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    page.keyboard.type("(9, 3)\nmy_game = 1\nmy")
    expect(options.first).to_have_text("my_game")
    code = "from games import placement as p, cha\np.equal_spacing(9, 3)\nmy_game = 1\nmy"
    assert editor.inner_text() == code
    page.keyboard.press("Shift+Enter")
    expect(options).to_have_count(0)  # a reader who runs a cell looks at its output
    counting.rest()
    page.keyboard.type("_")
    expect(options.first).to_have_text("my_game")
    page.keyboard.press("Escape")
    expect(options).to_have_count(0)
    page.keyboard.press("Tab")
    expect(editor).not_to_be_focused()


def test_changed_cell_makes_dependent_cells_out_of_date(counting):
    assert counting.answer("print(win_by_table(2, 3), tosses(3, 3))") == "11/16 33/8"
    new_source = SOURCES[TOSSES].replace("return 1 +", "return 2 +")
    assert (new_source != SOURCES[TOSSES], old := counting.shown(MEAN)) == (True, "5/2")
    book, changed_page = (
        Page([*SOURCES[:TOSSES], source, *SOURCES[TOSSES + 1 :]])
        for source in (SOURCES[TOSSES], new_source)
    )
    dependent_cells = [n for n in range(len(SOURCES)) if book.recipe(n) != changed_page.recipe(n)]
    assert TOSSES < min(set(dependent_cells) - {TOSSES}) <= MEAN in dependent_cells
    assert len(dependent_cells) < len(SOURCES) / 3
    counting.fill(TOSSES, new_source)
    expect(counting[MEAN]).to_have_class(re.compile(STALE.removeprefix(".")))
    assert counting.marked(STALE) == dependent_cells
    counting.run(TOSSES)
    assert "T(3, 3) = 33/4" in counting.shown(TOSSES)
    dependent_cells.remove(TOSSES)
    assert counting.marked(STALE) == dependent_cells
    assert counting.shown(MEAN) == old
    counting.press(MEAN, "Run all that are")
    counting.rest()
    assert counting.shown(MEAN) == "5"
    assert counting.marked(STALE) == [n for n in dependent_cells if book.lacks[n]]
    counting.press(TOSSES, "Reset this cell")
    expect(counting[MEAN]).to_have_class(re.compile(STALE.removeprefix(".")))
    counting.press(MEAN, "Run all that are")
    counting.rest()
    assert (counting.shown(MEAN), counting.marked(STALE)) == (old, [])


@pytest.mark.slow
def test_names_are_set_again_after_starting_over(counting):
    assert counting.answer("mine = 1\nmine") == "1"
    assert counting.answer("mine + 1") == "2"
    counting.page.get_by_role("button", name="Start over").click()
    assert "NameError: name 'mine' is not defined" in counting.answer("mine + 1")
    assert counting.answer("float(tosses(2, 2))") == "2.5"


ERRORS = tomllib.loads(Path(__file__).with_name("errors.toml").read_text("utf-8"))["errors"]


def test_an_error_is_told_in_short_and_its_line_is_marked(counting):
    for case in ERRORS:
        code, message, line = case["code"], case["message"], case.get("line")
        output = counting.answer(code)
        assert message in output, code
        if "characters" not in message:
            assert len(output.splitlines()) < 12, code
        marks = counting[-1].locator(".cell-fault")
        expect(marks).to_have_count(int(line is not None))
        if line:
            assert line in marks.inner_text()
    assert counting.answer("2 + 3") == "5"


@pytest.mark.slow
def test_code_without_end_is_stopped_and_the_apps_live_on(page, book):
    live(page, f"{book}/book/counting.html")
    cells = Cells(page)
    cells.fill(-1, "n = 1\nwhile True:\n    n += 1")
    cells.press(-1, "Run this cell")
    stop = cells[-1].get_by_role("button", name="Stop")
    expect(stop).to_be_visible()
    app = LiveApp(page, "An unfinished game")
    summary_before = app.summary.inner_text()
    app.box.get_by_role("slider").first.press("End")
    expect(app.summary).not_to_have_text(summary_before)
    expect(stop).to_be_visible()
    assert len(page.workers) == 3  # of the apps, of the book's cells, and of other code
    stop.click()
    expect(cells[-1].locator(CELL_NOTE)).to_contain_text(
        "Stopped. The values that the cells had set are gone."
    )
    soon(page, lambda: len(page.workers), 2)
    assert cells.answer("float(tosses(2, 2))") == "2.5"


def test_python_starts_when_the_pointer_is_near_a_cell(counting):
    page = counting.page
    page.wait_for_selector("html[data-live=on]")
    page.get_by_role("button", name="Start over").click()
    soon(page, lambda: len(page.workers), 1)
    counting.fill(-1, "print('mine')")
    soon(page, lambda: len(page.workers), 3)  # by the focus: for the book's code, and for other
    counting.rest()
    page.get_by_role("button", name="Start over").click()
    soon(page, lambda: len(page.workers), 1)
    with held_up(page, "**/needs.py") as held_routes:
        counting[MEMO].locator("pre").first.hover()
        soon(page, lambda: len(held_routes), 1)
        assert counting[MEMO].locator(CELL_NOTE).inner_text() == ""
        counting.press(-1, "Run this cell")
        counting.press(MEMO, "Run this cell")
        for n in (-1, MEMO):
            expect(counting[n].locator(CELL_NOTE)).to_have_text("Python is starting… Stop ")
    counting.rest()
    assert counting.shown(-1) == "mine"
    assert "boxes worked out: 755" in counting.shown(MEMO)
    assert counting.marked(STALE) == []
    for n in (-1, MEMO):
        expect(counting[n].locator(CELL_NOTE)).to_be_empty()


@pytest.mark.slow
def test_waiting_cell_does_not_run_after_stop(counting):
    counting.fill(-1, "while True: pass")
    counting.press(-1, "Run this cell")
    expect(counting[-1].locator(CELL_NOTE)).to_have_text("Running… Stop ")
    counting.press(TOSSES, "Run this cell")
    note = counting[TOSSES].locator(CELL_NOTE)
    expect(note).to_have_text("Waiting until what runs is done… Stop ")
    note.get_by_role("button", name="Stop").click()
    for n in (-1, TOSSES):
        expect(counting[n].locator(CELL_NOTE)).to_contain_text("Stopped.")
    counting.run(TOSSES)
    expect(note).to_be_empty()
    assert "T(3, 3) = 33/8" in counting.shown(TOSSES)


@pytest.mark.slow
@pytest.mark.parametrize("call", ["win(-1, 1)", "eval('(' * 10**5)", "f = 0"])
def test_what_python_itself_may_not_survive_ends_in_a_message(counting, call):
    deep = "import sys\nsys.setrecursionlimit(10**8)\ndef f(n): return f(n + 1) + 1\nf(0)"
    code = deep if call == "f = 0" else call
    output = counting.answer(code) + counting[-1].locator(CELL_NOTE).inner_text()
    assert "Error" in output or "Python has stopped" in output
    counting.page.faults.clear()  # what the browser says of it
    assert counting.answer("2 + 3") == "5"


def test_python_of_a_cell_that_fails_says_why(counting):
    lost_message = json.dumps({"kind": "lost", "brief": "the memory is full"})
    assert "the memory is full" in counting.answer(
        f"import bridge\nbridge.post({lost_message!r}, None)"
    )
    expect(counting[-1].locator(CELL_NOTE)).to_contain_text("Python has stopped.")
    assert counting.answer("2 + 3") == "5"


def test_pasted_example_runs_without_its_prompts(counting):
    assert counting.answer(">>> n = 2\n>>> n + 1\n3") == "3"


def test_what_a_page_cannot_do_is_explained(counting):
    for code, words in [
        ("!pip install numpy", "belong to JupyterLab"),
        ("%timeit 1 + 1", "belong to JupyterLab"),
        ("help(len)", "It works in JupyterLab."),
        ("input()", "Write the value into the code."),
    ]:
        assert words in counting.answer(code)
    counting.page.faults.clear()  # what the browser says of input()


def test_deep_recursion_under_cache_leaves_python_alive(counting):
    counting.answer("survivor = 41")
    deep = "from functools import cache\n@cache\ndef f(n): return 0 if n == 0 else f(n - 1) + 1\n"
    words = counting.answer(f"{deep}f(900)")
    assert words.startswith("line 4: f(900)")
    assert "RecursionError" in words
    assert "Fill a table instead" in words
    assert counting.answer(f"{deep}f(500)") == "500"
    assert counting.answer("survivor + 1") == "42"


HARD = [
    "import sys\nsys.stdout = sys.stderr = None\n1",
    "import builtins\ndel builtins.print, builtins.__import__",
    "import json\njson.dumps = None\nprint(1)",
    "print('\\ud800', end='\\0')",
    "class It:\n    def __repr__(self): raise MemoryError\nIt()",
    "class It:\n    __getattr__ = __repr__ = lambda self, *_: self\nIt()",
    "raise KeyboardInterrupt",
    "(" * 500,
    "await 5",
    "return",
    "del display, __name__",
]
NAME = re.compile(r"\b[a-z_]\w*")


def mutate(code, random):
    """Return code with a few slips in it."""
    for _ in range(random.randint(1, 3)):
        lines = code.splitlines() or [""]
        n, position = random.randrange(len(lines)), random.randrange(len(code) + 1)
        name = random.choice(NAME.findall(code) or ["x"])
        slips = [
            [*lines[:n], *lines[n + 1 :]],
            [*lines[:n], "    " + lines[n], *lines[n + 1 :]],
            [*lines[:n], lines[n].strip(), *lines[n + 1 :]],
            [*lines[n:], *lines[:n]],
            [code[:position] + random.choice("()[]{}:'\"\\\n=-*.0 é") + code[position:]],
            [code[:position] + code[position + 1 :]],
            [re.sub(rf"\b{name}\b", random.choice(["None", "nothing", "0"]), code, count=1)],
            [re.sub(r"\d+", lambda match: str(int(match[0]) - 1), code, count=1)],
        ]
        code = "\n".join(random.choice(slips))
    return code


@pytest.mark.slow
@pytest.mark.parametrize("slips", [3, 50])
def test_no_change_breaks_the_page(counting, slips):
    page, random = counting.page, Random(18)
    plain = [source for source in SOURCES if "import" not in source]
    hard = HARD if slips > 3 else HARD[::5]
    codes = [*hard, *(mutate(random.choice(plain), random) for _ in range(slips))]
    for code in codes:
        counting.fill(-1, code)
        counting.press(-1, "Run this cell")
        stop = counting[-1].get_by_role("button", name="Stop")
        for _ in range(20):
            if page.locator("html[data-cells=idle]").count():
                break
            page.wait_for_timeout(50)
        else:  # the cell may have ended
            stop.evaluate_all("all => all.forEach((node) => node.click())")
        counting.rest()
    page.faults.clear()  # the browser's error for a Python that has ended
    assert counting.answer("2 + 3") == "5"
    assert counting.answer("float(tosses(2, 2))") == "2.5"
    assert counting.marked(CHANGED) == counting.marked(STALE) == []


def test_values_are_shown_as_in_a_notebook_without_scripts(counting):
    code = """
from IPython.display import HTML, SVG, Latex, display
display(HTML("<b>bold</b><script>hit = 1</script>"))
display(SVG('<svg width="9" height="9"><circle r="4"/></svg>'))
display(Latex("$\\\\frac12$"))
print("text")
class Table:
    def _repr_html_(self):
        return "<table><tr><td>1</td></tr></table>"
Table()"""
    counting.answer(code)
    output = counting[-1].locator("> .cell_output")
    (first,) = (
        frame.content_frame.locator("iframe").content_frame
        for frame in output.locator("iframe").all()
    )
    assert first.locator("b").inner_text() == "bold"
    assert (first.locator("svg circle").count(), first.locator("table td").count()) == (1, 1)
    assert first.locator(".stream").inner_text().strip() == "text"
    expect(first.locator("mjx-container")).to_have_count(1)
    assert output.locator("b, svg, table, script, meta").count() == 0  # it is in the sandbox
    assert first.locator("html").evaluate("() => typeof hit") == "undefined"
    assert counting.answer("list(range(40))").startswith("[0,\n 1,\n 2")
    counting.answer("for n in range(100): print(n)")
    output = counting[-1].locator("> .cell_output")
    assert output.bounding_box()["height"] < 500
    counting[-1].get_by_role("button", name="Show all").click()
    assert output.bounding_box()["height"] > 1000


@pytest.mark.slow
# without and with apps of the book
@pytest.mark.parametrize("name", others_slow(["race_roots", "chains"]))
def test_sympy_is_fetched_on_import_and_typeset(page, book, name):
    requests_seen = []
    page.on("request", lambda request: requests_seen.append(request.url.rpartition("/")[2]))
    page.goto(f"{book}/book/{name}.html")
    cells = Cells(page)
    own_files = set(requests_seen) & {"tex-svg.js", "widgets.js"}  # the requests of the page itself
    assert (bool(own_files), cells.answer("6 * 7")) == (name == "chains", "42")
    assert "sympy.zip" not in requests_seen
    code = "from sympy import *\nx = symbols('x')\n"
    assert cells.answer(f"{code}print(solve(x**2 - x - 1))") == "[1/2 - sqrt(5)/2, 1/2 + sqrt(5)/2]"
    assert "tex-svg.js" in own_files or "tex-svg.js" not in requests_seen
    cells.answer(f"{code}x**2 / sqrt(2)")
    formula = cells.view(-1).locator("mjx-container")
    expect(formula.locator("msqrt")).to_have_count(1)
    cells.fill(-1, "import icepool\nwhile True: pass")
    cells.press(-1, "Run this cell")
    expect(cells[-1].locator(CELL_NOTE)).to_have_text("Running… Stop ")  # the library has come
    cells[-1].get_by_role("button", name="Stop").click()
    assert requests_seen.count("sympy.zip") == 1
    assert ("widgets.js" in requests_seen) == ("widgets.js" in own_files)  # there is no widget


SLIDER = """
import ipywidgets

dice = ipywidgets.IntSlider(3, max=9, description="Dice")
squared = ipywidgets.HTML()

def follow(_=None):
    squared.value = f"<b>{dice.value ** 2}</b>"
    print("asked")

dice.observe(follow, "value")
follow()
ipywidgets.VBox([dice, squared])"""


@pytest.mark.slow
def test_a_widget_that_no_page_has_is_told(page, book):
    page.goto(f"{book}/book/race_roots.html")
    cells = Cells(page)
    cells.answer("import ipywidgets\nipywidgets.VBox([ipywidgets.Output(), ipywidgets.Button()])")
    output = cells.view(-1).locator("body")
    expect(output.get_by_text("Click to show javascript error")).to_be_visible()
    output.get_by_text("Click to show javascript error").click()
    expect(output).to_contain_text("a page has no OutputModel of @jupyter-widgets/output")
    page.faults.clear()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["race_roots", "counting"])  # without and with apps of the book
def test_a_widget_that_a_cell_shows_is_live(page, book, name):
    page.goto(f"{book}/book/{name}.html")
    cells = Cells(page)
    cells.answer(SLIDER)
    output = cells.view(-1)
    expect(output.locator("b")).to_have_text("9")
    output.get_by_role("slider").press("ArrowRight")
    expect(output.locator("b")).to_have_text("16")
    # the output after a change
    expect(output.locator(".stream")).to_have_text("asked")
    assert cells.answer("dice.value += 2; dice.value") == "asked\n6"
    cells.answer("ipywidgets.VBox([dice, squared])")
    expect(output.locator("b")).to_have_text("36")
    cells.answer("def fail(_):\n    1 / 0\ndice.observe(fail, 'value')\ndice")
    output.get_by_role("slider").press("ArrowRight")
    expect(cells[-1].locator(CELL_ERROR)).to_contain_text("ZeroDivisionError")
    assert cells.answer("dice.value") == "7"
    cells.answer("dice")
    cells.fill(-1, "while True: pass")
    cells.press(-1, "Run this cell")
    cells[-1].get_by_role("button", name="Stop").click()  # then nothing reacts to the slider
    expect(output.locator("[disabled]").first).to_be_visible()


@pytest.mark.slow
def test_the_cell_of_an_app_is_changed_and_gives_the_app_anew(page, book):
    live(page, f"{book}/book/counting.html")
    cells = Cells(page)
    apps = page.get_by_role("group", name="An unfinished game", exact=True)
    summary = apps.locator(SUMMARY)
    book_says = summary.inner_text()
    new_source = SOURCES[APP].replace("points()", "points(5, 1)")
    assert new_source != SOURCES[APP]
    cells[APP].locator("details").evaluate("node => (node.open = true)")
    cells.fill(APP, new_source)
    cells.run(APP)
    own_view = cells.view(APP)
    summary_text = own_view.locator(SUMMARY).inner_text()
    assert "5" in summary_text
    own_view.get_by_role("slider").first.press("End")
    expect(own_view.locator(SUMMARY)).not_to_have_text(summary_text)
    expect(cells[APP].locator(SUMMARY)).to_be_hidden()  # that of the book
    cells.press(APP, "Reset this cell")
    expect(summary).to_have_text(book_says)


@pytest.mark.slow
def test_the_apps_below_see_a_changed_definition(page, book):
    page.goto(f"{book}/book/live_notebook.html")
    cells = Cells(page)
    expect(cells[1].locator("b")).to_have_text("50.7%")
    code = cells[0].locator("pre").first.inner_text()
    cells.fill(0, code.replace("365", "687"))  # a year on Mars
    cells.run(0)
    assert cells.marked(STALE) == [1, 3, 4]
    expect(cells[1].locator("b")).to_have_text("50.7%")
    cells.press(1, "Run all that are")
    cells.rest()
    assert cells.marked(STALE) == []
    result = cells.view(1).locator("b")
    expect(result).to_have_text("31.1%")
    cells.view(1).get_by_role("slider").press("ArrowRight")
    expect(result).to_have_text("33.4%")
    page.evaluate("localStorage.clear()")


@pytest.mark.slow
def test_code_in_a_link_is_shown_and_not_run(page, book):
    requests_seen = []
    page.on("request", lambda request: requests_seen.append(request.url.rpartition("/")[2]))
    page.goto(f"{book}/book/counting.html?code=print(6*7)%0Awin(2,3)#scratch")
    cells = Cells(page)
    expect(cells[-1].locator("pre").first).to_have_text("print(6*7)\nwin(2,3)")
    expect(cells[-1].locator(CELL_NOTE)).to_contain_text("came with the link")
    page.wait_for_selector("html[data-live=on]")
    assert len(page.workers) == 1
    # only a run needs these files
    assert {"needs.py", "runner.py", "codemirror.js"}.isdisjoint(requests_seen)
    assert cells.shown(-1) == ""
    cells[-1].get_by_role("button", name="Run this cell").click()
    cells.rest()
    assert cells.shown(-1) == "42\nFraction(11, 16)"
    page.evaluate("navigator.clipboard.writeText = async (text) => (window.copied = text)")
    page.get_by_role("button", name="Copy a link to this code").click()
    expect(cells[-1].locator(CELL_NOTE)).to_contain_text("The link is copied")
    page.goto(page.evaluate("copied"))
    expect(cells[-1].locator("pre").first).to_have_text("print(6*7)\nwin(2,3)")


def test_the_notebook_goes_along_with_the_changes(counting):
    page = counting.page
    counting.fill(FLOATS, "print('mine')")
    counting.fill(-1, "print('more')")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download this notebook").click()
    assert download.value.suggested_filename == "counting.ipynb"
    with open(download.value.path(), encoding="utf-8") as file:
        install, *downloaded_cells = json.load(file)["cells"]
    assert install["id"] == "install"
    published_file = SITE / "_sources" / "book" / "counting.ipynb"
    _, *stored_cells = json.loads(published_file.read_text("utf-8"))["cells"]
    code = [cell for cell in downloaded_cells if cell["cell_type"] == "code"]
    assert (code[FLOATS]["source"], code[FLOATS]["outputs"]) == ("print('mine')", [])
    assert code[-1]["source"] == "print('more')"
    changed_cells = [a for a, b in zip(downloaded_cells, stored_cells, strict=False) if a != b]
    assert (changed_cells, len(downloaded_cells)) == ([code[FLOATS]], len(stored_cells) + 1)


@pytest.mark.slow
def test_a_download_with_parameters_has_the_changed_cell_in_its_place(page, book):
    page.goto(f"{book}/book/race.html")
    cells = Cells(page)
    cells.fill(4, "print('mine')")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download this notebook").click()
    with open(download.value.path(), encoding="utf-8") as file:
        by_id = {cell["id"]: cell for cell in json.load(file)["cells"]}
    stored_cells = json.loads((BOOK / "race.ipynb").read_text("utf-8"))["cells"]
    changed_id = [cell["id"] for cell in stored_cells if cell["cell_type"] == "code"][4]
    assert [name for name, cell in by_id.items() if cell["source"] == "print('mine')"] == [
        changed_id
    ]
    page.evaluate("localStorage.clear()")


@pytest.mark.slow
def test_a_page_from_a_file_or_in_a_frame_is_as_it_is_stored(page, book):
    for address in (
        (SITE / "book" / "counting.html").as_uri(),
        f"{book}/book/counting.html?embed=1",
    ):
        page.goto(address)
        page.wait_for_load_state()
        assert page.locator(f"{CELL_TOOLS}, #scratch").count() == 0
    page.faults.clear()  # of the file: a browser loads no module there


@pytest.mark.slow
def test_a_cell_in_use_is_accessible_on_a_phone(browser, book):
    options = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
    with watched(browser, **options) as page:
        page.goto(f"{book}/book/counting.html")
        cells = Cells(page)
        top = cells[MEMO].bounding_box()
        cells[MEMO].hover()
        assert cells[MEMO].bounding_box()["height"] == top["height"]
        covered_script = """(cell) => {
          const [pre, tools] = ["pre", "CELL_TOOLS"].map((name) => cell.querySelector(name));
          const code = document.createRange();
          code.selectNodeContents(pre);
          return code.getBoundingClientRect().bottom - tools.getBoundingClientRect().top;
        }""".replace("CELL_TOOLS", CELL_TOOLS)
        assert -20 < cells[MEMO].evaluate(covered_script) < 0
        cells.fill(TOSSES, "1 / 0")
        cells.run(TOSSES)
        cells[MEMO].locator("pre").first.click()
        expect(cells[MEMO].locator(".cm-content")).to_be_focused()
        is_accessible(page, CHANGED, ".cell-scratch", ".cell-page", f"{STALE} {CELL_NOTE}")


DUST = re.compile(r"-(?=0\.0+j\b)")  # the sign of a rounding error differs between machines


def alike(first, second, has_formula):
    """Return whether two outputs are equal; with a formula, spaces do not count."""
    texts = [DUST.sub("+", text) for text in (first, second)]
    return len({re.sub(r"\s", "", text) if has_formula else text for text in texts}) == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", others_slow([path.stem for path in NOTEBOOKS], "race_roots"))
def test_every_cell_gives_in_the_page_what_the_book_has(page, book, name):
    # of what other tests have changed; behind the wall there is none
    page.add_init_script("if (window === top) localStorage.clear()")
    page.goto(f"{book}/book/{name}.html")
    stored_cells = tool("runnable_cells").cells(BOOK / f"{name}.ipynb")
    if not page.locator("#live-cells").count() or name == "index":
        return  # its cell is an app
    cells = Cells(page)
    lacks = Page([cell["source"] for cell in stored_cells]).lacks
    able = [n for n, lack in enumerate(lacks) if not lack]
    assert cells.marked(RUNNABLE) == [*able, len(stored_cells)]
    outputs_before = {n: cells.shown(n) for n in able}
    formulas = {n for n in able if cells[n].locator(".cell_output mjx-container").count()}
    for n in able:
        cells.press(n, "Run this cell")
    page.wait_for_selector("html[data-cells=idle]", timeout=10 * PATIENCE)
    assert cells.page.locator(CELL_ERROR).all_inner_texts() == []
    for n in able:
        code = stored_cells[n]["source"]
        if not MEASURES_TIME.search(code) and "tag_live" not in cells[n].get_attribute("class"):
            output = cells.shown(n)
            assert alike(output, outputs_before[n], n in formulas), (
                output,
                outputs_before[n],
                code,
            )
