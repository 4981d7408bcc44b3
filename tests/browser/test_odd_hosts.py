"""On hosts with unusual headers the pages run, or they name the header that is at fault."""

import pytest
from playwright.sync_api import expect

from tests import firefox
from tests.conftest import SITE, live, others_slow, watched
from tests.helpers.cells import Cells
from tests.helpers.odd_hosts import (
    FRAME_HEADERS,
    NARROW_POLICIES,
    OWN_POLICY,
    SCRIPTS_AS_TEXT,
    STRICT_TYPES,
    UNKNOWN_MODULES,
    WIDE_POLICY,
    odd_host,
)
from tests.helpers.selectors import CELL_NOTE, STATUS
from tests.helpers.your_game import BENCH, COIN
from tests.live import LiveApp

pytestmark = [pytest.mark.book, pytest.mark.browser]

PAGE = "book/placement.html"
BOLD = "from IPython.display import HTML\nprint(6 * 7)\nHTML('<b>bold</b>')"
WORKS = {name: (headers, {}) for name, headers in FRAME_HEADERS.items()}
WORKS["a policy that is wide enough"] = (WIDE_POLICY, {})
WORKS["unknown modules"] = ({}, UNKNOWN_MODULES)
# The expected message, and the messages about files that must not appear.
FALSE = "is missing|came damaged|held up"
POLICY = "sends the header “Content-Security-Policy: default-src 'self'”"
TYPE = "sends scripts (.js) with the content type “text/plain”"


@pytest.mark.parametrize("host", others_slow(WORKS, "no frames"))
def test_cells_run_on_a_host_with_odd_headers(browser, tmp_path, host):
    headers, types = WORKS[host]
    with odd_host(SITE, tmp_path, headers, types) as address, watched(browser) as page:
        live(page, f"{address}/{PAGE}")
        assert Cells(page).answer(BOLD) == "42\nbold"


@pytest.mark.slow
def test_an_own_game_runs_where_the_host_forbids_frames(browser, tmp_path):
    host = odd_host(SITE, tmp_path, FRAME_HEADERS["no frames"])
    with host as address, watched(browser) as page:
        live(page, f"{address}/book/your_game.html")
        bench = LiveApp(page, BENCH)
        bench.box.get_by_role("textbox", name="Your game in Python").fill(COIN)
        bench.click("Run")
        expect(bench.box).to_contain_text("6 steps")


@pytest.fixture(scope="module")
def in_firefox(playwright):
    executable = firefox.find()
    if executable is None:
        pytest.skip(firefox.INSTALL_HINT)
    running = playwright.firefox.launch(channel=firefox.CHANNEL, executable_path=executable)
    yield running
    running.close()


@pytest.mark.slow
@pytest.mark.parametrize("host", FRAME_HEADERS)
def test_cells_run_in_firefox_whatever_the_host_says_of_frames(in_firefox, tmp_path, host):
    headers = FRAME_HEADERS[host]
    with (
        odd_host(SITE, tmp_path, headers) as address,
        watched(in_firefox, reduced_motion="reduce") as page,
    ):
        live(page, f"{address}/{PAGE}")
        assert Cells(page).answer(BOLD) == "42\nbold"


def says(place, sentence):
    expect(place).to_contain_text(sentence)
    assert not [word for word in FALSE.split("|") if word in place.inner_text()]


@pytest.mark.parametrize(
    ("headers", "types", "sentence"),
    [
        pytest.param(OWN_POLICY, {}, POLICY, id="own policy"),
        pytest.param({}, SCRIPTS_AS_TEXT, TYPE, id="scripts as text", marks=pytest.mark.slow),
    ],
)
def test_an_app_says_which_header_keeps_python_from_it(browser, tmp_path, headers, types, sentence):
    with odd_host(SITE, tmp_path, headers, types) as address, watched(browser) as page:
        page.clock.install()
        page.goto(f"{address}/{PAGE}")
        says(page.locator(f".cell.tag_live {STATUS}").first, sentence)
        page.clock.fast_forward(10_000)  # after this time a page has checked for missing files
        page.wait_for_timeout(500)
        for status in page.locator(f"{STATUS}:visible, [role=alert]:visible").all():
            assert "is missing" not in status.inner_text()
        page.faults.clear()


