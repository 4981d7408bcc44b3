// With ?present=1 one app fills a projector and can be read from ten metres. A bar below it has buttons
// for the steps of a lesson (lesson.js), for a QR code that brings the app to the phones of the class,
// and for the full screen. page.js hides the rest of the page, and address.js folds the settings.

import { address, carried, parse } from "./lesson.js";
import { dressed } from "./modules/notices.js";
import { code } from "./qr.js";

const ROOM = { width: 585, height: 439 }; // of an app, in CSS pixels; 1.75 times as large: 1024×768
const LEAST = 28; // smallest height of a number on the screen, in pixels
const WORD = 24; // smallest height of a word
const TYPING = "input:not([type=range]), textarea, select, [contenteditable]";
const OWN = "[role=slider], [data-arrows], input, select, textarea, [contenteditable]";

const home = chapters();
const parameters = new URLSearchParams(location.search); // read before the app changes the address

/** Return the folder of the chapters. The page itself may be in a folder below it. */
function chapters() {
  const root = new URL(document.documentElement.dataset.content_root ?? "./", location.href);
  const [folder, ...rest] = location.pathname.slice(root.pathname.length).split("/");
  return new URL(rest.length ? `${folder}/` : "./", root).href;
}

function add(parent, name, className, text = "") {
  return Object.assign(parent.appendChild(document.createElement(name)), {
    className,
    textContent: text,
  });
}

const enlarged = new Set();

/** Enlarge the numbers and words of an app so that the back row can read them. */
function enlarge(app) {
  const zoom = Number(document.documentElement.style.getPropertyValue("--live-zoom"));
  const small = [];
  for (const element of app.querySelectorAll(".oe-surface *")) {
    const text = [...element.childNodes].map(({ nodeType, data }) => (nodeType === 3 ? data : "")).join("");
    const smallest = /\d/.test(text) ? LEAST : WORD;
    const { width, height } = element.getBoundingClientRect();
    if (!width || !text.trim()) continue; // the numbers beside an axis have no height
    const own = element.ownerSVGElement ? height / element.getBBox().height : zoom;
    const size = Number.parseFloat(getComputedStyle(element).fontSize);
    if (size * own < smallest - 0.1) small.push([element, smallest / own]);
  }
  for (const [element, size] of small) {
    element.style.fontSize = `${size.toFixed(2)}px`;
    enlarged.add(element);
  }
}

/** The parts of a picture that have a title. They can be shown one after the other. */
const NONE = ".oe-folded-part *, .oe-stage > figure:only-of-type";
const parts = (app) =>
  [...app.querySelectorAll(`.oe-picture figure:not(${NONE})`)].filter((figure) => figure.matches(":has(> figcaption)"));

const captionOf = (part) => part?.querySelector("figcaption").textContent ?? "";

/** Parts with odds that the reader has not opened yet: they are invisible but take up space. */
const KEPT = ".oe-odds-hidden .oe-odds *";

/** REST is on each page; ACTS are the controls that the reader plays with. */
const REST = ":is(.oe-picture, .oe-odds, .oe-stage) > :not(.live-part, :has(.live-part))";
const ACTS = "button, [data-act]";

/** In the layout "compact" a chart has this share of its usual height, or less if these are too high. */
const SHARES = [1, 0.85, 0.7, 0.55, 0.45];

const LAYOUTS = ["two-columns", "picture-beside", "compact", "single", "scrolled"].map((name) => `live-${name}`);

/**
 * Shows an app on one screen. An app that is too high gets two columns. If it is still too high, it is
 * split into pages: first the board to play on, then as many parts of the picture as fit at a time.
 */
class Pages {
  first = Math.max(Number.parseInt(parameters.get("part"), 10) - 1 || 0, 0); // first part shown; -1: none
  shown = Infinity; // number of parts shown
  isPast = false; // whether the reader has left the page with the board
  caption = ""; // of the first part shown
  layout = []; // classes of the page
  seen = {}; // number of parts and height of the page at the last layout

  /** `moreButton` shows the next page; `title` is the element for the title, or null. */
  constructor(app, moreButton, title) {
    this.app = app;
    this.more = moreButton;
    this.title = title;
  }

  get fits() {
    return document.documentElement.scrollHeight <= innerHeight;
  }

  /** Show this many parts in this layout with large numbers. Return whether they fit. */
  lay(shownParts, ...layout) {
    Object.assign(this, { shown: shownParts, layout });
    this.keep();
    for (const element of enlarged) element.style.fontSize = "";
    enlarged.clear();
    enlarge(this.app);
    return this.fits;
  }

