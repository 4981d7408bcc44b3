"""Each lesson, driven from its first step to its last as its class page says.

The class page names the keys and buttons of each step, and what they bring to the screen.
"""

import re

import pytest
from playwright.sync_api import expect

from tests.conftest import PATIENCE, others_slow, watched
from tests.helpers.lessons import LESSONS, TEXTS, lessons
from tests.helpers.projector import (
    PROJECTOR,
    READY,
    SCREENS,
    TEXT,
    fills,
    is_clear,
    show,
    to_the_end,
)
from tests.helpers.selectors import BAR, CONTROLS
from tests.live import soon

KEYS = {"O": "o", "M": "m", "V": "v", "Page Down": "PageDown", "Page Up": "PageUp"}
EVERYWHERE = {"Q", "F", "S"}  # these work in each step, and other tests press them
AT_A_VOTE = {"V", "Page Down"}  # likewise
# What these bring is kept back until then, and not only absent just before.
TELL = {"O", "*Just show me*"}


def steps(page):
    """Return each step of a lesson: its link and its row, or no row if it is a vote."""
    links, _ = lessons.addresses(LESSONS[page], page)
    rows = [None if "vote=" in step else row for row in LESSONS[page] for step in row.steps(page)]
    return list(zip(links, rows, strict=True))


@pytest.mark.parametrize("page", LESSONS)
def test_keys_in_the_table_of_rooms_are_those_of_the_step(page):
    rooms = TEXTS[page].split("```{lesson}")[1].split("```")[1].split("## Votes")[0]
    lines = [line for line in rooms.splitlines() if re.match(r"\| \d", line)]
    for row, line in zip(LESSONS[page], lines, strict=False):
        named_keys = set(re.findall(r"\b(?:[OMVQSF]|Page Down|Page Up)\b(?!-)", line))
        keys = {press.what for press in row.presses} | EVERYWHERE
        keys |= AT_A_VOTE if row.vote else set()
        assert named_keys <= keys, line


@pytest.mark.book
@pytest.mark.browser
@pytest.mark.parametrize("name", others_slow(LESSONS, "counting"))
def test_each_key_of_a_lesson_does_what_its_page_says(browser, book, name):
    with watched(browser, viewport=PROJECTOR, reduced_motion="reduce") as page:
        lesson = steps(name)
        show(page, book, lesson[0][0])
        for n, (link, row) in enumerate(lesson, 1):
            expect(page.locator(f"{BAR} p")).to_contain_text(f"{n}/{len(lesson)}")
            expect(page.locator(f"{CONTROLS}:visible")).to_have_count(0)
            if row is None:
                vote_stands_alone(page)
            else:
                keys_work(page, row, link)
            to_the_end(page, "PageDown", "next")
            if n < len(lesson):
                page.keyboard.press("PageDown")
                page.wait_for_url(re.compile(rf"at={n + 1}$"), timeout=PATIENCE)
                page.wait_for_selector(READY, timeout=PATIENCE)
        page.keyboard.press("PageDown")  # this was the last step
        expect(page.locator(f"{BAR} p")).to_contain_text(f"{n}/{n}")

        def is_back():  # the stages of a scene come first
            page.keyboard.press("ArrowLeft")
            return f"at={len(lesson) - 1}" in page.url

        soon(page, is_back, True)


def vote_stands_alone(page):
    """Assert that a vote has four options and no answer, on both screens."""
    options = page.locator(".vote-options").get_by_role("listitem")
    expect(options).to_have_count(4)
    assert "Right" not in page.evaluate(TEXT)
    for screen in SCREENS:
        fills(page, screen)
        is_clear(page, screen)


def keys_work(page, row, link):
    """Press all keys and buttons of a step. Assert that each brings what the class page says."""
    steps_seen = []

    def look():
        for screen in SCREENS:
            fills(page, screen)
            is_clear(page, screen)
        steps_seen.append(page.evaluate(TEXT))

    look()
    for press in row.presses:
        earlier = steps_seen if press.what in TELL else steps_seen[-1:]
        for text in press.shows:
            assert not any(text in text_before for text_before in earlier), (link, press)
        for _ in range(press.times):
            push(page, press.what)
        for text in press.shows:
            soon(page, lambda text=text: text in page.evaluate(TEXT), True)
        look()


def push(page, label):
    """Press a key, or the button with this text."""
    if label in KEYS:
        page.keyboard.press(KEYS[label])
        return
    text_before = page.evaluate(TEXT)
    page.get_by_role("button", name=label.strip("*"), exact=True).first.click()
    soon(page, lambda: page.evaluate(TEXT) != text_before, True)
    page.evaluate("document.activeElement.blur()")
