"""Python of strangers, and what it shows, reach nothing of the book: attacks in real browsers."""

import json
from io import BytesIO

import pytest
from PIL import Image
from playwright.sync_api import expect

from tests.book.test_print import printed, words
from tests.browser.test_cells import Cells
from tests.conftest import served, watched

pytestmark = [pytest.mark.book, pytest.mark.browser]

PAGE = "book/live_notebook.html"

# What script within the frame tries, each a promise of something that it must not get.
TRIES = {
    "cookies": "document.cookie.match(/./)[0]",
    "storage": "localStorage.length",
    "databases": "heard(indexedDB.open('x'), 'success')",
    "caches": "caches.keys()",
    "files": "navigator.storage.getDirectory()",
    "locks": "navigator.locks.request('x', () => 1)",
    "workers": "navigator.serviceWorker.getRegistrations()",
    "the page": "top.document.title",
    "the frame around": "parent.document.title",
    "a neighbour": "top.frames[0].location.assign(BOOK)",
    "the way": "top.location.assign('about:blank')",
    "the way back": "history.back()",
    "a window": "open('about:blank').closed",
    "the book": "fetch(BOOK)",
    "the book, unread": "fetch(BOOK, { mode: 'no-cors' })",
    "a picture": "added('img', { src: BOOK })",
    "a sheet": "added('link', { rel: 'stylesheet', href: BOOK })",
    "a frame": "said(`<script>parent.${SAY}</` + 'script>')",
    "a frame with a script": "said(`<script src=${blob('parent.' + SAY)}></` + 'script>')",
    "a download": "late(added('a', { href: blob('x'), download: 'x' }, (it) => it.click()))",
    "a form": "late(added('form', { action: BOOK, target: '_top' }, (it) => it.submit()))",
    "a script": "import(BOOK)",
    "text as script": "(0, eval)('1')",
    "a socket": "heard(new WebSocket(BOOK.replace('http', 'ws')), 'open')",
    "a call": "new RTCPeerConnection()",
    "a frame's call": "new (added('iframe', {}), frames[frames.length - 1]).RTCPeerConnection()",
    "a worker's book": "heard(new Worker(blob(FETCH)), 'message')",
    "a beacon": "late(navigator.sendBeacon(BOOK))",
}
# In the worker these are not even there.
TRIES_OF_PYTHON = [
    *("fetch", "XMLHttpRequest", "WebSocket", "EventSource", "indexedDB", "caches", "Worker"),
    *(
        "BroadcastChannel",
        "MessageChannel",
        "importScripts",
        "postMessage",
        "Notification",
        "close",
    ),
    *("localStorage", "document", "navigator.storage.getDirectory"),
]


def widget(render):
    """A cell that shows a widget with a script of its own."""
    module = f"export default {{ async render({{ el, model }}) {{ {render} }} }}"
    return f"import anywidget\nclass Own(anywidget.AnyWidget):\n    _esm = {module!r}\nOwn()"


def attack(address):
    """A cell that prints which of the tries have come to something, and goes elsewhere."""
    tries = ", ".join(f"{json.dumps(name)}: async () => {code}" for name, code in TRIES.items())
    module = widget(f"""
      const BOOK = {json.dumps(address)};
      const late = (_) => new Promise((_, no) => setTimeout(no, 1000));
      const heard = (it, event) =>
        new Promise((yes, no) => Object.assign(it, {{ [`on${{event}}`]: yes, onerror: no }}));
      const blob = (it) => URL.createObjectURL(new Blob([it], {{ type: "text/javascript" }}));
      const SAY = "postMessage('in', '*')";
      const FETCH = `fetch('${{BOOK}}', {{ mode: "no-cors" }}).then(() => postMessage(1))`;
      const added = (tag, given, then = () => {{}}) => {{
        const it = Object.assign(document.createElement(tag), given);
        document.body.append(it);
        then(it);
        return heard(it, "load");
      }};
      const said = (srcdoc) => {{
        added("iframe", {{ srcdoc }});
        return new Promise((yes) => addEventListener("message", yes));
      }};
      const tries = {{ {tries} }};
      const open = [];
      for (const name in tries) {{
        await Promise.race([tries[name]().then(() => open.push(name)), late()]).catch(() => {{}});
      }}
      model.set("found", open);
      model.save_changes();
      setTimeout(() => location.assign(BOOK), 500);""")
    tell = "    found = traitlets.Any().tag(sync=True)\nown = Own()"
    observe = "own.observe(lambda it: print('Open:', it.new), 'found')\nown"
    return f"import traitlets\n{module.removesuffix('Own()')}{tell}\n{observe}"


@pytest.fixture
def cells(page, book):
    page.goto(f"{book}/{PAGE}")
    yield Cells(page)
    page.evaluate("localStorage.clear()")
    page.faults.clear()  # what the browser says of each try


