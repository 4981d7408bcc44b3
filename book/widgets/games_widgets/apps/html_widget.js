// The page's half of html_widget.py: draws the markup that Python sends and reports acts.
//
//   patchDom       changes only those parts of the drawn markup that differ from Python's new markup
//   HtmlView       the widget: its parts, and one method for each trait
//   Scrubber       what the reader drags in a scene: Python gets one place at a time
//   DraggedMark    a mark of a chart that moves the scrubber
//   StoredStages   a scene before Python runs: its stages come from the strip for print (scene.py)
//   Highlighter    parts with the same link are highlighted together
//   SavedText      what the page saves in the reader's browser (book/live/modules/guesses.js)

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
// Spaces at which no line may break, as in stored pictures (book/build/line_breaks.py): 3 %, 3 : 1, 369 511.
const NO_BREAK = /(?<=\d)[ \n](?=%|:\s\d|\d{3}\b)|(?<=\d\s:)[ \n](?=\d)|(?<=\b[1-6])[ \n](?=[1-6]\b)/g;
const keepTogether = (text) => text.replace(NO_BREAK, "\u00a0");

const READ_AFTER = 400; // milliseconds without another summary
const READ_TYPED_AFTER = 1000; // milliseconds without another fault in what is being typed
const TYPED = "input, textarea, [contenteditable]";

const isScrubber = (node) => node.dataset?.scrubber !== undefined;
const draggedMark = (node) => node.closest("[data-scrub-range] > .oe-flag");
const moving = new WeakSet(); // scrubbers whose place Python does not know yet

