"""Attacks by code in a cell, and checks that the sandbox stops them, in any browser."""

import json
import socketserver
import threading
import time
import tomllib
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.conftest import PATIENCE, served
from tests.helpers.selectors import CELL_ERROR, CELL_NOTE, CELL_TOOLS, RUNNABLE, STATUS
from tests.helpers.your_game import BENCH, BOMBS, COIN

PAGE = "book/live_notebook.html"


LIVE = "document.documentElement.matches('[data-live=on]:not([data-layout])')"


TABLES = tomllib.loads(Path(__file__).with_name("wall.toml").read_text("utf-8"))


ABSENT, ENDLESS, FLOOD, LIES, LIES_OF_A_FRAME, TRIES, LINKS = TABLES.values()


# Python's messages about missing names and modules.
REFUSED_CODE = {
    (
        f"import js\n[key for key in {ABSENT} if hasattr(js, key)], str(js.self.origin)"
    ): "([], 'null')",
    "import js\nawait js.navigator.storage.getDirectory()": "Error",
    "from pyodide.code import run_js\nrun_js('1 + 1')": "EvalError",
}


def widget(render):
    """Return a cell that shows a widget with its own script."""
    module = f"export default {{ async render({{ el, model }}) {{ {render} }} }}"
    return f"import anywidget\nclass Own(anywidget.AnyWidget):\n    _esm = {module!r}\nOwn()"


def attack(address):
    """Return a cell that prints which attacks succeeded, and then navigates away."""
    tries = ", ".join(f"{json.dumps(name)}: async () => {code}" for name, code in TRIES.items())
    module = widget(f"""
      const BOOK = {json.dumps(address)};
      const late = (_) => new Promise((_, no) => setTimeout(no, 2000));
      const heard = (target, event) =>
        new Promise((yes, no) => Object.assign(target, {{ [`on${{event}}`]: yes, onerror: no }}));
      const blob = (code) => URL.createObjectURL(new Blob([code], {{ type: "text/javascript" }}));
      const SAY = "postMessage('in', '*')";
      const FETCH = `fetch('${{BOOK}}', {{ mode: "no-cors" }}).then(() => postMessage(1))`;
      const added = (tag, given, then = () => {{}}) => {{
        const node = Object.assign(document.createElement(tag), given);
        document.body.append(node);
        then(node);
        return heard(node, "load");
      }};
      const framed = (srcdoc) => {{
        added("iframe", {{ srcdoc }});
        return new Promise((yes) => addEventListener("message", yes));
      }};
      const tries = {{ {tries} }};
      const open = [];
      const attempt = (name) => tries[name]().then(() => open.push(name));
      // The attacks run together, because most of those that fail never end.
      const all = Object.keys(tries).map((name) => Promise.race([attempt(name), late()]));
      await Promise.allSettled(all);
      model.set("found", open);
      model.save_changes();
      setTimeout(() => location.assign(BOOK), 500);""")
    tell = "    found = traitlets.Any().tag(sync=True)\nown = Own()"
    # Printed output would be in the iframe, which soon navigates away. So the result is raised as
    # an error, which the page shows in the note of the cell.
    tell += "\ndef tell(change):\n    raise ValueError(f'Open: {change.new}')"
    observe = "own.observe(tell, 'found')\nown"
    return f"import traitlets\n{module.removesuffix('Own()')}{tell}\n{observe}"


SIZE = """node =>
  [node.offsetLeft, node.offsetWidth, node.offsetHeight, getComputedStyle(node).visibility]
    .join()"""


HIDE_ALL = "body, body * { visibility: hidden !important } html { font-size: 90px }"


LEAK = "http://leak.invalid/"


REDIRECT = f'<meta http-equiv=refresh content="0; url={LEAK}">'


VEIL = f"""<style>{HIDE_ALL}</style>
<div style="position: fixed; inset: 0; z-index: 99999; width: 5000px; height: 5000px">veil</div>
<form action={LEAK} target=_top><button>Go</button></form>
<a href={LEAK} target=_top>top</a><a href={LEAK} target=_blank>new</a><a href={LEAK}>here</a>
<img src=x onerror="parent.parent.hit = 1"><script>hit = 1</script>"""


# Cells that show hostile markup.
MARKUP = [f"from IPython.display import HTML\nHTML({markup!r})" for markup in (VEIL, REDIRECT)]


HIGH = "parent.parent.postMessage({ is: 'height', height: 90_000 }, '*')"


# The cells that are stopped, and the messages about them.
STOPPED_CODE = {
    f"import bridge\nbridge.post({message!r}, None)": "the page does not know" for message in LIES
}


STOPPED_CODE |= dict.fromkeys(
    [FLOOD, widget(f"for (let n = 0; n < 20000; n++) {HIGH};")], "more messages than the page"
)


STOPPED_CODE |= dict.fromkeys(
    ["[0] * 10**9", "bytearray(2**30)", "x = 'x'\nwhile True: x += x"], "MemoryError"
)


LIE = widget(f"""
    const lie = () =>
      [{", ".join(LIES_OF_A_FRAME)}].forEach((message) => parent.parent.postMessage(message, '*'));
    lie(); el.textContent = 'lied'; setTimeout(() => [lie(), {HIGH}], 300);""")