  /** Apply the same layout to elements that were drawn again. */
  keep() {
    const { classList } = document.documentElement;
    for (const name of LAYOUTS) classList.toggle(name, this.layout.includes(name));
    const all = parts(this.app);
    const isAway = (n) => n < this.first || n >= this.first + this.shown;
    for (const [n, { classList: ofPart }] of all.entries()) {
      if (!ofPart.contains("live-part")) ofPart.add("live-part");
      if (ofPart.contains("live-off-screen") !== isAway(n)) ofPart.toggle("live-off-screen");
    }
    this.more.hidden = !all.some((part, n) => isAway(n) && !part.matches(KEPT));
  }

  /** Choose the first layout that fits. The board comes before the parts. */
  arrange() {
    const { app } = this;
    const all = parts(app).length;
    if (all) this.first = Math.min(this.first, all - 1);
    const { first } = this;
    const isFirst = first <= 0 && !this.isPast;
    const rest = [...app.querySelectorAll(REST)];
    const isWritten = app.querySelector(".oe-rows") !== null;
    const isPlayed = isWritten || rest.some((part) => part.matches(ACTS) || part.querySelector(ACTS));
    const tries = [];
    if (isFirst) tries.push([0, all], [0, all, "live-two-columns"]);
    if (isFirst && app.querySelector(".oe-stage > figure")) tries.push([0, all, "live-two-columns", "live-compact"]);
    if (first >= 0 && !(isFirst && isWritten)) {
      for (let n = all - first; n > 1; n -= 1) tries.push([first, n, "live-two-columns"]);
      if (all && rest.length) {
        tries.push([first, 1, "live-picture-beside"], [first, 1, "live-picture-beside", "live-compact"]);
      }
    }
    if (isFirst && isPlayed) {
      const start = all ? -1 : 0; // an app without parts has no part to skip
      tries.push([start, 0, "live-two-columns"], [start, 0, "live-two-columns", "live-compact"]);
    } else {
      tries.push([first, 1, "live-single"], [first, 1, "live-single", "live-compact"]);
    }
    if (innerWidth < 800) tries.splice(0, tries.length, [0, Infinity]);
    document.documentElement.style.removeProperty("--live-share");
    const isThere = tries.some(([from, ...layout]) => {
      this.first = from;
      return this.lay(...layout);
    });
    if (!isThere && this.first >= 0) this.scroll();
    if (isThere && this.layout.includes("live-compact")) this.grow();
    this.caption = captionOf(parts(app)[this.first]);
    this.seen = { count: all, height: document.documentElement.scrollHeight };
  }

  /** Let the charts of a compact layout use the space that is still free. */
  grow() {
    const { style } = document.documentElement;
    for (const share of SHARES) {
      style.setProperty("--live-share", `${share}`);
      if (this.fits) return;
    }
    style.removeProperty("--live-share");
  }

  /** Let a part that is higher than the screen scroll within the free space. */
  scroll() {
    const part = parts(this.app)[this.first];
    if (!part) return;
    const { style, scrollHeight } = document.documentElement;
    const room = part.getBoundingClientRect().height - (scrollHeight - innerHeight);
    style.setProperty("--live-space", `${Math.floor(room / part.currentCSSZoom)}px`);
    this.lay(1, ...this.layout, "live-scrolled");
  }

  next() {
    this.isPast = this.first < 0;
    const from = this.isPast ? 0 : this.first + this.shown;
    const next = parts(this.app).findIndex((part, n) => n >= from && !part.matches(KEPT));
    this.first = Math.max(next, 0);
    this.arrange();
  }

  openSettings(button) {
    const fold = this.app.querySelector(".oe-header [aria-expanded]");
    fold?.click();
    button.ariaExpanded = fold?.ariaExpanded ?? "false";
    this.seen = {};
    this.look();
  }

  /** Update the layout after the app has drawn. */
  look() {
    const name = this.app.querySelector(".oe-header > .oe-title")?.textContent;
    if (this.title && name && this.title.textContent !== name) this.title.textContent = name;
    this.keep();
    enlarge(this.app);
    if (document.documentElement.dataset.live !== "on") return;
    const { count, height } = this.seen;
    const { scrollHeight } = document.documentElement;
    const captions = parts(this.app).map(captionOf);
    const isOther = captions.length !== count && this.first > 0; // the odds bring new parts
    if (isOther && captions.includes(this.caption)) this.first = captions.indexOf(this.caption);
    if (captions.length !== count || (!this.fits && scrollHeight !== height)) this.arrange();
  }
}

function fill(pages) {
  const { style } = document.documentElement;
  const fit = () => {
    const zoom = Math.min(innerWidth / ROOM.width, innerHeight / ROOM.height);
    style.setProperty("--live-zoom", innerWidth < 800 ? "1" : Math.max(zoom, LEAST / 16).toFixed(3));
    pages.seen = {};
    pages.look();
  };
  addEventListener("resize", fit);
  fit();
  // The observer runs before the browser paints what the app has drawn.
  const watch = new MutationObserver(() => pages.look());
  const attributeFilter = ["style", "class"];
  watch.observe(pages.app, { childList: true, subtree: true, characterData: true, attributeFilter });
}