@pytest.mark.parametrize("forbidden", others_slow(NARROW_POLICIES, "styles"))
def test_page_says_at_its_top_what_a_policy_of_the_host_stops(browser, tmp_path, forbidden):
    headers, words = NARROW_POLICIES[forbidden]
    with odd_host(SITE, tmp_path, headers) as address, watched(browser) as page:
        page.goto(f"{address}/{PAGE}")
        notice = page.get_by_role("alert").filter(has_text="Content-Security-Policy").first
        for word in words:
            expect(notice).to_contain_text(word)
        expect(notice).to_be_visible()
        assert notice.bounding_box()["y"] < 200
        # What still runs is not called stopped.
        stops_python = any("Python" in word or "all style" in word for word in words)
        live_state = page.locator(f"html[data-live={'error' if stops_python else 'on'}]")
        expect(live_state).to_have_count(1)
        assert ("stops Python" in notice.inner_text()) == any("Python" in word for word in words)
        page.faults.clear()  # what the browser says of the policy


@pytest.mark.slow
@pytest.mark.parametrize("name", ["notation", "race_roots"])
def test_page_without_apps_says_what_a_policy_of_the_host_stops(browser, tmp_path, name):
    headers, words = NARROW_POLICIES["all but files"]
    with odd_host(SITE, tmp_path, headers) as address, watched(browser) as page:
        page.goto(f"{address}/book/{name}.html")
        notice = page.get_by_role("alert").filter(visible=True)
        expect(notice).to_have_count(1)
        for word in words:
            expect(notice).to_contain_text(word)
        page.faults.clear()  # what the browser says of the policy


@pytest.mark.slow
def test_first_answer_that_starts_no_python_brings_the_notice(browser, tmp_path):
    headers, (words,) = NARROW_POLICIES["Python"]
    with odd_host(SITE, tmp_path, headers) as address, watched(browser) as page:
        page.goto(f"{address}/book/race_roots.html")  # a page without apps
        expect(page.locator("#your-answers")).to_contain_text("on this page")
        notice = page.get_by_role("alert").filter(has_text=words, visible=True)
        expect(notice).to_have_count(0)
        page.locator("form.answer:not([hidden])").first.evaluate("""form => {
          const input = form.querySelector("input");
          if (input.type === "radio") input.checked = true;
          else input.value = "1/2";
          form.requestSubmit();
        }""")
        expect(notice).to_have_count(1)
        page.faults.clear()  # what the browser says of the policy


@pytest.mark.slow
def test_page_in_a_sandbox_says_so_at_its_top(browser, tmp_path):
    headers = {"Content-Security-Policy": "sandbox allow-scripts"}
    with odd_host(SITE, tmp_path, headers) as address, watched(browser) as page:
        page.goto(f"{address}/{PAGE}")
        notice = page.get_by_role("alert").filter(visible=True)
        says(notice, "This page is in a sandbox")
        assert notice.bounding_box()["y"] < 200
        page.faults.clear()


@pytest.mark.slow
def test_page_names_no_policy_that_only_reports(browser, tmp_path):
    headers = {"Content-Security-Policy-Report-Only": "default-src 'none'"}
    with odd_host(SITE, tmp_path, headers) as address, watched(browser) as page:
        live(page, f"{address}/{PAGE}")
        assert "Content-Security-Policy" not in page.locator("body").inner_text()
        page.faults.clear()


@pytest.mark.slow
def test_cell_names_the_policy_of_the_host(browser, tmp_path):
    with odd_host(SITE, tmp_path, OWN_POLICY) as address, watched(browser) as page:
        page.goto(f"{address}/{PAGE}")
        cells = Cells(page)
        cells.press(0, "Run this cell")
        says(cells[0].locator(CELL_NOTE), POLICY)
        page.faults.clear()


@pytest.mark.slow
def test_page_names_the_wrong_type_of_scripts(browser, tmp_path):
    host = odd_host(SITE, tmp_path, STRICT_TYPES, SCRIPTS_AS_TEXT)
    with host as address, watched(browser) as page:
        page.goto(f"{address}/{PAGE}")
        says(page.get_by_role("alert").filter(visible=True).last, TYPE)
        page.faults.clear()
