// ?present=1: one app fills a projector, to be read from ten metres. Below it stands a bar: back and
// next through a lesson (lesson.js), a QR code of what is shown for the phones of the class, and the
// whole screen. Page.js has taken away all else (showAlone), address.js has folded the settings.

import { address, carried, parse } from "./lesson.js";
import { code } from "./qr.js";

const ROOM = { width: 585, height: 439 }; // of an app, in its own pixels: 1.75 times that is 1024×768
const LEAST = 28; // pixels of a number on the screen
const TYPING = "input:not([type=range]), textarea, select, [contenteditable]";
const OWN = "[role=slider], [data-arrows], input, select, textarea, [contenteditable]";

const home = new URL("./", location.href).href;
const asked = new URLSearchParams(location.search); // before the app writes there what it has taken

function add(parent, name, className, text = "") {
  return Object.assign(parent.appendChild(document.createElement(name)), {
    className,
    textContent: text,
  });
}

const enlarged = new Set();

/** Have the numbers of an app be as large on the screen as the back row needs. */
function enlarge(app) {
  const zoom = Number(document.documentElement.style.getPropertyValue("--live-zoom"));
  const small = [];
  for (const it of app.querySelectorAll(".oe-surface *")) {
    if (![...it.childNodes].some(({ nodeType, data }) => nodeType === 3 && /\d/.test(data))) continue;
    const { height } = it.getBoundingClientRect();
    if (!height) continue;
    const own = it.ownerSVGElement ? height / it.getBBox().height : zoom;
    const size = Number.parseFloat(getComputedStyle(it).fontSize);
    if (size * own < LEAST - 0.1) small.push([it, LEAST / own]);
  }
  for (const [it, size] of small) {
    it.style.fontSize = `${size.toFixed(2)}px`;
    enlarged.add(it);
  }
}

/** Have an app that is higher than the screen stand in two columns, once it is; then it stays so. */
function part(app) {
  const { classList, dataset, scrollHeight } = document.documentElement;
  if (dataset.live !== "on" || innerWidth < 800 || scrollHeight <= innerHeight) return;
  if (classList.contains("live-two")) return;
  classList.add("live-two");
  enlarge(app);
}

function fill(app) {
  const { style } = document.documentElement;
  const fit = () => {
    const zoom = Math.min(innerWidth / ROOM.width, innerHeight / ROOM.height);
    style.setProperty("--live-zoom", innerWidth < 800 ? 1 : Math.max(zoom, LEAST / 16).toFixed(3));
    for (const it of enlarged) it.style.fontSize = "";
    enlarged.clear();
    enlarge(app);
    part(app);
  };
  addEventListener("resize", fit);
  fit();
  // Whatever is drawn anew; before the browser shows it.
  const watch = new MutationObserver(() => (enlarge(app), part(app)));
  const attributeFilter = ["style", "class"];
  watch.observe(app, { childList: true, subtree: true, characterData: true, attributeFilter });
}

/** The address that the class shall open: the app alone, as it stands, but each with a seed. */
function shared() {
  const url = new URL(location.href);
  if (asked.get("seed") === "new") url.searchParams.set("seed", "new");
  url.searchParams.delete("present");
  url.searchParams.set("embed", "1");
  url.hash = "";
  return url.href;
}

/** The QR code of what is shown, over the whole screen. */
async function unroll(board) {
  const link = shared();
  board.replaceChildren(await code(link));
  add(board, "p", "", link);
}

/** The lesson that the address carries, or what is wrong with it. */
function lesson() {
  const { text, at } = carried(location.hash);
  if (!text) return { steps: [], at: 0 };
  try {
    const steps = parse(text, home);
    return { steps, at: at in steps ? at : 0 };
  } catch ({ message }) {
    return { steps: [], at: 0, wrong: `This is no lesson. ${message}` };
  }
}

/** Present what a cell of the page shows. */
export function present(cell) {
  const page = document.documentElement;
  const sheet = new URL("./present.css", import.meta.url).href;
  const look = add(document.head, "link", "");
  Object.assign(look, { rel: "stylesheet", href: sheet });
  page.classList.add("live-present");
  look.addEventListener("load", () => fill(cell));

  const { steps, at, wrong } = lesson();
  const bar = add(document.body, "div", "live-bar live-alone");
  bar.setAttribute("role", "toolbar");
  bar.setAttribute("aria-label", "Present");
  const board = add(document.body, "div", "live-code live-alone");
  board.hidden = true;

  const go = (to) => to in steps && location.assign(address(steps, to, home));
  const toggle = async () => {
    if (board.hidden) await unroll(board);
    board.hidden = !board.hidden;
  };
  const whole = () =>
    document.fullscreenElement ? document.exitFullscreen() : page.requestFullscreen();

  function action(label, hint, perform, isOff = false) {
    const button = add(bar, "button", "", label);
    Object.assign(button, { type: "button", title: hint, ariaLabel: hint, disabled: isOff });
    button.addEventListener("click", perform);
  }
  /** Do what a key of the app's own does, wherever the focus is; return whether there is one. */
  function press(key) {
    const it = cell.querySelector(`[data-key="${CSS.escape(key)}"]:enabled`);
    it?.click();
    return Boolean(it);
  }

  if (steps.length) action("◀", "Back (Page Up)", () => go(at - 1), at === 0);
  const says = add(bar, "p", wrong ? "live-wrong" : "");
  if (wrong) says.setAttribute("role", "alert");
  const { says: words = "" } = steps[at] ?? {};
  says.textContent = wrong ?? (steps.length ? `${at + 1}/${steps.length}  ${words}` : document.title);
  action("QR", "Show the QR code of this app (Q)", toggle);
  if (asked.get("tell") === "0") action("Tell", "Tell the odds, or no more (O)", () => press("o"));
  action("Full", "The whole screen (F)", whole);
  if (steps.length) action("▶", "Next (Page Down)", () => go(at + 1), at === steps.length - 1);
  board.addEventListener("click", toggle);

  const keys = {
    PageDown: () => go(at + 1),
    PageUp: () => go(at - 1),
    ArrowRight: ({ target }) => !target.closest(OWN) && (go(at + 1), true),
    ArrowLeft: ({ target }) => !target.closest(OWN) && (go(at - 1), true),
    Escape: () => (board.hidden = true),
    q: toggle,
    f: whole,
  };

  // Before the app hears of it: the keys of a clicker turn the page, and no slider.
  const hear = (event) => {
    const { key, target, ctrlKey, altKey, metaKey, repeat } = event;
    if (ctrlKey || altKey || metaKey || repeat) return;
    if (target.matches(TYPING) && !key.startsWith("Page")) return;
    const name = key.length === 1 ? key.toLowerCase() : key;
    if (name in keys ? keys[name](event) === false : !press(name)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener("keydown", hear, { capture: true });
}