DEEP = "x" + ".a" * 2900


# For this long a stranger's code cannot be run after it comes into view.
MEASURE_WAIT = """async (run) => {
  const begun = performance.now();
  run.scrollIntoView({ block: "center", behavior: "instant" });
  while (run.disabled) await new Promise(requestAnimationFrame);
  return performance.now() - begun;
}"""


class ReaderCell:
    """The reader's own cell, in a page of any browser."""

    cell = "document.getElementById('scratch')"
    run_it = f"{cell}?.querySelector('{CELL_TOOLS} button:last-child')"

    def __init__(self, page, book):
        self.page, self.book = page, book
        self.goto("book/placement.html")

    def goto(self, path):
        self.page.evaluate("window.isOld = true")
        self.page.goto(f"{self.book}/{path}")
        self.page.wait_until(f"!window.isOld && {LIVE}")

    def run(self, code):
        box = f"{self.cell}.querySelector('.cm-content')"
        if not self.page.evaluate(f"Boolean({box})"):
            self.page.evaluate(f"{self.cell}.querySelector('{CELL_TOOLS} button').click()")
        self.page.wait_until(box)
        pre = f"{self.cell}.querySelector('.cell_input pre').textContent"
        write = f"{pre} === CODE || ({box}.textContent = CODE, false)"  # at first it may be lost
        self.page.wait_until(write.replace("CODE", json.dumps(code)))
        self.page.evaluate(f"{self.run_it}.click()")

    def rest(self):
        self.page.wait_until("document.documentElement.matches('[data-live=on][data-cells=idle]')")

    def answers(self, code, expected):
        """Run this code; wait until the output or the note of the cell has this text."""
        self.run(code)
        self.rest()
        outputs = f"[...{self.cell}.querySelectorAll('.cell_output, {CELL_NOTE}')]"
        self.page.wait_until(
            f"{outputs}.some((node) => node.textContent.includes({json.dumps(expected)}))"
        )


def reaches_nothing(own_cell):
    """Run cells with attacks: they must reach nothing outside the sandbox."""
    for code, expected in {"place(3, 2, 1, 0)": "Fraction(1, 2)", **REFUSED_CODE}.items():
        own_cell.answers(code, expected)
    _markup_of_cells_reaches_nothing(own_cell, MARKUP[:3])
    for address in (LEAK, f"{own_cell.book}/index.html?leak"):
        own_cell.answers(attack(address), "Open: []")


def markup_reaches_nothing(own_cell):
    """Show each attack by markup. A quicker twin, `reaches_nothing`, shows the first three."""
    _markup_of_cells_reaches_nothing(own_cell, MARKUP)


def _markup_of_cells_reaches_nothing(own_cell, attacks):
    own_cell.page.evaluate("document.cookie = 'own=1'")
    position = f"[location.href, typeof hit, ({SIZE})(document.querySelector('h1'))].join()"
    position_before = own_cell.page.evaluate(position)
    frame = f"{own_cell.cell}.querySelector('iframe')"
    for code in attacks:
        own_cell.answers(code, "")
        time.sleep(0.5)  # time for the attacks that navigate away
        assert own_cell.page.evaluate(position) == position_before
        own_cell.page.wait_until(
            f"{frame}.offsetWidth <= {frame}.closest('.bd-article').offsetWidth"
        )
    own_cell.answers("HTML('<p style=\"height: 123px\">shown</p>')", "")
    own_cell.page.wait_until(f"parseInt({frame}.style.height) > 123")


def is_kept_in_bounds(own_cell):
    """Run code that sends too much, lies, or takes all memory; the page still works afterwards."""
    for code, expected in STOPPED_CODE.items():
        own_cell.answers(code, expected)
        assert own_cell.page.evaluate(f"{own_cell.cell}.querySelector('iframe') === null")
    own_cell.answers(LIE, "")
    own_cell.page.wait_until(f"{own_cell.cell}.querySelector('iframe').style.height === '20000px'")
    own_cell.rest()
    own_cell.answers("6 * 7", "42")


def is_stopped(own_cell):
    """Run code that never ends; the page still works afterwards."""
    for code in ENDLESS:
        own_cell.run(code)
        time.sleep(2.5)
        # a cell with too much output may already be stopped
        own_cell.page.evaluate(f"{own_cell.cell}.querySelector('{CELL_NOTE} button')?.click()")
        own_cell.rest()
        own_cell.answers("6 * 7", "42")


