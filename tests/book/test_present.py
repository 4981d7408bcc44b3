"""Apps with ?present=1: on a projector, in a lesson with a clicker, and on phones."""

import re
from collections import Counter
from itertools import product
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from tests.conftest import PATIENCE, others_slow, watched
from tests.helpers.lessons import LESSONS, lessons
from tests.helpers.projector import (
    PIXELS_TO_SCROLL,
    PROJECTOR,
    READY,
    SCREENS,
    SMALL,
    fills,
    show,
    shown_parts,
    to_the_end,
)
from tests.helpers.selectors import (
    APP,
    BAR,
    BEHIND,
    CELLS,
    CODE_BOARD,
    HEADLINES,
    ISOLATED,
    KEEP,
    ODDS,
    PICTURE,
    STAGE_BUTTONS,
    STAGE_STRIP,
    STATUS,
    SUMMARY,
    SURFACE,
    TITLE,
)
from tests.live import PHONE, RULES, held_up, no_fault, scan, soon

pytestmark = [pytest.mark.book, pytest.mark.browser]

APPS = [app for page in lessons.pages() for app in lessons.apps(page) if app.function]
LINKS = {page: lessons.addresses(lesson, page)[0] for page, lesson in LESSONS.items()}
GAME = "lucky_draws.html?k=3&seed=25&tell=0"
TOLERANCE = 8  # pixels
WITHOUT_ODDS = {"counting.html?app=game", "lucky_draws.html?app=watch"}  # nothing to press O for

# The titles of the parts of a picture, and whether each is shown.
PARTS = """(all) => all
  .map((node) => [node.querySelector("figcaption").textContent, node.checkVisibility()])"""
FIGURES = f"{PICTURE} figure:not(figure figure, {BEHIND} *, {STAGE_STRIP} *)"
# The visible elements below the sentence, with their positions.
PLACES = """(all) => all
  .filter((node) => node.checkVisibility({ visibilityProperty: true }))
  .filter((node) => node.matches("button, input, svg") || node.firstChild?.nodeType === 3)
  .map((node) => [node, node.getBoundingClientRect()])
  .map(([node, { x, y }]) => [`${node.localName} ${node.textContent}`, x, y])"""
SEEN = "(all) => all.some((node) => node.checkVisibility({ visibilityProperty: true }))"
# The buttons that show or hide the odds.
VISIBLE_ODDS_BUTTONS = (
    f"() => [...document.querySelectorAll('{ISOLATED} [data-key=o]:not([hidden])')]"
    ".map((node) => node.outerHTML)"
)


@pytest.fixture(scope="module")
def projector(browser, book):
    with watched(browser, viewport=PROJECTOR) as page:
        yield page


@pytest.fixture(params=others_slow(SCREENS, PROJECTOR), ids=lambda screen: f"{screen['width']}")
def screen(projector, request):
    """Give the projector a size of the screen, and return the size."""
    projector.set_viewport_size(request.param)
    return request.param


# The visible text of the screen.
WHOLE = {
    "app=early": f".oe-early, {STAGE_BUTTONS}",
    "app=beats": ".oe-graph text",
}


@pytest.mark.parametrize(
    "link", ["chains.html?app=ruin&goal=3&tell=0", "placement.html?app=explorer&V=100&F=3&r=27"]
)
def test_screen_tells_that_python_starts(browser, book, link):
    """The stored picture has the odds, or another game, so nothing else could be shown."""
    with watched(browser, viewport=PROJECTOR) as page, held_up(page):
        page.goto(f"{book}/book/{link}&present=1")
        status = shown_parts(page, STATUS)
        expect(status).to_contain_text("Python is starting")
        expect(status).to_be_visible()
        expect(status).to_be_in_viewport(ratio=1)
        assert not page.locator(f"{HEADLINES}, {SUMMARY}").evaluate_all(SEEN)


