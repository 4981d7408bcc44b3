"""What the scripts of a page do when something fails: a table for each script, in an empty page."""

import json

import pytest
from playwright.sync_api import expect

from tests.conftest import tool, watched
from tests.helpers.failures import FOLDER, HOST, LIVE, PAGE, bundle, empty_page, listing, set_host
from tests.live import soon

pytestmark = pytest.mark.browser
LIST = "/offline.js"
SAME_VERSION = listing({f"{FOLDER[1:]}page.js": ""})
SCRIPT = "text/javascript"
BINARY = "application/octet-stream"


@pytest.fixture
def empty(browser):
    """An empty page in a context of its own. In the shared one it kept other pages waiting."""
    with watched(browser) as page:
        empty_page(page)
        yield page
        page.faults.clear()  # of files that the test has refused


# Files in the browser's cache: what is there, with its type and status, and whether it is fetched
# again.
RIGHT = "the right content"
CACHED = {
    "right.js": ([RIGHT, SCRIPT], False),
    "damaged.js": ([RIGHT[:5], SCRIPT], True),
    "of_a_wrong_type.js": ([RIGHT, BINARY], True),
    "without_a_type.js": ([RIGHT, ""], True),
    "of_any_type.zip": ([RIGHT, "text/html"], False),
    "refused.css": ([RIGHT, "text/css", 404], True),
    "never_asked_for.js": (None, False),
    "lost_on_its_way.js": ([RIGHT[:5], SCRIPT], True),  # then the others are fetched all the same
}


def test_files_in_the_cache_are_fetched_again_if_content_or_type_is_wrong(empty):
    paths = {name: f"{FOLDER}{name}" for name in CACHED}
    set_host(empty, {LIST: {"any": [listing({path[1:]: RIGHT for path in paths.values()})]}})
    for name, (cached, _) in CACHED.items():
        answers = {} if name.startswith("lost") else {"reload": [RIGHT, SCRIPT]}
        answers |= {"only-if-cached": cached} if cached else {}
        set_host(empty, {paths[name]: answers})
    empty.evaluate("parts.repair_cache.repairCache()")
    asked = empty.evaluate("asked")
    fetched_again = {name for name in CACHED if f"reload {paths[name]}" in asked}
    assert fetched_again == {name for name, (_, is_wrong) in CACHED.items() if is_wrong}
    unexpected = [line for line in asked if line.split()[0] not in ("only-if-cached", "reload")]
    assert unexpected == [f"no-cache {LIST}"]


# A style sheet, and whether the page uses it; None is a missing file.
SHEETS = {
    "whole": ("p { color: red } :root { --drawn: 1 }", ""),
    "cut off": ("p { color: red } :root { --dra", "came damaged"),
    "empty": ("", "came damaged"),
    "missing": (None, "is missing"),
}


@pytest.mark.parametrize("name", SHEETS)
def test_a_style_sheet_counts_only_if_it_is_whole(empty, name):
    sheet, fault = SHEETS[name]
    result = empty.evaluate(
        """(sheet) => {
          const url = URL.createObjectURL(new Blob([sheet ?? ""], { type: "text/css" }));
          if (sheet === null) URL.revokeObjectURL(url);
          return parts.notices.dressed(url).then(() => "", ({ message }) => message);
        }""",
        sheet,
    )
    assert fault in result
    assert bool(result) is bool(fault)


# What the Python of the apps does, and why the page gives it up; None if it does not.
STRANGE = "it sent a message that the page does not know"
ODD_WORKERS = {
    "says something": ("""onmessage({ data: { text: '{"kind": "x"}', buffers: [] } })""", None),
    "sends no JSON": ("onmessage({ data: { text: '{', buffers: [] } })", STRANGE),
    "sends no buffers": ("""onmessage({ data: { text: '{"kind": "x"}' } })""", STRANGE),
    "sends nothing": ("onmessage({ data: null })", STRANGE),
    "fails": ("""onmessage({ data: { text: '{"kind": "lost", "brief": "full"}' } })""", "full"),
    "cannot be loaded": ("onerror({ message: 'no script' })", "no script"),
    "cannot even say why": ("onerror({})", "worker.js"),
}