def waits_for_the_reader(own_cell):
    """Open code from a link: it can be run only after a delay, and never in a frame."""
    page = own_cell.page
    own_cell.goto(f"{PAGE}?code={DEEP}")
    page.wait_until(f"{own_cell.run_it}?.disabled")
    page.evaluate(
        f"void ({MEASURE_WAIT})({own_cell.run_it}).then((answer) => (window.waited = answer))"
    )
    page.wait_until("window.waited")
    assert page.evaluate("waited") > 490
    stored_cell = f"document.querySelector('{RUNNABLE}')"
    for cell, error_count in ((stored_cell, 0), (own_cell.cell, 1), (stored_cell, 0)):
        page.evaluate(f"{cell}.querySelector('{CELL_TOOLS} button:last-child').click()")
        own_cell.rest()
        assert page.evaluate(f"{cell}.querySelectorAll('{CELL_ERROR}').length") == error_count
    page.evaluate("localStorage.clear()")
    with TemporaryDirectory() as folder, served(folder, Path(folder)) as other_site:
        frame_markup = f"<iframe src='{own_cell.book}/{PAGE}?code=1' width=900 height=900></iframe>"
        (Path(folder) / "index.html").write_text(frame_markup, "utf-8")
        page.goto(f"{other_site}/index.html")
        page.wait_until("document.readyState === 'complete' && frames.length")
        page.wait_until("document.documentElement.matches('[data-live=on]')", page.in_frame)
        assert page.in_frame(f"document.querySelectorAll('#scratch, {CELL_TOOLS}').length") == 0


def solves_no_bomb(own_cell):
    """Run hostile games (endless loops, huge results, false tables), and one honest game."""
    own_cell.goto("book/your_game.html")
    box = f"document.querySelector('[role=group][aria-label={json.dumps(BENCH)}]')"
    for code, expected in {**BOMBS, COIN: "6 steps"}.items():
        text = f"{box}.querySelector('textarea')"
        own_cell.page.evaluate(f"{text}.value = {json.dumps(code)}")
        for event in ("input", "change"):
            own_cell.page.evaluate(
                f"{text}.dispatchEvent(new Event('{event}', {{ bubbles: true }}))"
            )
        run = f"[...{box}.querySelectorAll('button')].find((node) => node.textContent === 'Run')"
        own_cell.page.wait_until(run)
        own_cell.page.evaluate(f"{run}.click()")
        own_cell.page.wait_until(f"{box}.textContent.includes({json.dumps(expected)})")
    own_cell.page.wait_until(f"!{box}.querySelector('[role=alert]').checkVisibility()")
    status = f"[...document.querySelectorAll('.cell.tag_live {STATUS}')]"
    own_cell.page.wait_until(f"{status}.every((node) => node.textContent === 'Live')")


@contextmanager
def listening():
    """A host that records requests: (its address, the times of the requests)."""
    calls = []

    class Note(socketserver.BaseRequestHandler):
        def handle(self):
            calls.append(time.monotonic())

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Note) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}", calls
        server.shutdown()


def calls_no_host(own_cell):
    """Show links to a host, also links made by a script: the host gets no request."""
    with listening() as (host, calls):
        link = f"<link rel=preconnect href={host}>"
        with TemporaryDirectory() as folder, served(folder, Path(folder)) as other_site:
            (Path(folder) / "index.html").write_text(f"<!doctype html>{link}", "utf-8")
            own_cell.page.goto(f"{other_site}/index.html")
            own_cell.page.wait_until("document.readyState === 'complete'")
            time.sleep(1)
        if not calls:
            pytest.skip("this browser calls no host ahead, not even for a page without a wall")
        calls.clear()
        own_cell.goto("book/placement.html")
        hints = [link, link.replace("preconnect", "dns-prefetch")]
        hints += [f"<iframe srcdoc='{link}'></iframe>", f"<svg><foreignObject>{link}</svg>"]
        for hint in hints:
            own_cell.answers(f"from IPython.display import HTML\nHTML({hint!r})", "")
            own_cell.answers(f"import ipywidgets\nipywidgets.HTML({hint!r})", "")
        for name, act in LINKS.items():
            make = "const make = (tag, to) => { const node = document.createElement(tag); "
            make += "to?.append(node); return node; };"
            constants = f"const [HOST, LINK] = {json.dumps([host, link])}; {make}"
            own_cell.answers(widget(f"{constants} {act};"), "")
            assert not calls, name
        time.sleep(1)
        assert not calls


ROWS = [
    calls_no_host,
    reaches_nothing,
    markup_reaches_nothing,
    is_kept_in_bounds,
    is_stopped,
    waits_for_the_reader,
    solves_no_bomb,
]


def stands(row, page, book, strangers):
    """Assert that the sandbox holds in this browser, and that no other host was asked."""
    own_cell = ReaderCell(page, book)
    row(own_cell)
    page.goto(f"{book}/book/placement.html")  # the attack may have left another page here
    page.evaluate("localStorage.clear()")
    assert not [call for call in strangers[1] if "leak" in call]


class WaitingPage:
    """A page of Playwright, with a way to wait for the value of an expression."""

    def __init__(self, page):
        self.goto, self.evaluate = page.goto, page.evaluate
        self.in_frame = lambda expression: page.frames[1].evaluate(expression)

    def wait_until(self, expression, evaluate=None):
        """Wait until an expression is true, in the page or by another evaluator."""
        end = time.monotonic() + 3 * PATIENCE / 1000  # some rows wait for the limits of a cell
        while not (evaluate or self.evaluate)(f"Boolean({expression})"):
            assert time.monotonic() < end, f"not so: {expression}"
            time.sleep(0.05)
