// Lets the reader run and change the cells of code. Python for that is behind a wall (modules/wall.js,
// runner.py), begun when the reader is first at a cell: whatever becomes of it, nothing of the book
// does, and the apps of the page live on. So is what cells show and is not text (modules/shown.js). The
// editor is fetched when a cell is first opened. What the reader has changed stays in this browser until
// it is reset.

import { asked, isEmbedded, isFile, isFramed, page, savesData } from "./modules/asked.js";
import { editor } from "./modules/editor.js";
import { button, home, make, save } from "./modules/elements.js";
import { keeper } from "./modules/kept.js";
import { isRenewed } from "./modules/renewed.js";
import { View, empty, isDrawn, pass, passTo, still } from "./modules/shown.js";
import { AGAIN, RENEWED, UNSTARTED, reload, within } from "./modules/told.js";
import { beginWalled } from "./modules/wall.js";

const HIGH = 480; // pixels of output that are shown unasked
const LONG = 6000; // characters of an address that every browser and host bears
const SEEN = 500; // milliseconds before a stranger's code can be run
const LOST = "What the cells had set is gone. It is set again when a cell needs it.";

const announcer = make("p", "visually-hidden");
announcer.setAttribute("role", "status");
const announce = (text) => (announcer.textContent = text);

const kept = keeper("cells"); // the changed code of cells, by the code that the book has there
const told = JSON.parse(document.getElementById("live-cells")?.textContent ?? "null"); // runnable.py
/** @type {Cell[]} */
const cells = [];

// ------------------------------------------------------------------------------------- the cells

const written = (text) => {
  const pre = make("pre", "", text);
  pre.tabIndex = 0; // it may have to be scrolled
  return make("div", "highlight", pre);
};

const editing = () => editor(() => cells.map(({ code }) => code).join("\n"));

class Cell {
  recipe = ""; // of the output that its code has now; `shown` is that of what is shown
  shown = "";
  progress = "";
  message = "";

  constructor(element, n, lacks, isSlow) {
    this.element = element;
    this.n = n;
    this.lacks = lacks;
    this.isScratch = element.id === "scratch";
    this.pre = element.querySelector(".cell_input pre");
    this.nodes = [...this.pre.childNodes];
    this.book = this.code = this.ran = this.pre.textContent.replace(/\n+$/, "");
    this.isApp = element.querySelector('script[type$="widget-view+json"]') !== null;
    const outputs = element.querySelectorAll(".cell_output, .live-status");
    this.bookApp = this.isApp ? [...outputs] : []; // page.js goes on with it
    this.note = make("p", "cell-note");
    this.tools = make("div", "cell-tools");
    this.pre.after(this.tools);
    element.querySelector(":scope > details, :scope > .cell_input").after(this.note);
    if (lacks) {
      this.tools.append(`needs ${lacks}: run it in JupyterLab`);
      this.tools.classList.add("cell-lacks");
      return;
    }
    element.classList.add("cell-can");
    this.edit = button("Edit", () => this.open(), "Edit this cell");
    const [text, label] = isSlow ? [" · some seconds", ", which takes some seconds"] : ["", ""];
    this.run = button(`Run${text}`, () => run([this]), `Run this cell${label}`);
    this.tools.append(this.edit, this.run);
    const { parentElement: place } = this.tools;
    place.addEventListener("pointerenter", () => (this.rest = setTimeout(warm, 200)));
    place.addEventListener("pointerleave", () => clearTimeout(this.rest));
    place.addEventListener("focusin", warm);
    this.tools.addEventListener("pointerenter", warm);
    this.pre.addEventListener("click", (event) => {
      if (getSelection().isCollapsed) this.open(event);
    });
    const code = kept.all()[this.book];
    if (typeof code === "string") this.show(code);
  }

  get isChanged() {
    return this.code !== this.book;
  }

  /** No click that was meant for something else runs it: it waits until it was seen for a while. */
  guard() {
    const arm = (isSeen) => {
      clearTimeout(this.armed);
      this.run.disabled = true;
      if (isSeen) this.armed = setTimeout(() => (this.run.disabled = false), SEEN);
    };
    new IntersectionObserver((seen) => arm(seen.at(-1).isIntersecting)).observe(this.run);
    addEventListener("focus", () => arm(true));
    arm(false);
  }