/** Return the address for the class: the app alone in its present state. With seed=new each phone draws
    its own seed. */
function shared() {
  const url = new URL(location.href);
  if (parameters.get("seed") === "new") url.searchParams.set("seed", "new");
  for (const name of ["present", "part"]) url.searchParams.delete(name);
  url.searchParams.set("embed", "1");
  url.hash = "";
  return url.href;
}

/** Show the QR code of the app over the whole screen. */
async function unroll(board) {
  const link = shared();
  board.replaceChildren(await code(link));
  add(board, "p", "", link);
}

/** Return the lesson in the address, or the error in it. */
function lesson() {
  const { text, at: index } = carried(location.hash);
  if (!text) return { steps: [], at: 0 };
  try {
    const steps = parse(text, home);
    return { steps, at: index in steps ? index : 0 };
  } catch ({ message }) {
    return { steps: [], at: 0, wrong: `This address does not show a lesson. ${message}` };
  }
}

/** Present the app of a cell. */
export function present(cell) {
  const page = document.documentElement;
  const look = dressed(new URL("./present.css", import.meta.url).href);
  page.classList.add("live-present");

  const { steps, at: index, wrong } = lesson();
  const bar = add(document.body, "div", "live-bar live-isolated");
  bar.setAttribute("role", "toolbar");
  bar.setAttribute("aria-label", "Present");
  const board = add(document.body, "div", "live-code live-isolated");
  board.hidden = true;

  const go = (target) => target in steps && location.assign(address(steps, target, home));
  const toggle = async () => {
    if (board.hidden) await unroll(board);
    board.hidden = !board.hidden;
  };
  const toggleFullScreen = () =>
    document.fullscreenElement ? document.exitFullscreen() : page.requestFullscreen();

  function action(label, hint, perform, isOff = false) {
    const button = add(bar, "button", "", label);
    Object.assign(button, { type: "button", title: hint, ariaLabel: hint, disabled: isOff });
    button.addEventListener("click", perform);
    return button;
  }
  /** Perform the app's action for a key, wherever the focus is. Return whether the app has one. */
  function press(key) {
    const button = cell.querySelector(`[data-key="${CSS.escape(key)}"]:enabled`);
    button?.click();
    return Boolean(button);
  }

  if (steps.length) action("◀", "Back (Page Up)", () => go(index - 1), index === 0);
  const line = add(bar, "p", wrong ? "live-failure" : "");
  if (wrong) line.setAttribute("role", "alert");
  const { text = "" } = steps[index] ?? {};
  line.textContent = wrong ?? (steps.length ? `${index + 1}/${steps.length}  ${text}` : document.title);
  const moreButton = action("More", "Another part of the picture (M)", () => pages.next());
  const pages = new Pages(cell, moreButton, wrong || steps.length ? null : line);
  moreButton.hidden = true;
  if (cell.querySelector(".oe-header")) {
    const settings = action("Settings", "Settings (S)", () => pages.openSettings(settings));
    settings.ariaExpanded = "false";
  }
  action("QR", "Show the QR code of this app (Q)", toggle);
  if (parameters.get("tell") === "0") action("Tell", "Show or hide the odds (O)", () => press("o"));
  action("Full", "Full screen (F)", toggleFullScreen);
  if (steps.length) action("▶", "Next (Page Down)", () => go(index + 1), index === steps.length - 1);
  board.addEventListener("click", toggle);

  const keys = {
    PageDown: () => press("pagedown") || go(index + 1), // a scene has stages before the next app
    PageUp: () => press("pageup") || go(index - 1),
    ArrowRight: ({ target }) => !target.closest(OWN) && (keys.PageDown(), true),
    ArrowLeft: ({ target }) => !target.closest(OWN) && (keys.PageUp(), true),
    Escape: () => (board.hidden = true),
    q: toggle,
    f: toggleFullScreen,
    m: () => !moreButton.hidden && (moreButton.click(), true),
    s: () => bar.querySelector("[aria-expanded]")?.click(),
  };

  // This listener runs before those of the app: a presenter's clicker must turn pages and move no slider.
  const hear = (event) => {
    const { key, target, ctrlKey, altKey, metaKey, repeat } = event;
    if (ctrlKey || altKey || metaKey || repeat) return;
    const isForNumber = target.type === "number" || target.inputMode === "numeric";
    const isTyped = target.matches(TYPING) && !(isForNumber && /^[a-df-z]$/i.test(key));
    if (isTyped && !key.startsWith("Page")) return; // a field for numbers takes no letter but e
    const name = key.length === 1 ? key.toLowerCase() : key;
    if (name in keys ? keys[name](event) === false : !press(name)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener("keydown", hear, { capture: true });
  return look.then(() => fill(pages));
}