@pytest.mark.parametrize("is_early", [True, False])
@pytest.mark.parametrize("name", ODD_WORKERS)
def test_a_python_that_sends_nonsense_is_given_up(empty, name, is_early):
    act, reason = ODD_WORKERS[name]
    is_early = is_early and act.startswith("onmessage")
    found = empty.evaluate(
        """([act, isEarly]) => {
          const worker = { postMessage() {}, terminate: () => (found.isStopped = true) };
          const found = { isStopped: false, heard: [], lost: [] };
          const perform = () => new Function("worker", `worker.${act}`)(worker);
          const messages = [];
          if (isEarly) {
            worker.onmessage = ({ data }) => messages.push(data);
            perform();
          }
          parts.python.begin({
            early: { worker, messages },
            hear: ({ kind }) => found.heard.push(kind),
            lose: (reason) => found.lost.push(reason),
          });
          if (!isEarly) perform();
          perform();
          return found;
        }""",
        [act, is_early],
    )
    assert found["isStopped"] is (reason is not None)
    assert len(found["lost"]) == (reason is not None)
    assert reason is None or reason in found["lost"][0]
    assert found["heard"] == (["x", "x"] if reason is None else [])


# What the host answers when asked for the list of the book's files, and whether the book is
# renewed.
LISTS = {
    "the same version": ([SAME_VERSION], False),
    "another version": ([listing({"_static/live/fedcba9876543210/page.js": ""})], True),
    "the page of a portal": (["<!doctype html><title>Log in</title>", "text/html"], False),
    "nothing": (None, False),
}


@pytest.mark.parametrize("answer", LISTS)
def test_a_book_is_renewed_only_if_the_list_says_so(empty, answer):
    content, is_renewed = LISTS[answer]
    set_host(empty, {LIST: {"any": content} if content else {}})
    assert empty.evaluate("parts.updates.isRenewed()") is is_renewed


# The service worker of the page when a reader loads the page anew.
WORKERS = {
    "one": "async () => ({ unregister: async () => note('worker removed') })",
    "none": "async () => undefined",
    "refused": "async () => { throw new Error('refused'); }",
}


@pytest.mark.parametrize("is_list_there", [True, False])
@pytest.mark.parametrize("worker", WORKERS)
def test_loading_anew_goes_past_the_worker_and_the_cache(empty, worker, is_list_there):
    path = f"{FOLDER}damaged.js"
    answers = {LIST: {"any": [listing({path[1:]: RIGHT})]}} if is_list_there else {}
    set_host(empty, answers | {path: {"only-if-cached": ["wrong"], "reload": [RIGHT, SCRIPT]}})
    with empty.expect_navigation():
        empty.evaluate(f"""() => {{
          sessionStorage.notes = "";
          const note = (text) => (sessionStorage.notes += `${{text}},`);
          const getRegistration = {{ value: {WORKERS[worker]} }};
          Object.defineProperty(navigator.serviceWorker, "getRegistration", getRegistration);
          const {{ fetch }} = window;
          window.fetch = (url, options) => {{
            if (!`${{url}}`.endsWith("parts.js")) note(options.cache);
            return fetch(url, options);
          }};
          parts.notices.reload();
        }}""")
    notes = empty.evaluate("sessionStorage.notes").split(",")[:-1]
    expected = ["worker removed"] if worker == "one" else []
    expected += ["no-cache", "only-if-cached", "reload"] if is_list_there else ["no-cache"]
    assert notes == expected
    assert empty.url == HOST + PAGE


# What the host sends with the page and with a script, past the cache; and the words of the fault.
POLICY = {"Content-Security-Policy": "worker-src 'none'"}
HOSTS = {
    "nothing odd": (["", "text/html"], ["", SCRIPT], ""),
    "a policy": (["", "text/html", 200, POLICY], ["", SCRIPT], "stops Python"),
    "scripts as text": (["", "text/html"], ["", "text/plain"], "content type “text/plain”"),
    "scripts without a type": (["", "text/html"], ["", ""], "without a content type"),
    "no script": (["", "text/html"], ["", "text/html", 404], ""),
    "no answer": (None, None, ""),
}