  /** Have the cell hold this code. */
  show(code) {
    this.change(code);
    if (this.view) {
      this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: code } });
    }
  }

  change(code) {
    this.code = code;
    if (this.isChanged) this.pre.textContent = code; // what is copied
    else this.pre.replaceChildren(...this.nodes);
    this.draw();
  }

  /** Make the cell an editor. */
  async open(event) {
    this.opening ??= this.edited();
    try {
      await within(this.opening);
      if (event === null) return;
      const at = event && this.view.posAtCoords({ x: event.clientX, y: event.clientY });
      if (at) this.view.dispatch({ selection: { anchor: at } });
      this.view.focus();
    } catch (error) {
      this.opening = null;
      const isGone = await isRenewed();
      this.say(isGone ? RENEWED : `The editor did not come: a file of this page is missing. (${error.message})`);
    }
  }

  async edited() {
    const { cm, extensions } = await editing();
    const place = make("div", "cell-editor");
    const label = "Code. Shift and Enter runs it; Escape, then Tab leaves it.";
    const go = (view) => {
      cm.closeCompletion(view);
      run([this]);
      return true;
    };
    const keys = ["Shift-Enter", "Mod-Enter", "Ctrl-Enter"].map((key) => ({ key, run: go }));
    const hear = ({ docChanged, state }) => {
      if (!docChanged || state.doc.toString() === this.code) return;
      this.change(state.doc.toString());
      kept.keep(this.book, this.isChanged ? this.code : undefined);
      look();
    };
    const state = cm.EditorState.create({
      doc: this.code,
      extensions: [
        cm.Prec.highest(cm.keymap.of(keys)),
        extensions,
        cm.EditorView.contentAttributes.of({ "aria-label": label }),
        cm.EditorView.updateListener.of(hear),
      ],
    });
    this.view = new cm.EditorView({ state, parent: place });
    place.addEventListener("keydown", (event) => event.stopPropagation()); // to Sphinx a / is search
    this.pre.before(place);
    this.pre.hidden = true;
    this.edit.remove();
  }

  /** Bring back what the book has. */
  reset() {
    kept.keep(this.book, undefined);
    this.show(this.book);
    this.message = "";
    if (this.area) {
      this.unfold();
      empty(this.area, ...this.bookOutput);
      for (const it of this.bookApp) it.hidden = false;
      this.area = null;
      this.shown = recipes.book[this.n];
      this.ran = this.book;
    }
    this.draw();
    this.run.focus();
    look();
  }

  // ------------------------------------------------------------------------------- what it shows

  begin(recipe) {
    // A cell that another needs, and that shows what it should, stays as it is.
    this.isQuiet = !job.targets.includes(this) && this.shown === recipe;
    this.isFresh = this.hasFailed = false;
    this.message = "";
  }

  /** The place of its output, emptied when a run first shows something. */
  output() {
    if (!this.area) {
      const stored = this.isApp ? null : this.element.querySelector(".cell_output");
      this.area = stored ?? make("div", "cell_output docutils container");
      if (!stored) this.element.append(this.area);
      for (const it of this.bookApp) it.hidden = true;
      this.bookOutput = [...this.area.childNodes];
    }
    if (!this.isFresh) {
      empty(this.area);
      this.unfold();
      this.isFresh = true;
    }
    return this.area;
  }

  print(text, stream) {
    if (this.isQuiet) return;
    const last = this.output().lastElementChild;
    if (last?.dataset.stream === stream) {
      last.querySelector("pre").append(text);
    } else {
      const block = make("div", "output stream", written(text));
      block.dataset.stream = stream;
      this.area.append(block);
    }
  }

  put(form, text, models) {
    if (this.isQuiet) return;
    const area = this.output();
    if (form === "plain" || form === "markdown") {
      area.append(make("div", "output text_plain", written(text)));
      return;
    }
    const last = area.lastElementChild?.view ?? new View(this, { rest, change });
    if (!last.element.parentElement) area.append(last.element);
    last.put(form, text, models);
  }

  end(recipe) {
    if (!this.isQuiet) this.output();
    this.shown = recipe;
    this.ran = job.sources[this.n];
    this.fold();
  }

  fail(line, text) {
    this.isQuiet = false;
    this.hasFailed = true;
    const block = make("div", "output cell-error", written(text));
    this.output().append(block);
    this.shown = this.recipe; // as wrong as the code
    this.ran = job.sources[this.n];
    if (line) this.open(null).then(() => this.mark(line));
    this.fold();
    announce(text.split("\n").at(-1));
  }

  async mark(line) {
    const { mark } = await editing();
    this.view?.dispatch({ effects: mark.of(line) });
  }

  fold() {
    const { area } = this;
    if (!area || this.isQuiet || this.isWhole || area.scrollHeight < 1.2 * HIGH) return;
    if (area.matches(".cell-folded")) return;
    area.classList.add("cell-folded");
    this.all = button("Show all", () => {
      this.unfold();
      this.isWhole = true;
    });
    this.all.className = "cell-fold";
    area.after(this.all);
  }

  unfold() {
    this.isWhole = false;
    this.area.classList.remove("cell-folded");
    this.all?.remove();
  }

  // ---------------------------------------------------------------------------- how things stand

  say(message) {
    this.message = message;
    this.draw();
    announce(message);
  }

  get isStale() {
    const isOld = this.shown && this.recipe && this.shown !== this.recipe;
    return !this.isScratch && (isOld || this.code !== this.ran);
  }

  draw() {
    const { classList } = this.element;
    classList.toggle("cell-changed", this.isChanged && !this.isScratch);
    classList.toggle("cell-stale", this.isStale);
    const parts = [];
    if (this.progress) parts.push(this.progress, button("Stop", stop));
    else if (this.message) parts.push(this.message);
    if (this.message === RENEWED) parts.push(button(AGAIN, reload));
    else if (this.message.startsWith(UNSTARTED)) parts.push(button("Start again", () => run([this])));
    if (this.isStale && !this.progress) {
      if (this.code !== this.ran) parts.push("Changed, and not run yet.");
      else if (this.lacks) parts.push("This is still of the book's code.");
      else parts.push("Out of date.", button("Run all that are", runStale));
    }
    if (this.isChanged && !this.isScratch) {
      if (this.code === this.ran) parts.push("Changed.");
      const reset = () => this.reset();
      parts.push(button("Reset", reset, "Reset this cell to the book's code"));
    }
    const text = parts.map((it) => it.textContent ?? it).join(" ");
    if (text === this.drawn) return;
    this.drawn = text;
    this.note.replaceChildren(...parts.flatMap((it) => [it, " "]));
  }
}

