"""A host sends one file of a live page damaged or with a wrong type, to be cached for a year.

After the host is repaired, the button that the page offers loads the right file.
"""

import functools
import threading
from contextlib import contextmanager
from fnmatch import fnmatch
from itertools import product
from pathlib import Path
from time import monotonic

import pytest
from playwright.sync_api import Error, TimeoutError

from tests.conftest import PATIENCE, SITE, tool
from tests.helpers.page_uses import FAULT, IS_LIVE, REPORT_TIME, USES, visited
from tests.helpers.pages import LIVE

pytestmark = [pytest.mark.book, pytest.mark.browser]

# The use of a page (tests/helpers/page_uses.py) that requests a file: the first match counts.
ASKED_BY = {
    "*/LICENSE*": None,
    "*/mathjax/[!t]*": None,
    "*/apps.js": None,  # this page has no Python and no form
    "*/results.js": None,
    "*/packed/*": "start, slow line",
    "*/xz/*": "start, slow line",
    "*/bridge.py": "start, slow line",
    "*/book.zip.xz": "start, slow line",
    "*/games.yazy.tables.zip": "start, slow line",
    "*/games.yazy.openings.zip": "start, slow line",
    "*/games_exercises.zip": "answer, slow line",
    "*/codemirror/*": "editor",
    "*/sympy.zip": "sympy",
    "*/icepool.zip": "icepool",
    "*/tex-svg.js": "formula",
    "*/sandbox_view.js": "widget",
    "*/search.*": "search",
    "*/minisearch/*": "search",
    "*/present.*": "projector",
    "*/vote.js": "vote",
    "*/qrcode/*": "code",
    "*/sandbox.html": "cell",
    "*/sandbox_host.js": "cell",
    "*/sandbox_worker.js": "cell",
    "*/needs.py": "cell",
    "*/runner.py": "cell",
    "*/pyodide-lock.json": "cell",
    "*/python/*.zip": "cell",
    "*/book.zip": "cell",
    "*": "start",
}
DAMAGES = ("damaged", "wrong type", "changed")
# Modules of a page, which would run although they are changed. An import map has their digests.
MODULES = ("*/widget.js", "*/present.js", "*/qrcode.js", "*/codemirror.js")
AT_EVERY_COMMIT = {("js", "damaged"), ("js", "changed")}
RESTART_BUTTON = "button:text-matches('Start again|Load the page anew')"
USED = "used"  # marks a page in which the reader has acted; a reload removes the mark
RAN = "document.querySelector(\"script[defer][src*='/live/']:not([data-executed])\") === null"
HAS_STYLES = "getComputedStyle(document.documentElement).getPropertyValue('--whole') !== ''"


def use_of(file):
    """Return the use of a page that requests this file of the build."""
    return next(use for pattern, use in ASKED_BY.items() if fnmatch(f"/{file}", pattern))


def rows():
    """Each file of the build that a page loads, with the fault of the file.

    A normal run has the first file by name of each kind, always the same. A wrong type is tested
    only for files whose type browsers check.
    """
    files = sorted(LIVE.rglob("*"), key=lambda path: path.relative_to(LIVE).parts[1:])
    names = [path.relative_to(LIVE).as_posix() for path in files if path.is_file()]
    kinds, params = set(), []
    for name, damage in product([name for name in names if use_of(name)], DAMAGES):
        if damage == "changed" and not any(fnmatch(f"/{name}", module) for module in MODULES):
            continue
        kind = name.rpartition(".")[2], damage
        is_first = kind in AT_EVERY_COMMIT - kinds
        kinds.add(kind)
        marks = [] if is_first else [pytest.mark.slow]
        params.append(
            pytest.param(name, damage, marks=marks, id=f"{name.partition('/')[2]}, {damage}")
        )
    return params


class Host:
    """A host that sends one wrong file until the host is repaired."""

    def __init__(self, file, damage):
        self.file, self.damage = file, damage
        self.is_broken, self.request_count = True, 0

    def handler(self):
        """The handler of requests. It sends all other files as serve.py does."""
        serve, host = tool("serve"), self

        class Handler(serve.Handler):
            def do_GET(self):
                if not (host.is_broken and self.path.partition("?")[0].endswith(host.file)):
                    super().do_GET()
                    return
                host.request_count += 1
                content = Path(self.translate_path(self.path)).read_bytes()
                kind = "application/octet-stream"
                if host.damage != "wrong type":
                    kind = self.guess_type(self.path)
                if host.damage == "damaged":
                    content = content[: len(content) // 2]
                elif host.damage == "changed":
                    content += b" "
                self.send_response(200)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

        return serve, Handler

    @contextmanager
    def served(self):
        serve, handler = self.handler()
        site_handler = functools.partial(handler, directory=str(SITE))
        with serve.Server(("127.0.0.1", 0), site_handler) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            yield f"http://127.0.0.1:{server.server_port}"
            server.shutdown()


def wait_for(page, locator):
    """Wait for something in the page. A fast clock shortens the page's own delays."""
    for wait in (REPORT_TIME, *[2500] * 16):
        try:
            locator.wait_for(timeout=wait, state="attached")
            return
        except TimeoutError:
            page.clock.fast_forward(REPORT_TIME)
    locator.wait_for(timeout=1, state="attached")


def trouble(page):
    """Return the page's messages about missing files, without those about slow files."""
    return page.locator(FAULT).filter(visible=True).filter(has_not_text="takes long")


def is_whole(page, goal):
    """Return whether the page has done its task and is complete."""
    try:
        scripts_and_styles = page.evaluate(f"{RAN} && {HAS_STYLES}")
    except Error:  # the page is being reloaded
        return False
    return scripts_and_styles and page.locator(goal).count() > 0 and trouble(page).count() == 0


def act_once(page, act):
    """Perform the reader's action in a live page, unless the reader has acted since it loaded."""
    if act and page.locator(f"{IS_LIVE}:not([data-{USED}])").count():
        page.evaluate(f"document.documentElement.dataset.{USED} = ''")
        act(page)


@pytest.mark.parametrize(("file", "damage"), rows())
def test_when_the_host_is_mended_the_button_helps(browser, file, damage):
    use = use_of(file)
    _, _, act, goal = USES[use]
    host = Host(file, damage)
    with host.served() as address, visited(browser, address, use) as (page, _):
        if act:
            wait_for(page, page.locator(IS_LIVE).or_(trouble(page)).first)
            if not trouble(page).count():
                act_once(page, act)
        wait_for(page, page.locator(goal).or_(trouble(page)).first)
        if damage == "changed" or not is_whole(page, goal):
            wait_for(page, trouble(page).first)
        assert host.request_count, "nothing has asked for this file"
        host.is_broken = False
        button = trouble(page).locator(RESTART_BUTTON)
        if button.count():
            button.first.click()
        elif not is_whole(page, goal):  # the page requests refused files again
            act(page)
        end = monotonic() + 2 * PATIENCE / 1000
        while not is_whole(page, goal):
            assert monotonic() < end, f"it does not help: {trouble(page).all_inner_texts()}"
            page.wait_for_timeout(300)
            act_once(page, act)  # after a reload, or where Python had not started before