@pytest.mark.parametrize("name", HOSTS)
def test_the_fault_of_a_host_is_what_it_sends_now(empty, name):
    page, script, words = HOSTS[name]
    cached = {"default": ["", "text/css", 200, {"Content-Security-Policy": "img-src 'none'"}]}
    set_host(empty, {PAGE: cached | ({"no-store": page} if page else {})})
    set_host(empty, {f"{FOLDER}worker.js": cached | ({"no-store": script} if script else {})})
    fault = empty.evaluate("parts.host_fault.hostFault()")
    assert words in fault
    assert bool(fault) is bool(words)


# Ways in which a browser stores nothing or not all, and what is told of it.
BLOCK = """Object.defineProperty(window, "localStorage",
  { configurable: true, get() { throw new Error("blocked"); } });"""
FILL = """const { setItem } = Storage.prototype;
Storage.prototype.setItem = () => { throw new Error("full"); };"""
STORAGES = {
    "works": ("", None, ["stored"]),
    "blocked": (BLOCK, "none", []),
    "full": (FILL, "full", []),
    "holds nonsense": (
        "localStorage.setItem(`cells of ${location.pathname}`, ']');",
        None,
        ["stored"],
    ),
    "holds a text": (
        "localStorage.setItem(`cells of ${location.pathname}`, '7');",
        None,
        ["stored"],
    ),
}


@pytest.mark.parametrize("storage", STORAGES)
def test_what_a_browser_does_not_store_lasts_as_long_as_the_page(empty, storage):
    spoil, status, others = STORAGES[storage]
    found = empty.evaluate(f"""() => {{
      {spoil}
      const {{ keeper, tryStorage }} = parts.storage;
      if ({json.dumps(storage == "blocked")}) tryStorage();
      const own = keeper("cells");
      own.keep("first", 1);
      own.keep("second", "two");
      const both = own.all();
      const others = "second" in keeper("cells").all() ? ["stored"] : [];
      own.keep("first", undefined);
      const left = own.all();
      own.forget();
      const {{ storage }} = document.documentElement.dataset;
      return {{ both, left, others, none: own.all(), storage }};
    }}""")
    assert found["both"] == {"first": 1, "second": "two"}
    assert {name: value for name, value in found["left"].items() if value} == {"second": "two"}
    assert (found["none"], found["others"], found.get("storage")) == ({}, others, status)


def test_what_was_refused_is_stored_once_there_is_room(empty):
    found = empty.evaluate(f"""() => {{
      {FILL}
      const own = parts.storage.keeper("cells");
      own.keep("early", 1);
      Storage.prototype.setItem = setItem;
      own.keep("late", 2);
      return parts.storage.keeper("cells").all();
    }}""")
    assert found == {"early": 1, "late": 2}


# ----------------------------------------------------------------------------------- the sandbox

# Stands in for sandbox_host.js: does in the sandbox what a test says.
FALSE_PYTHON = """
const say = (message) => parent.parent.postMessage(message, "*");
addEventListener("message", ({ data }) => {
  if (data.is === "ping") return IS_MUTE || say({ is: "pong" });
  if (data.program === undefined) return;
  const { line } = data;
  const send = (text, buffers = []) => line.postMessage({ text, buffers });
  const tell = (message) => send(JSON.stringify(message));
  const times = (n, perform) => { for (let i = 0; i < n; i++) perform(); };
  line.onmessage = ({ data }) => tell({ kind: "got", data });
  ACT
});
"""
BEGIN = """window.heard = [];
window.lost = null;
window.python = parts.sandbox.beginWalled({
  role: "cells",
  hear: ({ buffers, ...message }) => heard.push(message),
  lose: (...why) => (window.lost = why.map((part) => part ?? null)),
});"""
FLOOD = "it sent more messages than the page can take"
UNKNOWN = "it sent a message that the page does not know"
STALLED = "a file of this page is missing, or held up on its way"
MOST, OFTEN, SIZE = 3000, 300, 2**26  # messages of Python and of the frame in a second; bytes
LONG = 8500  # milliseconds until a missing file is told
END = '; tell({ kind: "end" });'  # what comes after it is heard
# What the sandbox does, and why it is lost; None if it is not.
ACTS = {
    "says nothing odd": ("", None),
    "sends the most messages": (f"times({MOST - 1}, () => tell({{}}))", None),
    "sends one message more": (f"times({MOST + 1}, () => tell({{}}))", [FLOOD, False]),
    "sends the most bytes": (f"send('{{}}', [new Uint8Array({SIZE - 16})])", None),
    "sends one byte more": (f"send('{{}}', [new Uint8Array({SIZE - 1})])", [FLOOD, True]),
    "fills the frame": (f"times({OFTEN - 2}, () => say({{ is: 'x' }}))", None),
    "overfills the frame": (f"times({OFTEN - 1}, () => say({{ is: 'x' }}))", [FLOOD, True]),
    "sends no JSON": ("send('{')", [UNKNOWN, True]),
    "sends no text": ("line.postMessage({ buffers: [] })", [UNKNOWN, True]),
    "sends no buffers": ("line.postMessage({ text: '{}' })", [UNKNOWN, True]),
    "sends a number": ("line.postMessage(5)", [UNKNOWN, True]),
    "fails": ("tell({ kind: 'lost', brief: 'x'.repeat(501) })", [None, True, "x" * 500]),
    "fails in the frame": ("say({ is: 'lost', why: 'x'.repeat(501) })", [None, True, "x" * 500]),
    "wants a file of the page": ("tell({ kind: 'want', path: '../../index.html' })", None),
}