@pytest.mark.slow
@pytest.mark.parametrize("app", others_slow(WHOLE))
def test_cards_and_word_circle_fit_a_projector(projector, book, app):
    """A twin is `test_apps_fit_the_screen`."""
    show(projector, book, next(link for link in LINKS["lucky_draws"] if app in link))
    bar = projector.locator(BAR).bounding_box()["y"]
    parts = projector.locator(f"{SURFACE}:visible").locator(WHOLE[app]).locator("visible=true")
    soon(projector, lambda: parts.count() > 1, True)
    lowest = "all => Math.max(...all.map((node) => node.getBoundingClientRect().bottom))"
    soon(projector, lambda: parts.evaluate_all(lowest) <= bar, True)


@pytest.mark.parametrize("app", others_slow(APPS), ids=lambda app: app.link)
def test_apps_fit_the_screen(projector, book, app):
    page = projector
    show(page, book, f"{app.link}&present=1")
    expect(page.locator(f"{BAR} p")).to_have_text(app.title)
    more_button = page.get_by_role("button", name="Another part of the picture (M)")
    for screen in SCREENS:
        fills(page, screen)
        titles_seen, last = set(), None
        while (parts := shown_parts(page, FIGURES).evaluate_all(PARTS)) != last:
            titles_seen |= {title for title, is_visible in parts if is_visible}
            fills(page, screen)
            assert more_button.is_visible() is not all(is_visible for _, is_visible in parts)
            if len(titles_seen) == len({title for title, _ in parts}):
                break
            last = parts
            page.keyboard.press("m")
        assert titles_seen == {title for title, _ in parts}
    to_the_end(page, "PageDown", "next")
    for screen in SCREENS:
        fills(page, screen)


@pytest.mark.parametrize("app", others_slow(APPS), ids=lambda app: app.link)
def test_picture_stays_in_place_when_the_odds_appear(projector, book, app):
    projector.set_viewport_size(SCREENS[0])
    show(projector, book, f"{app.link}&tell=0&present=1")
    parts_shown = shown_parts(projector, f"{PICTURE} *")
    places_before, requests_before = (
        parts_shown.evaluate_all(PLACES),
        projector.evaluate(VISIBLE_ODDS_BUTTONS),
    )
    assert bool(requests_before) == (app.link not in WITHOUT_ODDS)
    projector.keyboard.press("o")
    if requests_before:
        soon(projector, lambda: projector.evaluate(VISIBLE_ODDS_BUTTONS) != requests_before, True)
    stays = Counter(name for name, *_ in places_before)

    def shifts():
        places_after = parts_shown.evaluate_all(PLACES)
        resting_parts = stays.items() & Counter(name for name, *_ in places_after).items()
        names = {name for name, _ in resting_parts}
        places = [
            sorted(place for place in places_found if place[0] in names)
            for places_found in (places_before, places_after)
        ]
        return [
            (name, x - left, y - top)
            for (name, left, top), (_, x, y) in zip(*places, strict=True)
            if max(abs(x - left), abs(y - top)) > TOLERANCE
        ]

    soon(projector, shifts, [])


def test_charts_beside_odds_are_a_fifth_of_the_screen_high(projector, book, screen):
    page = projector
    show(page, book, "chase.html?players=8&distance=4&seed=186&tell=0&present=1")
    page.get_by_role("button", name="To the end").click()
    page.keyboard.press("o")
    part = shown_parts(page, FIGURES).locator("visible=true")
    for title in ("The distance so far", "Who loses, by seat", "Many games"):
        page.keyboard.press("m")
        expect(part.locator("figcaption")).to_have_text(title)
        if title == "Many games":
            page.get_by_role("button", name="Play 100 games").click()
            expect(part).to_contain_text("100 games took")
        assert part.locator("svg").bounding_box()["height"] >= screen["height"] / 5


def test_lesson_step_begins_with_its_part(projector, book):
    link = next(link for link in LINKS["race"] if "app=kept" in link).replace("tell=0", "part=2")
    show(projector, book, link)

    def is_drawn():
        parts = shown_parts(projector, FIGURES).evaluate_all(PARTS)
        return [title for title, is_shown in parts if is_shown]

    soon(projector, is_drawn, ["The way so far"])
    soon(projector, lambda: projector.evaluate(PIXELS_TO_SCROLL), 0)
    projector.keyboard.press("q")
    code = projector.locator(f"{CODE_BOARD} p")
    expect(code).to_contain_text("app=kept")
    expect(code).not_to_contain_text("part=")


