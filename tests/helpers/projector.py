"""What a class sees on a projector: whether an app fits, is large, and overlaps nothing."""

from playwright.sync_api import expect

from tests.conftest import PATIENCE
from tests.helpers.selectors import BAR, ISOLATED, LABEL, PICTURE, STAGE_BUTTONS, SURFACE
from tests.live import soon

PROJECTOR = {"width": 1024, "height": 768}
SCREENS = ({"width": 1280, "height": 720}, PROJECTOR)
READY = "html[data-live=on]:not([data-layout], [data-odds-hidden]), .vote-board"

# The presented numbers and words that are too small on the screen.
SMALL = r"""(all) => all
  .map((node) => [node, [...node.childNodes].filter(({ nodeType }) => nodeType === 3)])
  .map(([node, texts]) => [node, texts.map(({ data }) => data).join("")])
  .filter(([node, text]) => text.trim() && node.getBoundingClientRect().height > 1)
  .map(([node, text]) => {
    const scale = node.ownerSVGElement
      ? node.getBoundingClientRect().height / node.getBBox().height
      : node.currentCSSZoom;
    return [text, Number.parseFloat(getComputedStyle(node).fontSize) * scale];
  })
  .filter(([text, size]) => size < (/\d/.test(text) ? 27.9 : 23.9))"""

# The main button, if the bar covers it or it is below the screen.
BELOW = """(all) => all
  .map((button) => button.getBoundingClientRect())
  .filter(({ height, bottom }) => height && bottom > innerHeight - 64)
  .map(({ bottom }) => bottom)"""

PIXELS_TO_SCROLL = "() => Math.max(0, document.documentElement.scrollHeight - innerHeight)"

# The visible texts that lie on each other. The boxes of letters are higher than what is drawn, and
# what a frame cuts off is not seen.
OVERLAPS = r"""() => {
  const boxes = [];
  for (const part of document.querySelectorAll("ISOLATED:not(BAR)")) {
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { data, parentElement: parent } = walker.currentNode;
      const isSeen = parent.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      if (!data.trim() || !isSeen) continue;
      const frames = [];
      for (let node = parent; node && node !== part; node = node.parentElement) {
        const isFrame = /hidden|clip|auto|scroll/.test(getComputedStyle(node).overflow);
        if (isFrame) frames.push(node.getBoundingClientRect());
      }
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      for (const { left, right, top, bottom } of range.getClientRects()) {
        const box = {
          text: data.trim(),
          left: Math.max(left, ...frames.map((node) => node.left)) + 2,
          right: Math.min(right, ...frames.map((node) => node.right)) - 2,
          top: Math.max(top, ...frames.map((node) => node.top)) + 0.22 * (bottom - top),
          bottom: Math.min(bottom, ...frames.map((node) => node.bottom)) - 0.22 * (bottom - top),
        };
        if (box.right - box.left > 1 && box.bottom - box.top > 1) boxes.push(box);
      }
    }
  }
  const areOver = (a, b) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  return boxes.flatMap((a, n) =>
    boxes.slice(n + 1).filter((b) => areOver(a, b)).map((b) => [a.text, b.text]));
}""".replace("ISOLATED", ISOLATED).replace("BAR", BAR)

# The texts that stick out of the screen at its sides, or lie below the bar.
TEXTS_OFF_SCREEN = r"""() => {
  const bar = document.querySelector("BAR").getBoundingClientRect().top;
  const texts = [];
  for (const node of document.querySelectorAll("ISOLATED:not(BAR) *")) {
    const isText = [...node.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim());
    const isSeen = node.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (!isText || !isSeen) continue;
    const { left, right, bottom, width, height } = node.getBoundingClientRect();
    if (width <= 1 || height <= 1) continue;
    const isOutside = left < -1 || right > innerWidth + 1 || bottom > bar + 1;
    if (isOutside) texts.push(node.textContent.trim());
  }
  return texts;
}""".replace("ISOLATED", ISOLATED).replace("BAR", BAR)

TEXT = f"""() => [...document.querySelectorAll("{ISOLATED}:not({BAR})")]
  .map((node) => node.innerText).join(" ").replace(/[\\s\\u00a0]+/g, " ")"""


def shown_parts(page, selector):
    """The visible parts of the presented app."""
    return page.locator(f"{ISOLATED} {selector}")


def show(page, book, link):
    """Open a link of a lesson, and wait until it is presented."""
    page.goto("about:blank")  # otherwise a new fragment would not load the page again
    page.goto(f"{book}/book/{link}")
    page.wait_for_selector(READY, timeout=PATIENCE)
    expect(page.locator(BAR)).to_be_visible()


def fills(page, screen):
    """Assert that a screen shows all of a page, with large numbers."""
    page.set_viewport_size(screen)
    soon(page, lambda: shown_parts(page, f"{SURFACE} *").evaluate_all(SMALL), [])
    soon(page, lambda: page.evaluate(PIXELS_TO_SCROLL), 0)
    assert page.evaluate("document.documentElement.scrollWidth") <= screen["width"]
    assert shown_parts(page, f"{PICTURE} .oe-primary").evaluate_all(BELOW) == []


def is_clear(page, screen):
    """Assert that no text on a screen lies on another one or outside."""
    soon(page, lambda: page.evaluate(OVERLAPS), [])
    soon(page, lambda: page.evaluate(TEXTS_OFF_SCREEN), [])


def to_the_end(page, key, act):
    """Go through the stages of a scene, if the step has stages."""
    button = page.locator(f"[data-act={act}][data-key]:visible:enabled")
    while button.count():
        place = page.locator(f"{STAGE_BUTTONS}:visible {LABEL}").inner_text()
        page.keyboard.press(key)
        expect(page.locator(f"{STAGE_BUTTONS}:visible {LABEL}")).not_to_have_text(place)