// ------------------------------------------------------------------------------ Python, and jobs

const jobs = []; // what is to be run, in order: each an array of cells
let job = null; // what is being run
/** @type {ReturnType<typeof beginWalled> | null} */
let worker = null;
let informed = null; // the worker that knows the book
const recipes = { book: [] };
/** @type {View[]} */
const unheard = []; // those that have said something to Python, in order

function change(view, said) {
  if (!worker) return;
  unheard.push(view);
  worker.tell(said);
}

function run(targets) {
  if (targets.some((it) => it.run.disabled)) return;
  if (job?.targets.includes(targets[0]) || jobs.some((it) => it[0] === targets[0])) return;
  jobs.push(targets);
  next();
  if (job.isTold) report();
}

const runStale = () => run(cells.filter((it) => it.isStale && it.run));

/** Ask which outputs are out of date, once the reader pauses. */
let pause = 0;
function look() {
  clearTimeout(pause);
  pause = setTimeout(() => worker && jobs.push([]) && next(), 300);
}

/** The files beside the notebook that its code reads. */
async function files() {
  const found = {};
  for (const name of told.files) {
    const response = await fetch(name).catch(() => null); // then the code says what is missing
    if (response?.ok) found[name] = await response.text();
  }
  return found;
}

async function next() {
  if (job || jobs.length === 0) return;
  const sources = cells.map(({ code }) => code);
  job = { targets: jobs.shift(), sources, steps: 0, plan: [], what: "Running…" };
  page.dataset.cells = "busy";
  // What is done at once needs no words, but for what stands there already.
  if (job.targets.some(({ progress }) => progress)) report();
  else job.timer = setTimeout(report, 300);
  /** @type {Question} */
  const ask = { sources, run: job.targets.map(({ n }) => n) };
  const it = (worker ??= begun());
  if (it !== informed) {
    informed = it;
    job.what = "Python is starting…";
    Object.assign(ask, { book: cells.map(({ book }) => book), files: await files() });
  }
  if (it === worker) it.tell({ asked: JSON.stringify(ask) });
}