def test_table_hides_its_numbers_and_shows_its_edges(projector, book):
    show(projector, book, next(link for link in LINKS["counting"] if "app=points" in link))
    odds_of_cells = projector.locator(f"{CELLS} td {ODDS}")
    expect(odds_of_cells).to_have_count(2)
    expect(odds_of_cells.locator("visible=true")).to_have_count(0)
    assert "75" not in projector.locator(f"{SURFACE}:visible").inner_text()
    assert projector.locator(f"{CELLS} td").all_inner_texts()[1] == "100"
    projector.keyboard.press("o")
    expect(odds_of_cells.last).to_have_text("75.0")
    expect(odds_of_cells.last).to_be_visible()


def test_keys_show_the_odds_and_the_code(projector, book):
    page = projector
    show(page, book, f"{GAME}&present=1")
    no_fault(page, RULES, [BAR, APP])
    page.get_by_role("button", name="Name this word").click()
    deal = page.get_by_role("button", name="Deal a card")
    expect(deal).to_be_visible()
    picture = page.locator(f"{SURFACE}:visible")
    expect(picture).not_to_contain_text("%")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("o")
    expect(picture).to_contain_text("wins with")
    soon(page, lambda: shown_parts(page, f"{SURFACE} *").evaluate_all(SMALL), [])
    page.keyboard.press("q")
    code = page.locator(CODE_BOARD)
    expect(code.locator("svg path")).to_have_attribute("d", re.compile("^M"))
    link = code.locator("p").inner_text()
    assert link.startswith(f"{book}/book/lucky_draws.html?")
    assert {"embed=1", "tell=0", "seed=25", "k=3"} <= set(link.partition("?")[2].split("&"))
    assert "present" not in link
    assert scan(code.locator("svg")) == [link]
    page.keyboard.press("Escape")
    expect(code).to_be_hidden()


@pytest.mark.slow
def test_phones_get_their_own_seeds(projector, book):
    show(projector, book, "race.html?fields=20&seed=new&tell=0&present=1")
    soon(projector, lambda: bool(re.search(r"seed=\d+", projector.url)), True)
    projector.keyboard.press("q")
    code = projector.locator(CODE_BOARD)
    expect(code.locator("p")).to_contain_text("seed=new")
    assert scan(code) == [code.locator("p").inner_text()]


BAD = [
    ("https://example.org/a Look", "Line 1 leads to “example.org”, which is not a chapter"),
    ("race.html?app=ledger\n\nthe ledger", "Line 3 begins with “the”, but a line begins with"),
    (" \n", "The lesson has no link in it"),
    ("race.html\n" * 41, "The lesson has 41 links, but 40 at most"),
    ("race.html " + "x" * 4000, "The lesson has 4010 characters, but an address can have at most"),
    ("javascript:alert(1)", "Line 1 leads to “javascript:alert(1)”, which is not a chapter"),
]


@pytest.mark.parametrize("bad", others_slow(BAD, BAD[0], BAD[-1]), ids=lambda bad: bad[1])
def test_bad_lesson_shows_a_message_beside_the_app(projector, book, bad):
    lesson, message = bad
    projector.goto("about:blank")
    projector.goto(f"{book}/book/race.html?present=1#lesson={quote(lesson, safe='')}")
    expect(projector.locator(f"{BAR} [role=alert]")).to_contain_text(message)
    expect(projector.locator(f"{APP}:visible")).to_have_count(1)