@pytest.fixture
def sandbox(empty):
    """Return a function that starts a false Python. The clock stands still."""
    wall = tool("publish").with_policy((LIVE / "sandbox.html").read_text("utf-8"))

    def start(act="", *, is_mute=False, answers=None):
        text = FALSE_PYTHON.replace("IS_MUTE", json.dumps(is_mute)).replace("ACT", act)
        set_host(empty, {"*": {"any": ["content"]}, f"{FOLDER}sandbox.html": {"any": [wall]}})
        set_host(
            empty, {f"{FOLDER}sandbox_host.js": {"any": [text]}, LIST: {"any": [SAME_VERSION]}}
        )
        set_host(empty, answers or {})
        empty.evaluate(f"() => {{ {BEGIN} }}")

    empty.clock.install()
    empty.reload()
    empty.clock.pause_at("2030-01-01")
    return start


def has_heard(page, kind):
    return page.evaluate("(kind) => heard.some((message) => message.kind === kind)", kind)


@pytest.mark.parametrize("name", ACTS)
def test_the_page_takes_so_much_of_the_sandbox_and_no_more(empty, sandbox, name):
    act, reason = ACTS[name]
    sandbox(act + (END if reason is None else ""))
    if reason is None:
        soon(empty, lambda: has_heard(empty, "end"), True)
        empty.wait_for_timeout(100)  # a message that is too much comes by another way
    else:
        soon(empty, lambda: empty.evaluate("lost !== null"), True)
        reason += [None] * (3 - len(reason))
    lost = empty.evaluate("lost")
    assert (lost and [*lost, None][:3]) == reason
    assert not any("index.html" in line for line in empty.evaluate("asked"))
    assert empty.locator("iframe.walled").count() == (reason is None)


def test_only_the_frame_itself_is_heard(empty, sandbox):
    sandbox('tell({ kind: "begun" })')
    soon(empty, lambda: has_heard(empty, "begun"), True)
    empty.evaluate("""() => {
      for (const message of [{ is: "lost", why: "me" }, { is: "there" }, { is: "begun" }]) {
        postMessage(message, "*");
        const other = document.createElement("iframe");
        other.srcdoc = `<script>parent.postMessage(${JSON.stringify(message)}, "*")</script>`;
        document.body.append(other);
      }
    }""")
    empty.wait_for_timeout(500)
    assert empty.evaluate("lost") is None
    assert empty.locator("iframe.walled").count() == 1


@pytest.mark.parametrize("is_mute", [True, False])
def test_a_frame_that_answers_no_ping_is_lost(empty, sandbox, is_mute):
    sandbox('tell({ kind: "begun" })', is_mute=is_mute)
    soon(empty, lambda: has_heard(empty, "begun"), True)
    for _ in range(3):
        empty.clock.run_for(LONG + 100)
        empty.wait_for_timeout(300)  # for the answer
    assert empty.evaluate("lost") == ([None, False, None] if is_mute else None)