/** Say what Python does at the cell for which it does it, and at others that they wait. */
function report() {
  job.isTold = true;
  const target = cells[job.target] ?? job.targets[0];
  for (const cell of job.targets) cell.progress = cell === target ? job.what : "";
  // A job of no cell is done for whoever waits for it.
  const waits = target ? "Waiting until what runs is done…" : job.what;
  for (const [cell] of jobs) if (cell) cell.progress = waits;
  for (const cell of [...job.targets, ...jobs.flat()]) cell.draw();
}

/** Begin Python and have it read the cells once the reader is at one, if this takes no download. */
function warm() {
  if (worker || page.dataset.live !== "on" || savesData()) return;
  jobs.push([]);
  next();
}

// What is told in one go is taken in one go, or the page would be drawn in between.
const heard = [];
function take() {
  try {
    for (const message of heard.splice(0)) {
      if (Object.hasOwn(receive, message.kind)) receive[message.kind](message);
    }
  } catch (error) {
    console.warn(error);
    lost(`it says what the page does not know (${error.message})`);
  }
}

function begun() {
  const it = beginWalled({
    role: "cells",
    hear(message) {
      heard.push(message);
      if (message.kind === "done") take();
      else if (heard.length === 1) setTimeout(take, 16);
    },
    async lose(why, isStarting) {
      const isGone = why && (await isRenewed());
      if (worker !== it) return;
      if (isGone) lose(RENEWED);
      else if (isStarting) lose(`${UNSTARTED} (${why})`);
      else lost(why);
    },
  });
  return it;
}

/** @type {Receiver<FromRunner>} */
const receive = {
  book(told) {
    recipes.book = told.recipes;
    for (const [n, recipe] of told.recipes.entries()) cells[n].shown ||= recipe;
  },

  recipes({ recipes: now }) {
    for (const [n, recipe] of now.entries()) cells[n].recipe = recipe;
    for (const cell of cells) cell.draw();
  },

  plan({ cell, cells: plan }) {
    Object.assign(job, { target: cell, plan, steps: 0 });
  },

  begin({ cell, recipe }) {
    job.steps += 1;
    cells[cell].begin(recipe);
    const of = job.plan.length > 1 ? `cell ${job.steps} of the ${job.plan.length} it takes` : "";
    job.what = `Running ${of}…`.replace(" …", "…");
    if (job.isTold) report();
  },

  fetch({ what }) {
    job.what = `Fetching ${what}…`;
    if (job.isTold) report();
  },

  text: ({ cell, text, stream }) => cells[cell].print(text, stream),
  show: ({ cell, form, text, models }) => cells[cell].put(form, text, models),

  clear({ cell }) {
    cells[cell].isFresh = false;
    cells[cell].output();
  },

  end: ({ cell, recipe }) => cells[cell].end(recipe),

  comm_open: (message) => passTo(message.cell, message),
  comm_msg: (message) => pass(message),
  comm_close: (message) => pass(message),

  error({ cell, line, text, brief }) {
    if (brief) {
      cells[cell].say(brief); // of what a widget's change has called
      return;
    }
    cells[cell].fail(line, text);
    const target = cells[job.target ?? cell];
    if (target.n !== cell) target.message = "It was not run: a cell above, which it needs, failed.";
  },

  done({ id }) {
    if (id) {
      unheard.shift()?.frame.tell({ is: "heard" });
      return;
    }
    const [target] = job.targets;
    finish();
    if (target && !target.hasFailed) announce(target.message || "Done.");
    next();
  },
};