@pytest.mark.slow
def test_lesson_is_written_linked_and_presented(browser, book):
    with watched(browser, permissions=["clipboard-read", "clipboard-write"]) as page:
        page.goto(f"{book}/book/apps.html")
        lines = page.get_by_role("textbox", name="Links, one on each line")
        lines.fill("no link")
        page.get_by_role("button", name="Present", exact=True).click()
        expect(page.locator("#lesson-wrong")).to_contain_text("Line 1 begins with “no”")
        lines.fill(f"{book}/book/race.html?app=ledger&fields=20&embed=1#app-ledger Where?")
        page.get_by_role("button", name="Add: How long does a race last?").click()
        expect(page.locator("button:text-is('Added')")).to_be_visible()
        expect(page.get_by_role("status").filter(has_text="Added")).to_be_attached()
        page.get_by_role("link", name="Lesson", exact=True).click()
        expect(lines).to_be_in_viewport()
        page.get_by_role("button", name="Copy link", exact=True).click()
        expect(page.get_by_role("button", name="Copied")).to_be_visible()
        expect(page.get_by_role("status").filter(has_text="Copied")).to_be_attached()
        link = page.evaluate("navigator.clipboard.readText()")
        lesson_text = "race.html?app=ledger&fields=20 Where?\n"
        lesson_text += "race.html?app=lengths How long does a race last?"
        assert link.endswith(f"&present=1#lesson={quote(lesson_text, safe='')}&at=1")
        page.goto(link.replace("race.html?app=ledger&fields=20&present=1#", "apps.html#"))
        expect(lines).to_have_value(lesson_text)
        page.get_by_role("button", name="QR: The race", exact=True).click()
        code = page.get_by_role("dialog", name="QR code")
        expect(code).to_contain_text("race.html?app=game&embed=1")
        (scanned_text,) = scan(code.locator("svg"))
        assert scanned_text == code.locator("p").inner_text()
        page.keyboard.press("Escape")
        no_fault(page, RULES, ["article"])
        page.get_by_role("button", name="Present", exact=True).click()
        page.wait_for_selector(READY, timeout=PATIENCE)
        expect(page.locator(f"{BAR} p")).to_have_text("1/2  Where?")


@pytest.mark.slow
def test_hidden_odds_stay_hidden_before_and_after_python(browser, book):
    explorer = "lucky_draws.html?app=explorer&y=RBRR&z=BRBR&tell=0&embed=1"
    with watched(browser, viewport=PHONE) as page:
        requests_held = []
        page.context.route("**/worker.js", lambda route: requests_held.append(route))
        page.goto(f"{book}/book/{explorer}")
        expect(page.locator(f"{TITLE}:visible")).to_be_visible()
        expect(page.locator(HEADLINES).locator("visible=true")).to_have_count(0)
        for route in requests_held:
            route.continue_()
        page.context.unroute("**/worker.js")
        page.wait_for_selector(READY, timeout=PATIENCE)
        app = page.locator(f"{SURFACE}:visible")
        tell = page.get_by_role("button", name="Tell", exact=True)
        expect(tell).to_be_visible()
        assert "%" not in app.inner_text()
        no_fault(page, RULES, [APP])
        tell.press("o")
        expect(app).to_contain_text("35.71 %")
        page.get_by_role("button", name="Tell no more").click()
        expect(tell).to_be_visible()
        assert "%" not in app.inner_text()


# The pairs of elements that cover each other.
OVERLAPS = """(all) => {
  const boxes = all.map((node) => [node.innerText, node.getBoundingClientRect()]);
  const areOver = (a, b) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  return boxes.flatMap(([text, a], n) =>
    boxes.slice(n + 1).filter(([, b]) => areOver(a, b)).map(([other]) => [text, other]));
}"""


def test_keeps_of_the_lattice_do_not_cover_each_other(projector, book, screen):
    page = projector
    page.set_viewport_size(screen)
    show(page, book, "yazy.html?app=lattice&step=63&dice=13455&left=2&open=s&present=1")
    page.keyboard.press("m")
    keeps = page.locator(f"{KEEP}:visible")
    expect(keeps).to_have_count(24)  # all that can be kept of 1, 3, 4, 5 and 5
    soon(page, lambda: keeps.evaluate_all(OVERLAPS), [])


# Votes.


def project(page, book, link):
    page.goto("about:blank")
    page.goto(f"{book}/book/{link}&present=1")
    expect(page.get_by_role("toolbar", name="Present")).to_be_visible()


def type_hands(page, counts):
    for letter, rounds in counts.items():
        for round_name, hands in zip(("before", "after"), rounds, strict=True):
            page.get_by_label(f"{letter}, hands {round_name}").fill(str(hands))