def test_a_frame_with_another_document_is_lost(empty, sandbox):
    sandbox('tell({ kind: "begun" })')
    soon(empty, lambda: has_heard(empty, "begun"), True)
    empty.evaluate("""() => new Promise((resolve) => {
      const frame = document.querySelector("iframe.walled");
      frame.onload = resolve;
      frame.removeAttribute("srcdoc");
      frame.src = "data:text/html,another";
    })""")
    empty.clock.run_for(LONG + 100)
    soon(empty, lambda: empty.evaluate("lost?.[0]"), "another page has taken its frame")


# Files of the sandbox as they come once, and the reason that is told.
BROKEN = {
    "missing": ({f"{FOLDER}sandbox.html": {"any": ["", "text/html", 404]}}, "is missing (404)"),
    "empty": ({f"{FOLDER}sandbox_host.js": {"any": [""]}}, "came damaged"),
    "cut off": ({f"{FOLDER}sandbox_host.js": {"any": ["throw 5; {"]}}, STALLED),
    "no network": ({f"{FOLDER}sandbox_host.js": {}}, "no network"),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_file_of_the_sandbox_is_told_and_fetched_again(empty, sandbox, fault):
    answers, words = BROKEN[fault]
    sandbox(answers=answers)
    empty.wait_for_timeout(300)
    empty.clock.run_for(LONG + 100)
    soon(empty, lambda: empty.evaluate("lost !== null"), True)
    assert words in empty.evaluate("lost[0]")
    assert empty.evaluate("lost[1]") is True  # while it was starting
    sandbox('tell({ kind: "begun" })')
    soon(empty, lambda: has_heard(empty, "begun"), True)
    asked = empty.evaluate("asked")
    assert f"no-cache {LIST}" in asked  # the browser's cache is mended
    (file,) = answers
    assert asked.count(f"default {file}") == 2


@pytest.mark.parametrize("broken", [["", "text/html", 404], [""], None])
def test_a_file_that_failed_once_is_fetched_again_at_the_next_use(empty, broken):
    path = f"{FOLDER}sandbox_view.js"
    set_host(empty, {path: {"any": broken} if broken else {}})
    read = "parts.sandbox.text('sandbox_view.js').catch(({ message }) => `failed: ${message}`)"
    assert empty.evaluate(read).startswith("failed: ")
    set_host(empty, {path: {"any": [RIGHT]}})
    assert [empty.evaluate(read) for _ in range(2)] == [RIGHT, RIGHT]
    assert empty.evaluate("asked").count(f"default {path}") == 2


DRAW = """() => {
  Object.assign(window, { lost: null, shown: [] });
  const frame = parts.sandbox.walled({
    script: parts.sandbox.text("sandbox_view.js"),
    title: "a picture",
    hear: (message) => shown.push(message),
    lose: (reason) => (window.lost = reason),
  });
  document.body.append(frame.element);
  frame.tell({ is: "show" });
}"""
ECHO = "addEventListener('message', ({ data }) => parent.parent.postMessage(data, '*'))"


def test_a_damaged_script_of_a_picture_is_fetched_again(empty, sandbox):
    path = f"{FOLDER}sandbox_view.js"
    sandbox(answers={path: {"any": ["throw 5; {"]}})
    empty.evaluate("() => python.stop()")
    empty.evaluate(DRAW)
    empty.wait_for_timeout(300)
    empty.clock.run_for(LONG + 100)
    soon(empty, lambda: empty.evaluate("lost"), STALLED)
    set_host(empty, {path: {"any": [ECHO]}})
    empty.evaluate("() => { asked.length = 0; }")
    empty.evaluate(DRAW)
    soon(empty, lambda: empty.evaluate("shown"), [{"is": "show"}])
    assert f"no-cache {LIST}" in empty.evaluate("asked")  # the browser's cache is mended


LISTEN = """() => {
  window.frame = document.querySelector("iframe.walled").contentWindow.frames[0];
  window.other = document.body.appendChild(document.createElement("iframe")).contentWindow;
  window.pongs = 0;
  const isPong = ({ source, data }) => source === frame && data.is === "pong";
  addEventListener("message", (event) => (pongs += isPong(event)));
}"""
PING = """frame.postMessage({ is: "ping" }, "*")"""


@pytest.mark.parametrize("name", ["sandbox_host.js", "sandbox_view.js"])
def test_a_script_of_the_sandbox_hears_the_page_alone(empty, sandbox, name):
    scripts = {"sandbox_host.js": bundle()[name], "sandbox_worker.js": "// does nothing"}
    sandbox(answers={f"{FOLDER}{script}": {"any": [text]} for script, text in scripts.items()})
    expect(empty.locator("iframe.walled").content_frame.locator("iframe")).to_have_count(1)
    empty.evaluate(LISTEN)

    def has_answered():
        empty.evaluate(f"() => {{ {PING}; }}")
        return empty.evaluate("pongs > 0")

    soon(empty, has_answered, True)
    empty.wait_for_timeout(500)  # the last answers
    empty.evaluate(f"""() => {{
      pongs = 0;
      other.eval('(frame) => {PING}')(frame);
    }}""")
    empty.wait_for_timeout(500)
    assert empty.evaluate("pongs") == 0


def test_a_library_that_came_damaged_is_told_to_python_and_mended(empty, sandbox):
    path = empty.evaluate("Object.values(parts.files.LIBRARIES)[0]")
    sandbox(f"tell({{ kind: 'want', path: {json.dumps(path)} }})")
    soon(empty, lambda: has_heard(empty, "got"), True)
    assert empty.evaluate("heard.at(-1).data") == {"path": path, "content": None}
    empty.evaluate("() => { asked.length = 0; }")
    sandbox('tell({ kind: "begun" })')
    soon(empty, lambda: has_heard(empty, "begun"), True)
    assert empty.evaluate("asked[0]") == f"no-cache {LIST}"


OTHER_VERSION = listing({"_static/live/fedcba9876543210/page.js": ""})


@pytest.mark.parametrize("version", [SAME_VERSION, OTHER_VERSION])
def test_python_goes_on_without_a_library_unless_the_book_is_renewed(empty, sandbox, version):
    path = empty.evaluate("Object.values(parts.files.LIBRARIES)[0]")
    missing = {f"{FOLDER}{path[2:]}": {"any": ["", "", 404]}, LIST: {"any": [version]}}
    sandbox(f"tell({{ kind: 'want', path: {json.dumps(path)} }})", answers=missing)
    if version == SAME_VERSION:
        soon(empty, lambda: has_heard(empty, "got"), True)
        assert empty.evaluate("heard.at(-1).data") == {"path": path, "content": None}
        assert empty.evaluate("lost") is None
    else:
        soon(empty, lambda: empty.evaluate("lost !== null"), True)
        assert "is missing (404)" in empty.evaluate("lost[0]")


def test_a_picture_that_lacks_a_file_says_so(empty, sandbox):
    sandbox(answers={f"{FOLDER}sandbox_view.js": {"any": [ECHO]}})
    set_host(empty, {f"{FOLDER}vendor/requirejs/require.js": {"any": ["", SCRIPT, 404]}})
    empty.evaluate("""() => {
      window.notes = [];
      const cell = { n: 0, say: (text) => notes.push(text), fold() {} };
      const view = new parts.outputs.View(cell, { rest() {}, change() {} });
      document.body.append(view.element);
      view.draw("id", {});
    }""")
    missing = "It cannot be shown: a file of this page is missing."
    soon(empty, lambda: empty.evaluate("notes"), [missing])


def test_a_stopped_python_is_not_heard(empty, sandbox):
    sandbox('tell({ kind: "begun" })')
    soon(empty, lambda: has_heard(empty, "begun"), True)
    empty.evaluate("() => { python.tell({ x: 1 }); python.stop(); }")
    empty.wait_for_timeout(300)
    assert not has_heard(empty, "got")
    assert empty.evaluate("lost") is None
    expect(empty.locator("iframe.walled")).to_have_count(0)


# ------------------------------------------------------------------------------- texts of readers

CALL = """parts.reader_programs.call(
  ID,
  { call: "own.answer", given: [""], seconds: 5 },
  (answer) => (window.answer ??= JSON.parse(answer)),
)"""
BEGUN = 'tell({ kind: "begun" });'
# What Python does with a text, what happens then, and the error that the reader is told.
CALLS = {
    "answers": (f"{BEGUN} tell({{ kind: 'called', answer: '{{\"error\": 42}}' }});", "", 42),
    "never ends": (BEGUN, "later", "It was stopped after 5 seconds."),
    "has not started": ("", "later", None),
    "is stopped": (BEGUN, "parts.reader_programs.stopCall(1)", "It was stopped."),
    "is not the one to be stopped": (BEGUN, "parts.reader_programs.stopCall(2)", None),
    "gives way": (BEGUN, CALL.replace("ID", "2"), "It was stopped, because other code was run."),
    "ends Python": (
        f"{BEGUN} tell({{ kind: 'lost', brief: 'no more memory' }});",
        "",
        "The Python that runs your code has stopped: no more memory.",
    ),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_call_ends_in_an_answer_or_says_why_not(empty, sandbox, name):
    act, then, error = CALLS[name]
    sandbox(act)  # sets the host; this Python is not used
    empty.evaluate("() => { python.stop(); window.answer = null; }")
    empty.evaluate(f"() => {{ {CALL.replace('ID', '1')} }}")
    empty.wait_for_timeout(500)
    if then == "later":
        empty.clock.run_for(4900)
        assert empty.evaluate("answer") is None
        empty.clock.run_for(200)
    elif then:
        empty.evaluate(f"() => {{ {then} }}")
    if error is None:
        empty.wait_for_timeout(300)
        assert empty.evaluate("answer") is None
    else:
        soon(empty, lambda: empty.evaluate("answer?.error"), error)
        expect(empty.locator("iframe.walled")).to_have_count(int(name == "gives way"))


MOST_FILES = 8  # for which the clock of a text stops


@pytest.mark.parametrize("file_count", [1, MOST_FILES, MOST_FILES + 1])
def test_the_clock_of_a_text_stops_for_some_files(empty, sandbox, file_count):
    path = empty.evaluate("Object.values(parts.files.LIBRARIES)[0]")
    want = f"tell({{ kind: 'want', path: {json.dumps(path)} }});"
    # Each file is wanted when the one before it has come.
    sandbox(f"""{BEGUN} let wants = 1; {want}
      line.onmessage = ({{ data }}) => data.path && wants++ < {file_count} && {want}""")
    empty.evaluate("() => { python.stop(); window.answer = null; }")
    empty.evaluate(
        """([name, count]) => {
          let [{ fetch }, asked] = [window, 0];
          const last = new Promise((resolve) => (window.bring = resolve));
          window.fetch = async (url, options) => {
            if (`${url}`.endsWith(name) && ++asked === count) await last;
            return fetch(url, options);
          };
        }""",
        [path[1:], file_count],
    )
    empty.evaluate(f"() => {{ {CALL.replace('ID', '1')} }}")
    empty.wait_for_timeout(1000)
    empty.clock.run_for(6000)
    if file_count <= MOST_FILES:
        assert empty.evaluate("answer") is None
        empty.evaluate("bring()")
        empty.wait_for_timeout(500)
        empty.clock.run_for(5100)
    soon(empty, lambda: empty.evaluate("answer?.error"), "It was stopped after 5 seconds.")


# ------------------------------------------------------------------------------ requests of forms


def test_a_request_fails_when_python_says_so_or_stops(empty):
    empty.evaluate("""() => {
      document.documentElement.dataset.live = "on";
      window.sent = [];
      class Comm {
        on_msg(hear) { window.reply = (data) => hear({ content: { data } }); }
        send(data) { sent.push(data); }
      }
      window.liveWidgets = { line: null, Comm, want() {} };
      window.results = {};
      for (const name of ["answered", "refused", "lost"]) {
        const note = (result) => (results[name] = result);
        parts.requests.request({ name }).then(note, ({ message }) => note(message));
      }
      reply({ number: sent[0].number, answer: "right" });
      reply({ number: sent[1].number, failed: "no such task" });
      reply({ number: 99, answer: "of nobody" });
      document.documentElement.dataset.live = "error";
    }""")
    expected = {"answered": "right", "refused": "no such task", "lost": "Python has stopped"}
    soon(empty, lambda: empty.evaluate("results"), expected)