/** Whether nothing is run, and all is drawn that was. */
function rest() {
  page.dataset.cells = job || !isDrawn() ? "busy" : "idle";
}

/** The job is over. */
function finish(message) {
  clearTimeout(job.timer);
  const { targets } = job;
  job = null;
  for (const cell of targets) {
    cell.progress = "";
    if (message) cell.message = message;
  }
  for (const cell of cells) cell.draw();
  rest();
}

/** Python is no more: the next run begins a new one. */
function lose(message) {
  take();
  worker?.stop();
  worker = null;
  unheard.length = 0;
  still();
  job?.targets.push(...jobs.splice(0).flat());
  if (job) finish(message);
  announce(message);
}

const lost = (why) => lose(`Python has stopped${why === undefined ? "" : `: ${why}`}. ${LOST}`);
const stop = () => lose(`Stopped. ${LOST}`);

// ------------------------------------------------------------------------- the end of the page

function scratch() {
  const pre = make("pre", "", "");
  const box = make("div", "highlight-ipython3 notranslate", make("div", "highlight", pre));
  const element = make("div", "cell cell-scratch", make("div", "cell_input", box));
  element.id = "scratch";
  return element;
}

async function download() {
  try {
    const response = await fetch(told.notebook);
    if (!response.ok) throw new Error(`${response.status}`);
    const notebook = await response.json();
    const own = (it) => it.cell_type === "code" && it.id !== "install"; // elsewhere.py adds that one
    const code = notebook.cells.filter(own);
    const fresh = { execution_count: null, outputs: [] };
    for (const cell of cells) {
      if (!cell.isScratch && cell.isChanged) Object.assign(code[cell.n], fresh, { source: cell.code });
    }
    const { code: source } = cells.at(-1);
    if (source) {
      notebook.cells.push({ cell_type: "code", id: "scratch", metadata: {}, source, ...fresh });
    }
    const name = told.notebook.split("/").at(-1);
    save(JSON.stringify(notebook, null, 1), "application/x-ipynb+json", name);
  } catch (error) {
    cells.at(-1).say(`The notebook is not to be had without a network. (${error.message})`);
  }
}

async function copyLink() {
  const url = new URL(location.href);
  url.search = `${new URLSearchParams({ code: cells.at(-1).code })}`;
  url.hash = "scratch";
  if (url.href.length > LONG) {
    cells.at(-1).say("This is too long for a link. Download the notebook and pass it on.");
    return;
  }
  await navigator.clipboard.writeText(url.href);
  cells.at(-1).say("The link is copied. Who follows it sees this code, and may run it.");
}

function startOver() {
  lose("");
  cells.at(-1).say(`Python starts anew with the next run. ${LOST}`);
}

function begin(elements) {
  const title = make("p", "cell-scratch-title", "A cell for your own code, with all names of this page:");
  const last = scratch();
  const buttons = [
    button("Copy a link to this code", copyLink),
    button("Start over", startOver, "Start over: forget what all cells have set"),
    button("Download this notebook", download),
  ];
  home().append(title, last, make("div", "cell-page", ...buttons), announcer);

  cells.push(...[...elements, last].map((it, n) => new Cell(it, n, told.lacks[n], told.slow[n])));
  const code = asked.get("code");
  if (code) {
    cells.at(-1).show(code.slice(0, LONG));
    cells.at(-1).guard();
    cells.at(-1).say(
      "This code came with the link. It is not the book's, and nothing of it has been run. If you run " +
        "it, it can take time and memory of this tab, and show something here. Nothing else of the " +
        "book, of this site or of your browser is within its reach.",
    );
  }
  rest();
}


const found = [...document.querySelectorAll(".bd-article .cell:has(.cell_input pre)")];
const isNotebook = told && found.some((it) => !it.matches(".tag_live.tag_hide-input"));
if (!isFile && !isFramed && !isEmbedded && isNotebook) {
  if (told.lacks.length === found.length) begin(found);
  else console.info("cells: the page does not have the cells of its notebook");
}
