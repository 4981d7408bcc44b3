// The page's half of html_widget.py: draws the markup that Python sends and reports acts.

const still = matchMedia("(prefers-reduced-motion: reduce)");
// What no line shall part, as in stored pictures (book/build/line_breaks.py): 3 %, 3 : 1, 369 511, 1 3 4 5 5.
const APART = /(?<=\d)[ \n](?=%|:\s\d|\d{3}\b)|(?<=\d\s:)[ \n](?=\d)|(?<=\b[1-6])[ \n](?=[1-6]\b)/g;
const together = (text) => text.replace(APART, "\u00a0");

function part(parent, name, attributes) {
  const made = parent.appendChild(document.createElement(name));
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

const held = new WeakSet(); // what a reader moves, and Python has not caught up
const isHand = (it) => it.dataset?.hand !== undefined;

/** Whether a node may stay and take over the attributes and children of another. */
function isSame(old, made) {
  if (old.nodeName !== made.nodeName || (old.nodeName === "INPUT" && !isHand(old))) return false;
  const hasSame = (name) => old.getAttribute(name) === made.getAttribute(name);
  return old.nodeType === Node.TEXT_NODE || (hasSame("data-act") && hasSame("data-value"));
}

/**
 * Change what is there into what was made, and no more than differs: what stays keeps the focus,
 * its place when scrolled, and moves instead of jumping where the stylesheet says so.
 */
function become(old, made) {
  let next = old.firstChild;
  for (const child of [...made.childNodes]) {
    const kept = next;
    next = next?.nextSibling;
    if (!kept) old.append(child);
    else if (!isSame(kept, child)) kept.replaceWith(child);
    else if (child.dataset?.later !== undefined) continue; // it comes when there is time
    else if (child.nodeType === Node.TEXT_NODE) {
      if (kept.data !== child.data) kept.data = child.data;
    } else if (child.firstElementChild || !kept.isEqualNode(child)) {
      // By name: a list of attributes would be thousands of objects, and searches for garbage.
      for (const name of kept.getAttributeNames()) {
        if (!child.hasAttribute(name)) kept.removeAttribute(name);
      }
      for (const name of child.getAttributeNames()) {
        const value = child.getAttribute(name);
        if (kept.getAttribute(name) !== value) kept.setAttribute(name, value);
      }
      if (isHand(kept) && !held.has(kept)) kept.value = child.value;
      become(kept, child);
    }
  }
  while (next) {
    const gone = next;
    next = next.nextSibling;
    gone.remove();
  }
}

/** The link of the part where something happens, or of the place there in a layer of many. */
function linkAt({ target, clientX, clientY }) {
  const { link, links, down } = target.closest?.("[data-link], [data-links]")?.dataset ?? {};
  if (links === undefined) return link;
  const { left, top, width, height } = target.closest("[data-links]").getBoundingClientRect();
  const share = down === undefined ? (clientX - left) / width : (clientY - top) / height;
  const all = links.split(" ");
  return all[Math.floor(Math.min(Math.max(share, 0), 0.999999) * all.length)];
}

/** The one stylesheet of all surfaces, which Python sends as a widget of its own. */
async function dress(model) {
  const id = model.get("sheet").replace("IPY_MODEL_", "");
  const css = (await model.widget_manager.get_model(id)).get("value");
  const style = document.getElementById("oe-sheet") ?? document.createElement("style");
  if (style.textContent === css) return;
  style.id = "oe-sheet";
  style.textContent = css;
  document.head.append(style);
}

function render({ model, el, signal }) {
  dress(model);
  el.classList.add("oe-surface");
  el.dataset.lmSuppressShortcuts = "true"; // here, keys are ours and not JupyterLab's
  const menu = part(el, "div", { class: "oe-menu" });
  const teller = part(el, "button", {
    class: "oe-button oe-quiet",
    type: "button",
    "data-act": "tell",
    "data-key": "o",
    "aria-keyshortcuts": "o",
    hidden: "",
  });
  const notice = part(el, "div", { class: "oe-notice", role: "alert" });
  const problem = part(notice, "span", {});
  const last = part(notice, "span", { class: "oe-last" });
  const summary = part(el, "p", { class: "oe-summary", role: "status" });
  const work = part(el, "div", { class: "oe-progress" });
  const bar = part(work, "progress", { max: 1, "aria-label": "progress" });
  const cancel = part(work, "button", { class: "oe-button", type: "button", "data-act": "stop" });
  cancel.textContent = "Stop";
  const picture = part(el, "div", { class: "oe-picture" });

  // ---- from Python

  let pressed = false; // a pointer is down: a part that vanished under it would lose the click
  const waiting = new Map();

  function draw(area, html) {
    if (pressed) {
      waiting.set(area, html);
      return;
    }
    const focused = area.contains(document.activeElement) ? document.activeElement : null;
    const { act, value } = focused?.dataset ?? {};
    const made = document.createElement("template");
    made.innerHTML = html ?? "";
    for (const part of made.content.querySelectorAll("p, p > strong, figcaption")) {
      for (const it of part.childNodes) if (it.nodeType === 3) it.data = together(it.data);
    }
    become(area, made.content);
    if (area === picture) light(linked);
    if (area === picture && moved) follow();
    if (focused && (!area.contains(focused) || focused.disabled)) {
      refocus((it) => it.dataset.act === act && it.dataset.value === value);
    }
  }

  let moved; // the range under the reader's hand: Python is told one place at a time
  let sent;
  function follow() {
    if (sent === moved.value) {
      held.delete(moved);
      moved = sent = undefined;
    } else {
      sent = moved.value;
      send("hand", sent);
    }
  }
  function move({ type, target }) {
    const isKnown = moved ? type === "input" : target.value === target.getAttribute("value");
    if (!isHand(target) || pull(target) || isKnown) return;
    moved = target;
    held.add(moved);
    follow();
  }

  // ---- a scene whose Python is not there yet: its stages stand in the strip (scene.py)

  let isAsked = false; // for what the strip does not have
  const strip = () => [...picture.querySelectorAll(".oe-film > li")];
  const placeOf = (stage) => Number(stage.dataset.at);
  const grip = () => picture.querySelector(".oe-stage > .oe-grip");
  const isAlone = () =>
    !isAsked &&
    !["on", undefined].includes(document.documentElement.dataset.live) &&
    !el.closest(".oe-app").querySelector(".oe-controls")?.checkVisibility();

  /** The stage before a place, or after it. */
  const beside = (place, way) =>
    way > 0
      ? strip().find((it) => placeOf(it) > place)
      : strip().findLast((it) => placeOf(it) < place);

  /** Go to the next stage, or back; return whether that was done here. */
  function step(act) {
    const way = { back: -1, next: 1 }[act];
    const stage = way && isAlone() && grip() && beside(Number(grip().getAttribute("value")), way);
    if (stage) rest(stage);
    return Boolean(stage);
  }

  /** Pull the hand to the nearest stage, with a key to the next one. */
  function pull(hand) {
    if (!isAlone() || !strip().length) return false;
    const place = Number(hand.getAttribute("value"));
    const far = (it) => Math.abs(placeOf(it) - hand.value);
    const near = strip().reduce((one, it) => (far(it) < far(one) ? it : one));
    const isKey = placeOf(near) === place && !hand.matches(":active");
    const way = Number(hand.value) - place;
    rest((isKey && way && beside(place, way)) || near);
    return true;
  }

  function rest(stage) {
    const made = document.createElement("template");
    made.innerHTML = picture.innerHTML;
    const shown = made.content.querySelector(".oe-stage");
    const hand = shown.querySelector(":scope > .oe-grip");
    const held = [...shown.children].slice([...shown.children].indexOf(hand));
    const { at, place, go } = stage.dataset;
    const drawn = stage.querySelector(".oe-stage").cloneNode(true);
    shown.replaceChildren(...drawn.childNodes, ...held);
    hand.setAttribute("value", at);
    hand.setAttribute("aria-valuetext", place);
    const [back, next, label] = held.at(-1).children;
    back.disabled = stage.previousElementSibling === null;
    next.disabled = go === undefined;
    next.textContent = go ?? stage.previousElementSibling?.dataset.go ?? "Next";
    next.classList.toggle("oe-primary", !next.disabled);
    for (const it of [back, next]) it.toggleAttribute("data-next", next.disabled === (it === back));
    label.textContent = place;
    draw(picture, made.innerHTML);
    grip().value = at;
    say(stage.querySelector("p").lastChild.data.replace(". ", "").trim());
    send("hand", at);
  }

  let linked; // what is pointed at, or has the focus
  function light(link) {
    linked = link;
    for (const it of picture.querySelectorAll(".oe-linked, .oe-links i")) {
      if (it.localName === "i") it.remove();
      else if (it.dataset.link !== link) it.classList.remove("oe-linked");
    }
    if (!link) return;
    const parts = picture.querySelectorAll(`[data-link="${CSS.escape(link)}"]`);
    for (const it of parts) it.classList.add("oe-linked");
    for (const layer of picture.querySelectorAll("[data-links]")) {
      const links = layer.dataset.links.split(" ");
      for (const [place, it] of links.entries()) {
        const [from, to] = [place / links.length, (place + 1) / links.length];
        if (it === link) part(layer, "i", { style: `--from:${from};--to:${to}` });
      }
    }
  }

  /** The part with the focus is gone: find it again, or the one to go on with. */
  function refocus(same) {
    const parts = [...el.querySelectorAll("button[data-act]:enabled, [data-act][tabindex]")];
    const open = parts.filter((it) => it.offsetParent ?? it.ownerSVGElement);
    const next = open.find(same) ?? open.find((it) => "next" in it.dataset) ?? open[0];
    next?.focus({ preventScroll: true });
  }

  function release() {
    // after the click that follows the release
    setTimeout(() => {
      pressed = false;
      for (const [area, html] of waiting) draw(area, html);
      waiting.clear();
    });
  }

  let quiet;
  function say(told) {
    const text = together(told ?? "");
    if (summary.textContent === text) return;
    summary.ariaBusy = "true"; // while a slider is dragged, a screen reader waits for the last word
    summary.textContent = text;
    clearTimeout(quiet);
    quiet = setTimeout(() => (summary.ariaBusy = "false"), 400);
  }

  let timer;
  const show = {
    menu: (html) => ((menu.hidden = !html), draw(menu, html)),
    html: (html) => ((isAsked = false), draw(picture, html)),
    summary: say,
    notice: (text) => ((notice.hidden = !text), (problem.textContent = text)),
    told(is) {
      const focused = document.activeElement === teller;
      el.classList.toggle("oe-untold", is === false);
      teller.hidden = is == null;
      teller.textContent = is ? "Tell no more" : "Tell";
      if (focused && teller.hidden) refocus(() => false);
    },
    stale(is) {
      el.classList.toggle("oe-stale", Boolean(is));
      last.textContent = is ? "The last good picture stays, dimmed." : "";
      picture.role = is ? "group" : null;
      picture.ariaLabel = is ? "The last good picture" : null;
    },
    progress(share) {
      const focused = work.contains(document.activeElement);
      work.hidden = share == null;
      bar.value = share ?? 0;
      if (work.hidden && focused) refocus(() => false);
    },
    due([, milliseconds]) {
      clearTimeout(timer);
      const pause = still.matches ? 0 : milliseconds; // nobody waits for a step that is not to be seen
      timer = setTimeout(() => send("tick", still.matches ? "still" : ""), pause);
    },
  };
  for (const [trait, change] of Object.entries(show)) {
    const follow = () => change(model.get(trait));
    model.on(`change:${trait}`, follow);
    signal.addEventListener("abort", () => model.off(`change:${trait}`, follow));
    if (trait !== "due") follow();
  }
  signal.addEventListener("abort", () => clearTimeout(timer));

  // Once we are in the page, and whenever something is added to our app:
  const sight = new ResizeObserver(() => {
    const app = el.closest(".oe-app");
    if (!app) return;
    sight.disconnect();
    const watch = new MutationObserver((changes) => {
      if (changes.some(({ target }) => !el.contains(target))) nameParts(app);
    });
    watch.observe(app, { childList: true, subtree: true });
    signal.addEventListener("abort", () => watch.disconnect());
    nameParts(app);
  });
  sight.observe(el);

  // ---- to Python

  function send(act, value = "") {
    isAsked ||= !["hand", "tick", "draw", "recall"].includes(act);
    model.send({ act, value });
  }
  if (model.get("html") === undefined) send("draw");

  // A page of the book keeps what the reader said (guesses.js); no other does.
  const name = model.get("name");
  const memory = name && globalThis.liveMemory;
  if (memory) {
    const asked = []; // what Python was given back and has yet to take, in this order
    const recall = () => {
      const kept = memory.recall(name);
      const now = asked.at(-1) ?? model.get("kept");
      if (kept === now || (!kept && now === "open")) return;
      asked.push(kept);
      send("recall", kept);
    };
    const keep = () => {
      const kept = model.get("kept");
      const isNew = !asked.includes(kept);
      asked.splice(0, isNew ? asked.length : asked.lastIndexOf(kept) + 1);
      if (!kept) return recall(); // it has just begun
      memory.keep(name, kept, model.get("says"), isNew, menu.textContent);
    };
    model.on("change:kept", keep);
    signal.addEventListener("abort", () => model.off("change:kept", keep));
    memory.watch(recall, signal);
    keep();
  }

  const actor = (event) => event.target.closest("[data-act]:not(form)");
  /** Do what a part stands for; return whether that was done here. */
  const press = ({ dataset: { act, value } }) => step(act) || send(act, value);

  const hear = (kind, listener) => el.addEventListener(kind, listener, { signal });

  hear("pointerdown", ({ target }) => {
    if (isHand(target)) return; // it stays
    pressed = true;
    setTimeout(release, 1000); // in case the release is never seen
  });
  addEventListener("pointerup", release, { signal });
  addEventListener("pointercancel", release, { signal });
  hear("click", (event) => {
    const it = actor(event);
    if (it && !it.disabled && press(it)) event.preventDefault(); // nobody need wait for Python
  });
  hear("input", move);
  hear("change", move);
  hear("submit", (event) => {
    event.preventDefault();
    // A field; or of options to choose from the one that is chosen, if any is.
    const given = event.target.querySelector("input:not([type=radio]), input:checked");
    send(event.target.dataset.act, given?.value);
  });

  const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
  /** The part that a key stands for, wherever the focus is in the surface; not while one types. */
  function keyed({ key, target, ctrlKey, altKey, metaKey, repeat }) {
    if (ctrlKey || altKey || metaKey || repeat || target.matches("input")) return null;
    return el.querySelector(`[data-key="${CSS.escape(key.toLowerCase())}"]:enabled`);
  }

  hear("keydown", (event) => {
    const meant = keyed(event);
    if (meant) {
      press(meant);
      event.preventDefault();
      return;
    }
    const it = actor(event);
    if (!it) return;
    const group = it.closest("[data-arrows]");
    if (event.key === "Enter" || event.key === " ") {
      // A key held down must not press the button that gets the focus next.
      if (it instanceof HTMLButtonElement && !event.repeat) return;
      if (!event.repeat) press(it);
    } else if (group && event.key in STEPS) {
      const all = [...group.querySelectorAll("[data-act]:not(:disabled)")];
      all.at((all.indexOf(it) + STEPS[event.key]) % all.length).focus();
    } else return;
    event.preventDefault();
  });

  function link(event) {
    const gone = /leave|out$/.test(event.type);
    const found = gone ? undefined : linkAt(event);
    if (found !== linked) light(found);
  }
  for (const type of ["pointerover", "pointermove", "pointerleave", "focusin", "focusout"]) {
    picture.addEventListener(type, link, { signal });
  }
}

/** Name the app after its title, and its sliders, which ipywidgets leaves without a name. */
function nameParts(app) {
  app.role = "group";
  app.ariaLabel = app.querySelector(".oe-title")?.textContent;
  for (const slider of app.querySelectorAll(".widget-slider:has(.noUi-handle:not([aria-label]))")) {
    const label = slider.querySelector(".widget-label").textContent;
    slider.querySelector(".noUi-handle").ariaLabel = label;
    const readout = slider.querySelector(".widget-readout");
    if (readout) Object.assign(readout, { role: "textbox", ariaLabel: `${label}, as a number` });
  }
}

export default { render };