def test_both_votes_of_a_class_stand_beside_each_other(projector, book, screen):
    page = projector
    project(page, book, "teaching/race.html?vote=594")
    board = page.get_by_role("main").last
    expect(board).to_contain_text("594 throws for 100 fields: what do you say?")
    expect(board.get_by_role("listitem")).to_have_count(4)
    assert "Right" not in board.inner_text()
    assert "(minute" not in board.inner_text()
    type_hands(page, {"A": (6, 1), "B": (12, 2), "C": (0, 1), "D": (2, 16)})
    assert "%" not in board.inner_text()
    page.keyboard.press("v")  # the cursor is still in a field for counts
    shares = [row.inner_text().split()[-4:] for row in board.get_by_role("listitem").all()]
    assert shares == [
        [a, "%", b, "%"] for a, b in (("30", "5"), ("60", "10"), ("0", "5"), ("10", "80"))
    ]
    assert page.evaluate(PIXELS_TO_SCROLL) == 0
    page.get_by_role("button", name="Hide the votes").click()
    assert "%" not in board.inner_text()
    page.get_by_role("button", name="Clear", exact=True).click()
    for letter, round_name in product("ABCD", ("before", "after")):
        expect(page.get_by_label(f"{letter}, hands {round_name}")).to_have_value("")
    page.get_by_label("C, hands before").focus()
    for keys, name in (
        (("1", "Enter"), "D, hands before"),
        (("-", "2", "e", "3", ".", "Enter"), "A, hands after"),
        (("4", "ArrowDown"), "B, hands after"),
        (("ArrowUp",), "A, hands after"),
    ):
        for key in keys:
            page.keyboard.press(key)
        expect(page.get_by_label(name)).to_be_focused()
    for name, count in (
        ("C, hands before", "1"),
        ("D, hands before", "23"),
        ("A, hands after", "4"),
    ):
        expect(page.get_by_label(name)).to_have_value(count)
    page.get_by_label("A, hands before").fill("3")
    page.evaluate("Object.keys(sessionStorage).forEach((key) => (sessionStorage[key] = '5'))")
    page.reload()  # what another version of the page has stored is ignored
    expect(page.get_by_label("A, hands before")).to_have_value("")


def test_hands_are_typed_without_a_click(projector, book):
    page = projector
    project(page, book, "teaching/yazy.html?vote=ben")
    for key in ("1", "2", "Enter", "7", "v"):
        page.keyboard.press(key)
    expect(page.get_by_label("A, hands before")).to_have_value("12")
    expect(page.get_by_label("B, hands before")).to_have_value("7")
    expect(page.get_by_role("button", name="Hide the votes")).to_be_visible()


def test_a_quick_check_is_projected_with_its_options(projector, book):
    project(projector, book, "race.html?vote=race-check-faces")
    board = projector.get_by_role("main").last
    expect(board).to_contain_text("Faces that lead from field 3 to field 1")
    texts = [row.inner_text().split("\n") for row in board.get_by_role("listitem").all()]
    assert [(letter, bool(text)) for letter, text, *_ in texts] == [(x, True) for x in "ABC"]
    assert "From field 3, a 2 leads to field 1" not in board.inner_text()


def test_a_vote_that_is_not_there_is_named_as_text(projector, book):
    project(projector, book, "race.html?vote=%3Cb%3Enone")
    alert = projector.get_by_role("alert")
    expect(alert).to_have_text("No question of this page is called “<b>none”.")


def test_a_vote_is_a_step_of_a_lesson(projector, book):
    steps = "teaching/race.html?vote=594 Vote\nrace.html?app=ledger Look"
    page = projector
    project(page, book, "teaching/race.html?vote=594")
    page.goto(f"{book}/book/teaching/race.html?vote=594&present=1#lesson={quote(steps)}&at=1")
    page.reload()
    expect(page.get_by_role("toolbar", name="Present")).to_contain_text("1/2")
    type_hands(page, {"A": (6, 1)})
    page.keyboard.press("PageDown")
    page.wait_for_url(re.compile(r"/book/race\.html\?.*at=2$"), timeout=PATIENCE)
    expect(page.get_by_role("toolbar", name="Present")).to_contain_text("2/2")
    page.get_by_role("button", name="Back (Page Up)").click()
    page.wait_for_url(re.compile(r"at=1$"), timeout=PATIENCE)
    expect(page.get_by_label("A, hands before")).to_have_value("6")
    expect(page.get_by_label("A, hands after")).to_have_value("1")