def test_a_module_of_a_widget_gets_nothing(cells, book):
    page, asked = cells.page, []
    cells.answer("1")  # all that the wall itself asks for is there
    page.evaluate("document.cookie = 'own=1'")
    page.on("response", lambda it: asked.append(it.url))
    page.on("download", lambda it: asked.append(f"leak: {it.url}"))
    cells.answer(attack(f"{book}/index.html?leak"))
    expect(cells[-1].locator(".cell_output")).to_contain_text("Open: []")
    page.wait_for_timeout(1000)
    assert not [it for it in asked if "leak" in it]
    assert page.url == f"{book}/{PAGE}"


def test_python_has_no_way_out(cells, book):
    for name in TRIES_OF_PYTHON:
        assert "AttributeError" in cells.answer(f"import js\njs.{name}"), name
    assert "EvalError" in cells.answer("from pyodide.code import run_js\nrun_js('1 + 1')")
    assert cells.answer("str(js.self.origin)") == "'null'"


def test_no_file_is_sent_that_python_does_not_start_from(cells, book):
    asked = []
    cells.page.on("request", lambda it: asked.append(it.url))
    want = json.dumps({"kind": "want", "path": "../../genindex.html"})
    cells.answer(f"import bridge\nbridge.post({want!r}, None)")
    cells.answer("1 + 1")
    assert not [it for it in asked if "genindex" in it]


def test_markup_touches_nothing_but_its_frame(cells):
    page, title = cells.page, cells.page.locator(".bd-article h1").first
    size = "it => [it.offsetLeft, it.offsetWidth, it.offsetHeight]"
    before = title.evaluate(size)
    style = "body, body * { visibility: hidden !important } html { font-size: 90px }"
    veil = "position: fixed; inset: 0; z-index: 99999; width: 5000px; height: 5000px"
    form = "<form action='/' target=_top><button>Go</button></form>"
    links = "<a href='/' target=_top>top</a><a href='/x' target=_blank>new</a><a href='/y'>here</a>"
    cells.answer(
        "from IPython.display import HTML\n"
        f'display(HTML("""<style>{style}</style><div style="{veil}">veil</div>{form}{links}"""))\n'
        "display(HTML('<img src=x onerror=\"parent.parent.hit = 1\"><script>hit = 1</script>'))"
    )
    assert title.is_visible()
    assert title.evaluate(size) == before
    frame = cells[-1].locator("iframe.walled")
    assert frame.bounding_box()["width"] <= page.locator(".bd-article").bounding_box()["width"]
    address, opened = page.url, len(page.context.pages)
    for link in cells.view(-1).locator("a, button").all():
        link.evaluate("it => it.click()")
    cells.answer("HTML('<meta http-equiv=refresh content=\"0; url=/x\">')")
    page.wait_for_timeout(300)
    assert (page.url, len(page.context.pages)) == (address, opened)
    assert page.evaluate("typeof hit") == "undefined"


def test_what_is_printed_or_fails_is_text(cells):
    bold = "<b>bold</b>"
    assert cells.answer(f"print({bold!r})\n{bold!r}") == f"{bold}\n{bold!r}"
    assert bold in cells.answer(f"raise ValueError({bold!r})")
    assert cells[-1].locator("b").count() == 0


def test_what_a_frame_shows_is_printed_in_the_ink_of_the_paper(cells):
    table = "<table><tr><td>walled</td><td>and printed</td></tr></table>"
    cells.fill(1, f"from IPython.display import HTML\nHTML({table!r})")
    cells.run(1)
    cells.page.emulate_media(color_scheme="dark")
    cells.page.wait_for_selector("html[data-theme=dark]")
    assert "walledandprinted" in words(printed(cells.page))
    cells.page.emulate_media(media="print", color_scheme="dark")
    for seen in (cells[1].locator(".cell_input"), cells.view(1).locator("table")):
        box = seen.bounding_box()
        shot = Image.open(BytesIO(cells.page.screenshot(clip=box, full_page=True)))
        assert shot.convert("L").getpixel((shot.width - 6, 6)) > 240


@pytest.mark.parametrize(
    "code",
    [
        "while True: pass",
        "while True: print('x' * 50)",
        "import bridge\nwhile True: bridge.post('{}', None)",
        "import bridge\nwhile True: bridge.post('x' * 2**20, None)",
        "import time\nwhile True:\n    try: time.sleep(1)\n    except BaseException: pass",
    ],
)
def test_what_never_ends_leaves_the_page_in_use_and_is_stopped(cells, code):
    page = cells.page
    cells.fill(-1, code)
    cells.press(-1, "Run this cell")
    page.wait_for_timeout(2500)
    page.evaluate("1 + 1")  # it answers
    stop = page.get_by_role("button", name="Stop", exact=True)
    stop.evaluate_all("all => all[0]?.click()")  # what shows too much may be stopped by now
    cells.rest()
    assert cells.answer("6 * 7") == "42"