function addPart(parent, name, attributes) {
  const element = parent.appendChild(document.createElement(name));
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

function parseMarkup(html) {
  const template = document.createElement("template");
  template.innerHTML = html ?? "";
  return template;
}

/** Whether a node may stay and take over the attributes and children of another. */
function canBecome(old, made) {
  if (old.nodeName !== made.nodeName) return false;
  if (old.nodeName === "INPUT" && !isScrubber(old)) return false;
  if (old.nodeType === Node.TEXT_NODE) return true;
  const isEqual = (name) => old.getAttribute(name) === made.getAttribute(name);
  return isEqual("data-act") && isEqual("data-value");
}

/**
 * Change the children of a node into those of another, but only where they differ. Unchanged elements keep
 * the focus and the scroll position, and CSS transitions apply to them.
 */
function patchDom(old, made) {
  let next = old.firstChild;
  for (const child of [...made.childNodes]) {
    const current = next;
    next = next?.nextSibling;
    if (!current) old.append(child);
    else if (!canBecome(current, child)) current.replaceWith(child);
    else if (child.dataset?.drawnLater !== undefined) continue; // Python sends it a moment later
    else if (child.nodeType === Node.TEXT_NODE) {
      if (current.data !== child.data) current.data = child.data;
    } else if (child.firstElementChild || !current.isEqualNode(child)) {
      patchAttributes(current, child);
      if (isScrubber(current) && !moving.has(current)) current.value = child.value;
      patchDom(current, child);
    }
  }
  while (next) {
    const superfluous = next;
    next = next.nextSibling;
    superfluous.remove();
  }
}

// By name, because a list of attributes would be thousands of objects for the garbage collector.
function patchAttributes(old, made) {
  for (const name of old.getAttributeNames()) {
    if (!made.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const name of made.getAttributeNames()) {
    const value = made.getAttribute(name);
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
}

/** Put the stylesheet of all pictures into the page; Python sends it as a separate widget. */
async function addStylesheet(model) {
  const id = model.get("sheet").replace("IPY_MODEL_", "");
  const css = (await model.widget_manager.get_model(id)).get("value");
  const style = document.getElementById("oe-sheet") ?? document.createElement("style");
  if (style.textContent === css) return;
  style.id = "oe-sheet";
  style.textContent = css;
  document.head.append(style);
}

/** Highlights all parts of a picture whose link is that of the part under the pointer or the focus. */
class Highlighter {
  constructor(picture, signal) {
    this.picture = picture;
    this.link = undefined;
    const hear = (event) => this.hear(event);
    for (const type of ["pointerover", "pointermove", "pointerleave", "focusin", "focusout"]) {
      picture.addEventListener(type, hear, { signal });
    }
  }

  hear(event) {
    const hasLeft = /leave|out$/.test(event.type);
    const link = hasLeft ? undefined : this.linkAt(event);
    if (link !== this.link) this.highlight(link);
  }

  /** Return the link of the event's part, or of its place in a layer of many links. */
  linkAt({ target, clientX, clientY }) {
    const { link, links, vertical } = target.closest?.("[data-link], [data-links]")?.dataset ?? {};
    if (links === undefined) return link;
    const { left, top, width, height } = target.closest("[data-links]").getBoundingClientRect();
    const share = vertical === undefined ? (clientX - left) / width : (clientY - top) / height;
    const all = links.split(" ");
    return all[Math.floor(Math.min(Math.max(share, 0), 0.999999) * all.length)];
  }

  highlight(link) {
    this.link = link;
    for (const element of this.picture.querySelectorAll(".oe-linked, .oe-links i")) {
      if (element.localName === "i") element.remove();
      else if (element.dataset.link !== link) element.classList.remove("oe-linked");
    }
    if (!link) return;
    const parts = this.picture.querySelectorAll(`[data-link="${CSS.escape(link)}"]`);
    for (const element of parts) element.classList.add("oe-linked");
    for (const layer of this.picture.querySelectorAll("[data-links]")) {
      const links = layer.dataset.links.split(" ");
      for (const [place, other] of links.entries()) {
        const [from, to] = [place / links.length, (place + 1) / links.length];
        if (other === link) addPart(layer, "i", { style: `--from:${from};--to:${to}` });
      }
    }
  }

  /** Highlight the same link after the picture has changed. */
  refresh() {
    this.highlight(this.link);
  }
}

/** Sends the places of a scrubber to Python: the next one only when Python has drawn the last. */
class Scrubber {
  constructor(view) {
    this.view = view;
    this.input = undefined; // the scrubber that the reader moves
    this.sentPlace = undefined;
  }

  hear({ type, target }) {
    if (!isScrubber(target) || this.view.stages.pull(target)) return;
    const isDrawn = this.input ? type === "input" : target.value === target.getAttribute("value");
    if (isDrawn) return;
    this.input = target;
    moving.add(target);
    this.sendPlace();
  }

  /** Send the present place, or stop if Python has drawn it. */
  sendPlace() {
    if (!this.input) return;
    if (this.sentPlace === this.input.value) {
      moving.delete(this.input);
      this.input = this.sentPlace = undefined;
    } else {
      this.sentPlace = this.input.value;
      this.view.send("hand", this.sentPlace);
    }
  }
}

/** The marks of a chart in a scene: the reader drags them, and the scrubber of the scene moves with them. */
class DraggedMark {
  constructor(view) {
    this.view = view;
    this.chart = undefined; // the chart whose mark the reader drags
    this.distance = 0; // from the mark to the pointer
    const { picture, signal } = view;
    const hear = (kind, listener) => picture.addEventListener(kind, listener, { signal });
    hear("pointerdown", (event) => this.begin(event));
    hear("pointermove", (event) => this.chart && this.move(event));
    for (const kind of ["pointerup", "pointercancel"]) hear(kind, () => (this.chart = undefined));
  }

  begin({ target, button, clientX, pointerId }) {
    const mark = draggedMark(target);
    if (!mark || button) return;
    this.chart = mark.closest("[data-scrub-range]");
    this.distance = clientX - mark.getBoundingClientRect().left;
    this.view.picture.setPointerCapture(pointerId);
  }

  move({ clientX }) {
    const { left, width } = this.chart.getBoundingClientRect();
    const [low, high] = this.chart.dataset.scrubRange.split(" ").map(Number);
    const { scrubber } = this.view.stages;
    scrubber.value = low + ((clientX - this.distance - left) / width) * (high - low);
    scrubber.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

/** The stages of a scene before Python runs. The strip for print has them all. */
class StoredStages {
  constructor(view) {
    this.view = view;
    this.isPythonNeeded = false; // the reader wants something that the strip does not have
  }

  get stages() {
    return [...this.view.picture.querySelectorAll(".oe-stage-strip > li")];
  }

  get scrubber() {
    return this.view.picture.querySelector(".oe-stage > .oe-scrubber");
  }

  get place() {
    return Number(this.scrubber.getAttribute("value"));
  }

  get isInUse() {
    const { live } = document.documentElement.dataset;
    if (this.isPythonNeeded || live === undefined || live === "on") return false;
    const controls = this.view.el.closest(".oe-app").querySelector(".oe-controls");
    return !controls?.checkVisibility();
  }

  /** The next stage in a direction from a place. */
  neighbour(place, direction) {
    return direction > 0
      ? this.stages.find((stage) => Number(stage.dataset.stage) > place)
      : this.stages.findLast((stage) => Number(stage.dataset.stage) < place);
  }

  /** Go to the next stage, or back. Return whether the stage was found here, without Python. */
  step(act) {
    const direction = { back: -1, next: 1 }[act];
    if (!direction || !this.isInUse || !this.scrubber) return false;
    const stage = this.neighbour(this.place, direction);
    if (stage) this.show(stage);
    return Boolean(stage);
  }

  /** Pull the scrubber to the nearest stage, with a key to the next one; return whether it was done. */
  pull(scrubber) {
    const { stages, view } = this;
    if (!this.isInUse || !stages.length) return false;
    const distance = (stage) => Math.abs(Number(stage.dataset.stage) - scrubber.value);
    const nearest = stages.reduce((best, stage) => (distance(stage) < distance(best) ? stage : best));
    const place = Number(scrubber.getAttribute("value"));
    const direction = scrubber.value - place;
    const isByKey = Number(nearest.dataset.stage) === place && !scrubber.matches(":active") && !view.mark.chart;
    this.show((isByKey && direction && this.neighbour(place, direction)) || nearest);
    return true;
  }

  show(stage) {
    const { view } = this;
    const made = parseMarkup(view.picture.innerHTML);
    const drawn = made.content.querySelector(".oe-stage");
    const scrubber = drawn.querySelector(":scope > .oe-scrubber");
    const below = [...drawn.children].slice([...drawn.children].indexOf(scrubber));
    const { stage: value, place, nextLabel } = stage.dataset;
    const stored = stage.querySelector(".oe-stage").cloneNode(true);
    drawn.replaceChildren(...stored.childNodes, ...below);
    scrubber.setAttribute("value", value);
    scrubber.setAttribute("aria-valuetext", place);
    const [back, next, label] = below.at(-1).children;
    back.disabled = stage.previousElementSibling === null;
    next.disabled = nextLabel === undefined;
    next.textContent = nextLabel ?? stage.previousElementSibling?.dataset.nextLabel ?? "Next";
    next.classList.toggle("oe-primary", !next.disabled);
    for (const button of [back, next]) {
      button.toggleAttribute("data-next-focus", next.disabled === (button === back));
    }
    label.textContent = place;
    view.draw(view.picture, made.innerHTML);
    this.scrubber.value = value;
    view.summarise(stage.querySelector("p").lastChild.data.replace(". ", "").trim());
    view.send("hand", value);
  }
}

/** The text that a page of the book saves in the reader's browser. Other pages save nothing. */
class SavedText {
  constructor(view, name, memory) {
    this.view = view;
    this.name = name;
    this.memory = memory;
    this.recalled = []; // texts sent to Python that it has not handled yet, in order
    view.hearModel("change:saved_text", () => this.save());
    memory.watch(() => this.recall(), view.signal);
    this.save();
  }

  recall() {
    const saved = this.memory.recall(this.name);
    const current = this.recalled.at(-1) ?? this.view.model.get("saved_text");
    if (saved === current || (!saved && current === "open")) return;
    this.recalled.push(saved);
    this.view.send("recall", saved);
  }

  save() {
    const { model, menu } = this.view;
    const text = model.get("saved_text");
    const isNew = !this.recalled.includes(text);
    this.recalled.splice(0, isNew ? this.recalled.length : this.recalled.lastIndexOf(text) + 1);
    if (!text) this.recall(); // Python has just started
    else this.memory.keep(this.name, text, model.get("sentence"), isNew, menu.textContent);
  }
}

/** The widget in the page: presets, notices and the summary, and the picture below them. */
class HtmlView {
  constructor({ model, el, signal }) {
    Object.assign(this, { model, el, signal });
    addStylesheet(model);
    el.classList.add("oe-surface");
    el.dataset.lmSuppressShortcuts = "true"; // in this widget JupyterLab must not act on keys
    this.addParts();
    this.isUsed = false; // nothing is read aloud before the reader has used the app
    this.nextStep = 0; // when a moving app makes its next step
    this.isPressed = false; // a pointer is down; a part that is replaced now would lose the click
    this.waiting = new Map(); // drawings delayed until the release
    this.highlighter = new Highlighter(this.picture, signal);
    this.scrubber = new Scrubber(this);
    this.mark = new DraggedMark(this);
    this.stages = new StoredStages(this);
    this.followTraits();
    this.nameApp();
    if (model.get("html") === undefined) this.send("draw");
    const name = model.get("name");
    const memory = name && globalThis.liveMemory;
    if (memory) new SavedText(this, name, memory);
    this.hearEvents();
  }

  addParts() {
    const { el } = this;
    this.menu = addPart(el, "div", { class: "oe-presets" });
    this.oddsButton = addPart(el, "button", {
      class: "oe-button oe-quiet",
      type: "button",
      "data-act": "tell",
      "data-key": "o",
      "aria-keyshortcuts": "o",
      hidden: "",
    });
    this.notice = addPart(el, "div", { class: "oe-notice", role: "alert" });
    this.problem = addPart(this.notice, "span", {});
    this.staleNote = addPart(this.notice, "span", { class: "oe-stale-note" });
    this.summary = addPart(el, "p", { class: "oe-summary", role: "status" });
    this.work = addPart(el, "div", { class: "oe-progress" });
    this.bar = addPart(this.work, "progress", { max: 1, "aria-label": "progress" });
    const stop = { class: "oe-button", type: "button", "data-act": "stop" };
    addPart(this.work, "button", stop).textContent = "Stop";
    this.picture = addPart(el, "div", { class: "oe-picture" });
  }

  // ---- from Python

  hearModel(event, listener) {
    this.model.on(event, listener);
    this.signal.addEventListener("abort", () => this.model.off(event, listener));
  }

  followTraits() {
    const show = {
      menu: (html) => this.showMenu(html),
      html: (html) => this.showPicture(html),
      summary: (text) => this.summarise(text),
      notice: (text) => this.showNotice(text),
      odds_visible: (areVisible) => this.showOdds(areVisible),
      stale: (isStale) => this.showStale(isStale),
      progress: (share) => this.showProgress(share),
    };
    for (const [trait, change] of Object.entries(show)) {
      const follow = () => change(this.model.get(trait));
      this.hearModel(`change:${trait}`, follow);
      follow();
    }
    this.hearModel("change:due", () => this.startTimer(this.model.get("due")[1]));
    this.signal.addEventListener("abort", () => {
      clearTimeout(this.timer);
      clearTimeout(this.noticeTimer);
    });
  }

  draw(area, html) {
    if (this.isPressed) {
      this.waiting.set(area, html);
      return;
    }
    const focused = area.contains(document.activeElement) ? document.activeElement : null;
    const { act, value } = focused?.dataset ?? {};
    const made = parseMarkup(html);
    setTitleLevels(made.content, this.el);
    for (const element of made.content.querySelectorAll("p, p > strong, figcaption")) {
      for (const node of element.childNodes) {
        if (node.nodeType === Node.TEXT_NODE) node.data = keepTogether(node.data);
      }
    }
    patchDom(area, made.content);
    if (area === this.picture) {
      this.highlighter.refresh();
      this.scrubber.sendPlace();
    }
    if (focused && (!area.contains(focused) || focused.disabled)) {
      this.moveFocus((part) => part.dataset.act === act && part.dataset.value === value);
    }
  }

  showMenu(html) {
    this.menu.hidden = !html;
    this.draw(this.menu, html);
  }

  showPicture(html) {
    this.stages.isPythonNeeded = false;
    this.draw(this.picture, html);
  }

  summarise(summary) {
    const text = keepTogether(summary ?? "");
    if (this.summary.textContent === text) return;
    this.summary.ariaLive = "off"; // while a slider is dragged or a scene moves
    this.summary.textContent = text;
    this.readLater();
  }

  /** Have the summary read when nothing has changed for a while, and no step of a moving app is due. */
  readLater() {
    this.isUnread = true;
    const rest = Math.max(0, this.nextStep - performance.now());
    clearTimeout(this.summaryTimer);
    this.summaryTimer = setTimeout(() => this.readSummary(), rest + READ_AFTER);
  }

  /** Let a screen reader read the summary: it reads a live region when its content is replaced. */
  readSummary() {
    this.isUnread = false;
    if (!this.isUsed) return;
    this.summary.ariaLive = "polite";
    this.summary.replaceChildren(this.summary.textContent);
  }

  showNotice(text) {
    this.notice.hidden = !text;
    this.problem.textContent = text;
    this.readNotice();
  }

  /** Have a fault read at once, but after a pause where each letter that is typed may bring another. */
  readNotice() {
    clearTimeout(this.noticeTimer);
    const focused = document.activeElement;
    const isTyped = focused?.matches(TYPED) && this.el.closest(".oe-app")?.contains(focused);
    this.notice.role = isTyped ? null : "alert";
    if (isTyped) this.noticeTimer = setTimeout(() => this.readTypedFault(), READ_TYPED_AFTER);
  }

  readTypedFault() {
    this.notice.role = "alert";
    this.problem.replaceChildren(this.problem.textContent);
  }

  showOdds(areVisible) {
    const hadFocus = document.activeElement === this.oddsButton;
    this.el.classList.toggle("oe-odds-hidden", areVisible === false);
    this.oddsButton.hidden = areVisible == null;
    this.oddsButton.textContent = areVisible ? "Tell no more" : "Tell";
    if (hadFocus && this.oddsButton.hidden) this.moveFocus();
  }

  showStale(isStale) {
    this.el.classList.toggle("oe-stale", Boolean(isStale));
    this.staleNote.textContent = isStale ? "The last good picture stays, dimmed." : "";
    this.picture.role = isStale ? "group" : null;
    this.picture.ariaLabel = isStale ? "The last good picture" : null;
  }

  showProgress(share) {
    const hadFocus = this.work.contains(document.activeElement);
    this.work.hidden = share == null;
    this.bar.value = share ?? 0;
    if (this.work.hidden && hadFocus) this.moveFocus();
  }

  startTimer(milliseconds) {
    clearTimeout(this.timer);
    const pause = reducedMotion.matches ? 0 : milliseconds; // without motion no step needs a pause
    this.timer = setTimeout(() => this.send("tick", reducedMotion.matches ? "still" : ""), pause);
    this.nextStep = performance.now() + pause;
    if (this.isUnread) this.readLater();
  }

  /** Give the focus to the part that replaces the one that had it, or else to the next one. */
  moveFocus(isReplacement = () => false) {
    const parts = [...this.el.querySelectorAll("button[data-act]:enabled, [data-act][tabindex]")];
    const visible = parts.filter((part) => part.offsetParent ?? part.ownerSVGElement);
    const stop = visible.find((part) => part.dataset.act === "stop"); // while an app moves by itself
    const next = visible.find(isReplacement) ?? stop ?? visible.find((part) => "nextFocus" in part.dataset);
    (next ?? visible[0])?.focus({ preventScroll: true });
  }

  /** Name the parts of the app, now and when something is added to it. */
  nameApp() {
    const { el, signal } = this;
    const sight = new ResizeObserver(() => {
      const app = el.closest(".oe-app");
      if (!app) return; // the widget is not in the page yet
      sight.disconnect();
      const watch = new MutationObserver((changes) => {
        if (changes.some(({ target }) => !el.contains(target))) nameParts(app);
      });
      watch.observe(app, { childList: true, subtree: true });
      signal.addEventListener("abort", () => watch.disconnect());
      nameParts(app);
      const box = app.querySelector(".oe-code textarea");
      if (box) new CodeBox(this, app, box);
    });
    sight.observe(el);
  }

  // ---- to Python

  send(act, value = "") {
    this.stages.isPythonNeeded ||= !["hand", "tick", "draw", "recall"].includes(act);
    this.model.send({ act, value });
  }

  /** Perform the act of a part. Return whether this was done here, without Python. */
  press({ dataset: { act, value } }) {
    return this.stages.step(act) || this.send(act, value);
  }

  hearEvents() {
    const { el, signal } = this;
    const hear = (kind, listener) => el.addEventListener(kind, listener, { signal });
    for (const kind of ["click", "input", "keydown", "pointerdown"]) {
      addEventListener(kind, (event) => this.hearUse(event), { signal, capture: true });
    }
    const release = () => this.release();
    hear("pointerdown", ({ target }) => {
      if (isScrubber(target) || draggedMark(target)) return; // it stays in the picture
      this.isPressed = true;
      setTimeout(release, 1000); // in case no event reports the release
    });
    addEventListener("pointerup", release, { signal });
    addEventListener("pointercancel", release, { signal });
    hear("click", (event) => {
      const part = actorOf(event);
      if (part && !part.disabled && this.press(part)) event.preventDefault(); // handled here
    });
    hear("input", (event) => this.scrubber.hear(event));
    hear("change", (event) => this.scrubber.hear(event));
    hear("submit", (event) => this.submit(event));
    hear("keydown", (event) => this.hearKey(event));
  }

  /** Notice that the reader uses the app: its picture or the controls beside it. */
  hearUse({ target, key }) {
    const app = this.el.closest(".oe-app") ?? this.el;
    this.isUsed ||= key !== "Tab" && target instanceof Node && app.contains(target);
  }

  /** Draw the delayed drawings, after the click that follows the release. */
  release() {
    setTimeout(() => {
      this.isPressed = false;
      for (const [area, html] of this.waiting) this.draw(area, html);
      this.waiting.clear();
    });
  }

  /** Send the field or the chosen option of a form. */
  submit(event) {
    event.preventDefault();
    const field = event.target.querySelector("input:not([type=radio]), input:checked");
    this.send(event.target.dataset.act, field?.value);
  }

  /** Return the part for a key, wherever the focus is in the widget; no part while the reader types. */
  partOfKey({ key, target, ctrlKey, altKey, metaKey, repeat }) {
    if (ctrlKey || altKey || metaKey || repeat || target.matches("input")) return null;
    return this.el.querySelector(`[data-key="${CSS.escape(key.toLowerCase())}"]:enabled`);
  }

  hearKey(event) {
    const meant = this.partOfKey(event);
    if (meant) {
      this.press(meant);
      event.preventDefault();
      return;
    }
    const part = actorOf(event);
    if (!part) return;
    const group = part.closest("[data-arrows]");
    if (event.key === "Enter" || event.key === " ") {
      // The button that gets the focus next must not be pressed by the same key.
      if (part instanceof HTMLButtonElement && !event.repeat) return;
      if (!event.repeat) this.press(part);
    } else if (group && event.key in ARROW_STEPS) {
      const parts = [...group.querySelectorAll("[data-act]:not(:disabled)")];
      parts.at((parts.indexOf(part) + ARROW_STEPS[event.key]) % parts.length).focus();
    } else return;
    event.preventDefault();
  }
}

const ARROW_STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

const actorOf = (event) => event.target.closest("[data-act]:not(form)");

/** The box for a program: numbers its lines, runs it by Ctrl+Enter, and scrolls to its answer. */
class CodeBox {
  constructor(view, app, box) {
    Object.assign(this, { view, box, run: app.querySelector(".oe-run"), isAwaited: false });
    this.answeredText = box.value; // the text whose answer is shown
    Object.assign(box, { spellcheck: false, autocapitalize: "off", title: "Ctrl+Enter runs it" });
    this.numbers = document.createElement("div");
    this.numbers.className = "oe-line-numbers";
    this.numbers.ariaHidden = "true";
    box.before(this.numbers);
    const { signal } = view;
    const resized = new ResizeObserver(() => this.number());
    resized.observe(box);
    signal.addEventListener("abort", () => resized.disconnect());
    for (const type of ["input", "scroll", "focus"]) {
      box.addEventListener(type, () => this.number(), { signal });
    }
    this.run.addEventListener("click", () => this.awaitAnswer(), { signal });
    box.addEventListener("keydown", (event) => this.runByKey(event), { signal });
    for (const trait of ["html", "notice", "progress"]) {
      view.hearModel(`change:${trait}`, () => this.followRun(trait));
    }
  }

  awaitAnswer() {
    this.isAwaited = this.box.value !== this.answeredText; // the same text brings no other answer
    if (!this.isAwaited) this.showAnswer();
  }

  number() {
    const { box, numbers } = this;
    const count = box.value.split("\n").length;
    numbers.textContent = Array.from({ length: count }, (_, line) => line + 1).join("\n");
    numbers.style.top = `${box.offsetTop + box.clientTop}px`;
    numbers.style.height = `${box.clientHeight}px`;
    numbers.scrollTop = box.scrollTop;
  }

  runByKey(event) {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    this.run.click();
  }

  followRun(trait) {
    this.number(); // an example or a link may have changed the text
    const { model, picture } = this.view;
    if (trait === "html" && picture.querySelector(".oe-headlines")) this.answeredText = this.box.value;
    if (!this.isAwaited || typeof model.get("progress") === "number") return;
    this.isAwaited = false;
    this.showAnswer();
  }

  showAnswer() {
    const { el, notice, picture } = this.view;
    requestAnimationFrame(() => {
      const parts = [notice, picture.querySelector(".oe-headlines"), el];
      const answer = parts.find((part) => part?.getBoundingClientRect().height);
      const { top, bottom } = answer.getBoundingClientRect();
      if (top >= 0 && bottom <= innerHeight) return;
      el.scrollIntoView({ behavior: reducedMotion.matches ? "auto" : "smooth", block: "start" });
    });
  }
}

const TITLE = ".oe-title";

/** The level of an app's title: one below the heading of its section. JupyterLab has no sections. */
function titleLevel(element) {
  const heading = element.closest("section")?.querySelector("h1, h2, h3, h4, h5");
  return `${Number(heading?.localName[1] ?? 2) + 1}`;
}

/** Make the titles in a part of an app headings, one level below the heading around the app. */
function setTitleLevels(part, app) {
  const level = titleLevel(app);
  for (const title of part.querySelectorAll(TITLE)) Object.assign(title, { role: "heading", ariaLevel: level });
}

/** Name the app after its title. Name its sliders, too, because ipywidgets gives them no names. */
function nameParts(app) {
  app.role = "group";
  app.ariaLabel = app.querySelector(TITLE)?.textContent;
  setTitleLevels(app, app);
  for (const slider of app.querySelectorAll(".widget-slider:has(.noUi-handle:not([aria-label]))")) {
    const label = slider.querySelector(".widget-label").textContent;
    slider.querySelector(".noUi-handle").ariaLabel = label;
    const readout = slider.querySelector(".widget-readout");
    if (readout) Object.assign(readout, { role: "textbox", ariaLabel: `${label}, as a number` });
  }
  for (const field of app.querySelectorAll(".oe-row input")) {
    field.ariaInvalid = `${Boolean(field.closest(".oe-row").querySelector(".oe-fault"))}`;
  }
}

export default { render: (context) => void new HtmlView(context) };
