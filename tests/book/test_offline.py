"""The book without a network, what a new version of it does, and its content security policy."""

import re
import shutil
import tomllib
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.conftest import SITE, SLOW, is_from_memory, live, others_slow, served, tool, watched
from tests.helpers.odd_hosts import odd_host
from tests.helpers.selectors import BEST, CELL_NOTE, OFFLINE_STATUS, SUMMARY
from tests.live import soon

pytestmark = [pytest.mark.book, pytest.mark.browser]

# The state of a new version that the page finds: "installed" waits, "redundant" was refused.
UPDATE = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration.update();
  const { installing } = registration;
  if (!installing) return registration.waiting?.state;
  return new Promise((resolve) => {
    installing.onstatechange = () => resolve(installing.state);
    setTimeout(() => resolve("never"), 120_000);
  });
}"""
WAITING = (
    "navigator.serviceWorker.getRegistration().then((registration) => registration.waiting?.state)"
)
# The request to take over reaches the new version only when a key is pressed.
LATE_CODE = """
const { postMessage } = ServiceWorker.prototype;
ServiceWorker.prototype.postMessage = function (message) {
  if (message.is !== "takeOver") return postMessage.call(this, message);
  window.onkeydown = () => postMessage.call(this, message);
  window.asked = true;
};
navigator.serviceWorker.oncontrollerchange = () => (window.taken = true);
"""
# A stranger with the same origin changes the cache: each file whose name contains this part.
POISON = """async (part) => {
  const evil = {
    html: "<!doctype html><html data-live=on><script>window.poisoned = true</script>",
    js: "(globalThis.window ?? globalThis).poisoned = true;",
    css: "body { visibility: hidden }",
  };
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) {
      const { pathname } = new URL(url);
      if (!pathname.includes(part)) continue;
      const { headers } = await cache.match(url);
      await cache.put(url, new Response(evil[pathname.split(".").at(-1)] ?? "evil", { headers }));
    }
  }
}"""
DIGEST = """async (response) => {
  const digest = await crypto.subtle.digest("SHA-256", await response.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}"""
DIGESTS_OF_FILES = (
    f"(all) => Promise.all(all.map((name) => fetch(name).then({DIGEST}).catch(() => null)))"
)
WRONG = """async () => {
  const wrong = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) {
      const found = await (DIGEST)(await cache.match(url));
      if (!url.endsWith(found)) wrong.push(url);
    }
  }
  return wrong;
}""".replace("DIGEST", DIGEST)
NAMES = """async () => {
  const [name] = (await caches.keys()).filter((name) => name.startsWith("odds"));
  const cache = await caches.open(name);
  return (await cache.keys()).map(({ url }) => url.split("?")[0]);
}"""


@pytest.fixture
def site(tmp_path):
    """A copy of a part of the book, which a test may change; the whole book would take longer."""
    pages = {f"{name}.html" for name in ("index", "chains", "race", "race_roots", "notation")}
    skip = shutil.ignore_patterns("_sources", "locales", "*.map")

    def names_to_skip(folder, names):
        other_pages = [
            name
            for name in names
            if name.endswith(".html") and name not in {*pages, "sandbox.html"}
        ]
        return {*skip(folder, names), *other_pages}

    shutil.copytree(SITE, tmp_path / "site", ignore=names_to_skip)
    tool("publish").keep(tmp_path / "site", "book/index.html")
    return tmp_path / "site"


@pytest.fixture
def address(site, tmp_path):
    (tmp_path / "served").mkdir()
    with served(site, tmp_path / "served") as address:
        yield address


@pytest.fixture
def reader(browser):
    with watched(browser, service_workers="allow") as page:
        yield page


def is_kept(page):
    """Ask the page to keep the whole book, and wait for the end."""
    saved_note = page.locator(OFFLINE_STATUS)
    saved_note.get_by_text("Keep the whole book").evaluate("node => node.click()")
    expect(saved_note).to_contain_text("The whole book is kept on this device")


def ruin(page):
    return page.get_by_role("group", name="Coins until none is left, or enough are")


def drag(page):
    """Use the app, and return its sentence, which does not depend on the way Python starts."""
    ruin(page).get_by_role("slider", name="Goal", exact=True).press("ArrowRight")
    expect(ruin(page).locator(f"tr{BEST} td")).to_have_count(8)
    return ruin(page).locator(SUMMARY).inner_text()


def version(page):
    return page.locator("meta[name=version]").get_attribute("content")


def integrity_of(path):
    """Return the digest of a file as the tags of a page state it."""
    return b64encode(sha256(path.read_bytes()).digest()).decode()


def deploy(site, name):
    """Replace the book by a new version with this name in its pages and scripts."""
    publish = tool("publish")
    new_names, integrity = {}, {}
    for unit in (
        "python",
        "worker.js",
        "sandbox_worker.js",
        "register_offline.js",
        "page.js",
        "cells.js",
        "answers.js",
    ):
        (path,) = site.glob(f"_static/live/*/{unit}")
        if path.is_dir():
            (path / "VERSION").write_text(name, "utf-8")
        else:
            text = path.read_text("utf-8")
            digest_before = integrity_of(path)
            for old, new in new_names.items():
                text = text.replace(old, new)
            path.write_text(f"{text}// {name}\n", "utf-8")
            integrity[digest_before] = integrity_of(path)
        new_names[path.parent.name] = publish.digest(path)
        path.parent.rename(path.parent.with_name(publish.digest(path)))
    for path in site.glob("book/*.html"):
        text = re.sub("<meta name=.version[^>]*>", "", path.read_text("utf-8"))
        for old, new in [*new_names.items(), *integrity.items()]:
            text = text.replace(old, new)
        meta = f"<meta name='version' content='{name}'>"
        path.write_text(text.replace("</title>", f"</title>{meta}"), "utf-8")
    publish.keep(site, "book/index.html")


def test_a_book_once_visited_is_live_without_a_network(reader, address, site):
    live(reader, f"{address}/book/chains.html")
    is_kept(reader)
    site.rename(site.with_name("gone"))
    reader.context.set_offline(True)
    live(reader, reader.url)
    ruin(reader).get_by_role("slider", name="Goal", exact=True).press("ArrowRight")
    expect(ruin(reader).locator(f"tr{BEST} td")).to_have_count(8)
    # the search
    reader.keyboard.press("Control+k")
    reader.get_by_role("combobox", name="Search the book").fill("Penney")
    first = reader.get_by_role("dialog").get_by_role("option").first
    expect(first).to_contain_text("Lucky draws")
    reader.keyboard.press("Escape")
    # a page without Python, and the first page by the address of the site
    reader.goto(f"{address}/book/notation.html")
    expect(reader.locator("mjx-container").first).to_be_visible()
    reader.goto(f"{address}/")
    expect(reader).to_have_url(f"{address}/book/index.html")


@pytest.mark.slow
def test_a_library_once_imported_is_there_without_a_network(reader, address, site):
    live(reader, f"{address}/book/chains.html")
    is_kept(reader)
    assert not any("sympy.zip" in name for name in reader.evaluate(NAMES))  # not needed
    scratch = reader.locator("#scratch")
    scratch.get_by_role("button", name="Edit this cell").click()
    scratch.locator(".cm-content").fill("from sympy import Integer\nInteger(6) * 7")
    reader.keyboard.press("Shift+Enter")
    view = scratch.locator("iframe.walled").content_frame.locator("iframe").content_frame
    expect(view.locator("mjx-container")).to_have_count(1)
    site.rename(site.with_name("gone"))
    reader.context.set_offline(True)
    live(reader, reader.url)
    scratch.get_by_role("button", name="Edit this cell").click()
    scratch.locator(".cm-content").fill("from sympy import factorint\nfactorint(42)")
    reader.keyboard.press("Shift+Enter")
    expect(scratch.locator(".cell_output")).to_have_text("{2: 1, 3: 1, 7: 1}")
    live(reader, f"{address}/book/race.html?app=nothing#top")  # another page


@pytest.mark.slow
def test_on_a_slow_line_a_page_is_kept_and_what_is_not_says_so(reader, address, site):
    reader.add_init_script(SLOW)
    chains = f"{address}/book/chains.html"  # without the setting that the page writes into it
    live(reader, chains)
    status = drag(reader)
    offer = reader.locator(OFFLINE_STATUS)
    expect(offer).to_contain_text(re.compile(r"Keep the whole book \d+ MB, to read and play"))
    names = reader.evaluate(NAMES)
    assert any("stdlib.zip.xz" in name for name in names)
    assert not any(part in name for name in names for part in ("memory.bin", "race.html", "sympy"))
    site.rename(site.with_name("gone"))
    reader.context.set_offline(True)
    live(reader, chains)
    assert drag(reader) == status
    assert reader.goto(f"{address}/book/race.html").status == 503
    expect(reader.get_by_role("heading")).to_have_text("This page is not kept here")
    reader.get_by_role("button", name="Try again").click()
    expect(reader.get_by_role("heading")).to_have_text("This page is not kept here")
    reader.get_by_role("link", name="Front page").click()
    expect(reader).to_have_title("Odds, Exactly")
    reader.goto(f"{address}/book/race.html")
    reader.get_by_role("link", name="Absorbing chains").click()
    expect(reader).to_have_title(re.compile("chains"))
    reader.faults.clear()
    site.with_name("gone").rename(site)
    reader.context.set_offline(False)
    live(reader, reader.url)
    is_kept(reader)
    assert {"memory.bin", "race.html"} <= {
        name.rpartition("/")[2] for name in reader.evaluate(NAMES)
    }


@pytest.mark.slow
def test_what_somebody_else_has_put_into_the_cache_is_not_served(reader, address, site):
    live(reader, f"{address}/book/chains.html")
    is_kept(reader)
    assert reader.evaluate(WRONG) == []
    reader.evaluate(POISON, "")
    assert len(reader.evaluate(WRONG)) == len(reader.evaluate(NAMES))
    live(reader, f"{address}/book/race.html")
    assert is_from_memory(reader)
    live(reader, reader.url)  # the page fetches and keeps all its files again
    assert reader.evaluate("[window.poisoned, getComputedStyle(document.body).visibility]") == [
        None,
        "visible",
    ]
    wrong = reader.evaluate(WRONG)
    assert not any("/book/race.html" in path or "/register_offline.js" in path for path in wrong)
    # a later version takes over none of these files
    deploy(site, "two")
    assert reader.evaluate(UPDATE) == "installed"
    new = (site / "offline.js").read_text("utf-8")
    wrong = [path.removeprefix(f"{address}/").split("?sha256=") for path in reader.evaluate(WRONG)]
    assert not [path for path, digest in wrong if f'"{path}": [\n"{digest}"' in new]


@pytest.mark.slow
@pytest.mark.parametrize(
    "part", others_slow(["/chains.html", ".js", ".css", ".wasm", ".zip", ".bin"], ".js")
)
def test_without_a_network_a_wrong_file_is_no_file(reader, address, site, part):
    live(reader, f"{address}/book/chains.html")
    is_kept(reader)
    reader.goto(f"{address}/book/notation.html")
    assert reader.evaluate("navigator.serviceWorker.controller !== null")
    reader.evaluate(POISON, part)
    paths = [path for path in reader.evaluate(NAMES) if part in path]
    right = (site / "offline.js").read_text("utf-8")
    site.rename(site.with_name("gone"))
    reader.context.set_offline(True)
    digests = [
        digest for digest in reader.evaluate(DIGESTS_OF_FILES, paths) if digest
    ]  # the browser may have it in another cache
    assert paths
    assert not [digest for digest in digests if digest not in right]
    assert not ("html" in part and digests)
    assert not [path for path in reader.evaluate(WRONG) if part in path]  # wrong files are dropped
    reader.faults.clear()


def damage(site):
    """Change a page of the site, as an incomplete deployment does."""
    page = site / "book" / "race.html"
    page.write_text(page.read_text("utf-8") + "<!-- half -->", "utf-8")


def take_away(site):
    (site / "book" / "race.html").unlink()


# Before the reader asks for the whole book, and the messages then.
FAILURES = {
    "no room": (None, "This browser has no more room for it."),
    "no network": (None, "The host does not answer, or there is no network."),
    "a file is missing": (take_away, "The host has no book/race.html (404)."),
    "half a deployment": (damage, "The host has another book/race.html than this version"),
}


@pytest.mark.parametrize("reason", others_slow(FAILURES, "no room"))
def test_keeping_the_whole_book_says_why_it_failed(reader, address, site, tmp_path, reason):
    act, sentence = FAILURES[reason]
    reader.goto(f"{address}/book/notation.html")
    status = reader.locator(OFFLINE_STATUS)
    expect(status).to_contain_text("to read and play without a network")
    shutil.copytree(site, tmp_path / "whole")
    protocol = reader.context.new_cdp_session(reader)
    quota = {"origin": address.removesuffix("/odds")}
    if act:
        act(site)
    elif reason == "no room":
        protocol.send("Storage.overrideQuotaForOrigin", quota | {"quotaSize": 5_000_000})
    else:
        reader.context.set_offline(True)
    status.get_by_role("button", name="Keep the whole book").click()
    expect(status).to_contain_text(sentence)
    expect(status).to_contain_text(re.compile(r"\d+ of \d+ MB are there\."))
    protocol.send("Storage.overrideQuotaForOrigin", quota)
    reader.context.set_offline(False)
    if act:
        shutil.copytree(tmp_path / "whole", site, dirs_exist_ok=True)
    status.get_by_role("button", name="Try again").click()
    expect(status).to_contain_text("The whole book is kept on this device")
    reader.faults.clear()  # the browser's errors for missing files


# The first response with this file waits until the test calls `release`.
SLOW_FILE = """
const { fetch: fetchAtOnce } = self;
let isFirst = true;
self.fetch = async (address, options) => {
  if (isFirst && String(address).endsWith("/chains.html")) {
    isFirst = false;
    await new Promise((resolve) => (self.release = resolve));
  }
  return fetchAtOnce(address, options);
};
"""


def test_a_run_that_failed_does_not_report_after_a_later_one_has_kept_the_book(
    reader, address, site
):
    worker = site / "offline.js"
    worker.write_text(SLOW_FILE + worker.read_text("utf-8"), "utf-8")
    page = site / "book" / "race.html"
    content = page.read_bytes()
    page.unlink()
    reader.goto(f"{address}/book/notation.html")
    status = reader.locator(OFFLINE_STATUS)
    status.get_by_role("button", name="Keep the whole book").click()
    expect(status).to_contain_text("The host has no book/race.html (404).")
    page.write_bytes(content)
    status.get_by_role("button", name="Try again").click()
    expect(status).to_contain_text("The whole book is kept on this device")
    [worker] = reader.context.service_workers
    worker.evaluate("release()")
    reader.wait_for_timeout(1000)  # a late report would have come by now
    expect(status).to_contain_text("The whole book is kept on this device")
    reader.faults.clear()  # the browser's error for the missing file


# The request to keep the whole book does not arrive, as if the service worker had stopped.
UNHEARD = """
const { postMessage } = ServiceWorker.prototype;
ServiceWorker.prototype.postMessage = function (message) {
  if (message.is !== "whole") postMessage.call(this, message);
};
"""


def test_keeping_the_whole_book_says_after_a_minute_that_nothing_came(reader, book):
    reader.add_init_script(UNHEARD)
    reader.clock.install()
    reader.goto(f"{book}/book/notation.html")
    status = reader.locator(OFFLINE_STATUS)
    status.get_by_role("button", name="Keep the whole book").click()
    expect(status).to_contain_text("The book is fetched…")
    reader.clock.fast_forward(61_000)
    expect(status).to_contain_text("Nothing has come for a minute.")
    expect(status.get_by_role("button", name="Try again")).to_be_enabled()


# Give each kept script another type.
RETYPE = """async (type) => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const { url } of (await cache.keys()).filter(({ url }) => url.includes(".js?"))) {
      const content = await (await cache.match(url)).arrayBuffer();
      await cache.put(url, new Response(content, { headers: { "Content-Type": type } }));
    }
  }
}"""


@pytest.mark.slow
def test_a_script_of_a_wrong_type_is_neither_kept_nor_served(browser, site, tmp_path):
    """A quicker twin is `test_keeping_the_whole_book_says_why_it_failed`."""
    types = {}
    (tmp_path / "odd").mkdir()
    with (
        odd_host(site, tmp_path / "odd", types=types) as address,
        watched(browser, service_workers="allow") as reader,
    ):
        reader.goto(f"{address}/book/notation.html")
        status = reader.locator(OFFLINE_STATUS)
        expect(status).to_contain_text("to read and play without a network")
        types[".js"] = "application/octet-stream"
        status.get_by_role("button", name="Keep the whole book").click()
        expect(status).to_contain_text("with the content type “application/octet-stream”")
        types.clear()
        status.get_by_role("button", name="Try again").click()
        expect(status).to_contain_text("The whole book is kept on this device")
        reader.evaluate(RETYPE, "application/octet-stream")
        live(reader, f"{address}/book/chains.html")
        drag(reader)


HEADERS = """async (elsewhere) => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) {
      const content = await (await cache.match(url)).arrayBuffer();
      const headers = url.includes(".html")
        ? { Refresh: `0; url=${elsewhere}`, "Content-Type": "text/plain" }
        : { Location: elsewhere };
      const status = url.includes("/register_offline.js") ? 302 : 200;
      await cache.put(url, new Response(content, { headers, status }));
    }
  }
}"""


@pytest.mark.slow
def test_stored_headers_of_others_do_not_redirect(reader, address):
    live(reader, f"{address}/book/chains.html")
    is_kept(reader)
    reader.evaluate(HEADERS, f"{address}/book/race.html")
    reader.goto(f"{address}/book/notation.html")
    expect(reader.locator("mjx-container").first).to_be_visible()
    script = """script => fetch(document.querySelector(script).src)
      .then(({ redirected }) => redirected)"""
    assert reader.evaluate(script, "script[src*='/register_offline.js']") is False
    assert reader.url == f"{address}/book/notation.html"


@pytest.mark.slow
def test_old_caches_of_the_book_are_removed_and_others_stay(reader, address):
    reader.goto(f"{address}/book/results.json")  # before a page keeps any file
    scope = f"{address}/"
    own_caches = [f"odds, exactly {scope}", f"odds, exactly, of later {scope}"]
    other_caches = ["somebody else's", "odds, exactly http://127.0.0.1/elsewhere/"]
    reader.evaluate(
        "(names) => Promise.all(names.map(async (name) => "
        "(await caches.open(name)).put(`${location}?sha256=0`, new Response('evil'))))",
        own_caches + other_caches,
    )
    reader.goto(f"{address}/book/notation.html")
    is_kept(reader)
    names = "caches.keys().then((names) => names.sort())"
    soon(
        reader,
        lambda: reader.evaluate(names),
        sorted([*other_caches, f"odds, exactly, checked {scope}"]),
    )


@pytest.mark.slow
def test_new_version_is_used_when_no_page_needs_the_old(reader, address, site):
    deploy(site, "one")
    live(reader, f"{address}/book/chains.html")
    is_kept(reader)
    deploy(site, "two")
    reader.goto(reader.url, wait_until="domcontentloaded")
    reader.keyboard.press("Shift")  # a page in use is not replaced, even by a fast new version
    reader.wait_for_selector("html[data-live=on]")
    assert version(reader) == "one"
    assert reader.evaluate(UPDATE) == "installed"
    # two pages are open: each has the complete old version, although the server has only the new
    second = reader.context.new_page()
    live(second, f"{address}/book/race.html")
    assert version(second) == "one"
    second.wait_for_timeout(2500)  # the page has asked the new version to take over
    assert second.evaluate(WAITING) == "installed"
    second.close()
    reader.goto(f"{address}/book/chains.html?goal=8")
    expect(reader.locator("meta[name=version]")).to_have_attribute("content", "two")
    reader.wait_for_selector("html[data-live=on]")
    expect(ruin(reader).locator(f"tr{BEST} td")).to_have_count(9)
    names = reader.evaluate(NAMES)
    assert len(names) == len(set(names))  # files of the old version alone are dropped


@pytest.mark.slow
def test_incomplete_deployment_is_not_used(reader, address, site):
    deploy(site, "one")
    live(reader, f"{address}/book/chains.html")
    is_kept(reader)
    half = site / "book" / "race.html"
    old = half.read_text("utf-8")
    deploy(site, "two")
    complete_text = half.read_text("utf-8")
    half.write_text(old, "utf-8")
    assert reader.evaluate(UPDATE) == "redundant"
    live(reader, reader.url)
    assert version(reader) == "one"
    half.write_text(complete_text, "utf-8")
    assert reader.evaluate(UPDATE) == "installed"
    reader.add_init_script(LATE_CODE)
    live(reader, reader.url)
    soon(reader, lambda: reader.evaluate("window.asked"), True)
    reader.keyboard.press("Shift")
    soon(reader, lambda: reader.evaluate("window.taken"), True)
    drag(reader)
    assert version(reader) == "one"


@pytest.mark.slow
@pytest.mark.parametrize("worker", others_slow(["allow", "block"]))
def test_a_page_left_open_says_that_the_book_was_renewed(browser, address, site, worker):
    deploy(site, "one")
    with watched(browser, service_workers=worker) as reader:
        reader.add_init_script(SLOW)
        live(reader, f"{address}/book/chains.html")
        if worker == "allow":  # by now a page and its files are kept
            expect(reader.locator(OFFLINE_STATUS)).to_contain_text("to read and play")
            # While a second tab is open, the old service worker is not replaced.
            reader.context.new_page().goto(f"{address}/book/notation.html")
        scratch = reader.locator("#scratch")
        scratch.get_by_role("button", name="Edit this cell").click()
        scratch.locator(".cm-content").fill("import colorsys\nprint(6 * 7)")
        deploy(site, "two")
        scratch.get_by_role("button", name="Run this cell").click()
        note = scratch.locator(CELL_NOTE)
        expect(note).to_contain_text("The book has been renewed since this page was opened.")
        expect(note).to_contain_text("What you did here is kept.")
        note.get_by_role("button", name="Load the page anew").click()
        expect(reader.locator("meta[name=version]")).to_have_attribute("content", "two")
        reader.wait_for_selector("html[data-live=on]")
        expect(scratch.locator("pre").first).to_contain_text("import colorsys")
        scratch.get_by_role("button", name="Run this cell").click()
        expect(scratch.locator(".stream")).to_have_text("42")
        reader.faults.clear()


def test_an_answer_in_a_page_left_open_is_checked_or_told_why_not(browser, address, site):
    """Without a service worker the files of the old version are gone."""
    deploy(site, "one")
    with (
        watched(browser, service_workers="block") as running,
        watched(browser, service_workers="block") as idle,
    ):
        live(running, f"{address}/book/race.html")
        idle.goto(f"{address}/book/race_roots.html")  # no Python runs there yet
        expect(idle.locator("#your-answers")).to_contain_text("on this page")
        deploy(site, "two")
        expectations = [(running, "Right|Not yet"), (idle, "The book has been renewed since")]
        for page, reply in expectations:
            form = page.locator("form.answer:not([hidden])").first
            form.evaluate("""form => {
              const input = form.querySelector("input");
              if (input.type === "radio") input.checked = true;
              else input.value = "1/2";
              form.requestSubmit();
            }""")
            replies = page.locator(".answer-reply").filter(has_text=re.compile(reply))
            expect(replies).to_have_count(1)
        assert running.evaluate("document.documentElement.dataset.live") == "on"
        idle.faults.clear()  # the files that are gone


@pytest.mark.slow
def test_who_saves_data_is_spared(reader, address):
    reader.add_init_script(
        "Object.defineProperty(navigator, 'connection', {value: {saveData: true}})"
    )
    reader.goto(f"{address}/book/notation.html")
    expect(reader.locator("mjx-container").first).to_be_visible()
    assert reader.evaluate("navigator.serviceWorker.getRegistrations()") == []


@pytest.mark.slow
def test_stored_book_starts_python_from_its_memory(reader, address, site):
    reader.add_init_script(SLOW)
    live(reader, f"{address}/book/chains.html")
    assert not is_from_memory(reader)
    status = drag(reader)
    is_kept(reader)
    live(reader, f"{address}/book/chains.html")
    assert is_from_memory(reader)  # although the network is slow
    assert drag(reader) == status
    # another version of the book has its own memory snapshot
    deploy(site, "two")
    assert reader.evaluate(UPDATE) == "installed"
    live(reader, f"{address}/book/chains.html?goal=8")
    expect(reader.locator("meta[name=version]")).to_have_attribute("content", "two")
    reader.wait_for_selector("html[data-live=on]")
    assert is_from_memory(reader)


VIOLATIONS = tomllib.loads(Path(__file__).with_name("violations.toml").read_text("utf-8"))


@pytest.mark.parametrize("action", others_slow(VIOLATIONS, "an inline script", "eval"))
def test_what_the_policy_forbids_is_refused_and_seen(page, book, action):
    page.goto(f"{book}/book/notation.html")
    expect(page.locator("mjx-container").first).to_be_visible()
    assert page.faults == []
    with page.expect_console_message(lambda message: "Content Security Policy" in message.text):
        page.evaluate(f"() => {{ {VIOLATIONS[action]} }}")
    assert page.evaluate("window.broken") is None
    assert any("Content Security Policy" in fault for fault in page.faults)
    page.faults.clear()


def test_buttons_of_the_theme_need_no_inline_script(page, book):
    page.add_init_script("window.print = () => (window.printed = true)")
    page.goto(f"{book}/book/notation.html")
    page.locator(".btn-download-pdf-button").dispatch_event("click")
    assert page.evaluate("window.printed")
    page.locator(".btn-fullscreen-button").click()
    soon(page, lambda: page.evaluate("document.fullscreenElement?.tagName"), "HTML")


def test_the_worker_reaches_no_other_host(page, book):
    live(page, f"{book}/book/chains.html")
    ask = """new Promise((resolve) => {
      addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective));
      fetch("https://example.org/").catch(() => setTimeout(resolve, 3000, "no policy"));
    })"""
    assert page.workers[0].evaluate(ask) == "connect-src"
    page.faults.clear()