FLOOD = """
import bridge, js
buffers = js.Array.of(*[js.Uint8Array.new(2**22) for _ in range(17)])
js.Object.defineProperty(js.Uint8Array.prototype, "byteLength", js.JSON.parse('{"value": 0}'))
bridge.post("7", buffers)
"""
LIES = ["{", "null", '{"kind": "begin", "cell": 99}', '{"kind": "recipes", "recipes": 1}']


def test_a_python_that_says_too_much_or_lies_is_ended(cells):
    said = dict.fromkeys(LIES, "says what the page does not know")
    said |= {"": "says more than a page can hear"}
    for lie, told in said.items():
        cells.answer(f"import bridge\nbridge.post({lie!r}, None)" if lie else FLOOD)
        expect(cells[-1].locator(".cell-note")).to_contain_text(told)
    assert cells.answer("6 * 7") == "42"


@pytest.mark.parametrize("code", ["[0] * 10**9", "bytearray(2**30)", "x = 'x'\nwhile True: x += x"])
def test_memory_has_a_bound(cells, code):
    assert "MemoryError" in cells.answer(code)
    cells.page.evaluate("1 + 1")


def test_a_frame_that_says_too_much_is_taken_away(cells):
    flood = "parent.parent.postMessage({ is: 'height', height: n }, '*')"
    cells.answer(widget(f"for (let n = 0; n < 20000; n++) {flood};"))
    expect(cells[-1].locator(".cell-note")).to_contain_text("says more than a page can hear")
    assert cells[-1].locator("iframe").count() == 0
    assert cells.answer("6 * 7") == "42"


def test_a_frame_that_lies_is_not_believed(cells):
    lies = [
        {"is": "height", "height": "9e99"},
        {"is": "height", "height": {"valueOf": 1}},
        {"is": "change", "id": "answers", "text": "{", "buffers": []},
        {"is": "said", "text": "{}"},
        {"is": "there"},
        None,
        7,
        {"is": "drawn"},
    ]
    tell = "parent.parent.postMessage(it, '*')"
    high = tell.replace("it,", "{ is: 'height', height: 90_000 },")
    later = f"el.textContent = 'lied'; setTimeout(() => {high}, 300)"
    cells.answer(widget(f"for (const it of {json.dumps(lies)}) {tell}; {later};"))
    expect(cells.view(-1).locator("body")).to_contain_text("lied")
    expect(cells[-1].locator("iframe.walled")).to_have_css("height", "20000px")
    assert cells.answer("6 * 7") == "42"


def test_nothing_is_run_where_the_browser_keeps_no_wall(page, book):
    def open_wall(route):
        answer = route.fetch()
        body = answer.text().replace('sandbox="allow-scripts"', "")
        route.fulfill(response=answer, body=body)

    page.route("**/wall.html", open_wall)
    page.goto(f"{book}/{PAGE}")
    cells = Cells(page)
    cells.fill(-1, "6 * 7")
    cells.press(-1, "Run this cell")
    cells.rest()
    expect(cells[-1].locator(".cell-note")).to_contain_text("does not wall it off")
    assert cells.shown(-1) == ""
    page.evaluate("localStorage.clear()")


def test_code_of_a_link_however_deep_leaves_the_cells_of_the_book_alone(page, book):
    deep = "x" + ".a" * 2900
    page.goto(f"{book}/{PAGE}?code={deep}")
    cells = Cells(page)
    cells.run(0)
    assert cells[0].locator(".cell-error").count() == 0
    cells[-1].scroll_into_view_if_needed()
    cells[-1].get_by_role("button", name="Run this cell").click()
    cells.rest()
    assert cells[-1].locator(".cell-error").count() == 1
    cells.run(0)
    assert cells[0].locator(".cell-error").count() == 0
    page.evaluate("localStorage.clear()")


def test_in_a_frame_of_another_site_nothing_is_offered_to_run(browser, book, tmp_path):
    (tmp_path / "site").mkdir()
    inside = f'<link rel=icon href=data:,><iframe src="{book}/{PAGE}?code=1" width=900 height=900>'
    (tmp_path / "site" / "index.html").write_text(inside, "utf-8")
    with served(tmp_path / "site", tmp_path) as address, watched(browser) as page:
        page.goto(f"{address}/index.html")
        framed = page.frame_locator("iframe")
        expect(framed.locator("html[data-live=on]")).to_have_count(1)
        assert framed.locator("#scratch, .cell-tools").count() == 0
