// Lets the reader run and change the cells of code. Their Python runs in a sandbox (modules/sandbox.js,
// runner.py). It starts when the reader first comes to a cell, and cannot harm the book or the apps of the
// page. Outputs other than text are drawn in a sandbox, too (modules/outputs.js). The unchanged cells of
// the book run in one Python, and all other code in another. The first Python finds which cells a run
// needs, and the page decides from that what to show. The editor is fetched when a cell is first opened.
// This browser keeps the reader's changes until they are reset.

import { parameters, isEmbedded, isFile, isFramed, page, savesData } from "./modules/query.js";
import { editor } from "./modules/editor.js";
import { button, home, make, makeAnnouncer, save, titleOf } from "./modules/elements.js";
import { whyUnstarted } from "./modules/host_fault.js";
import { watchPolicy } from "./modules/policy_notice.js";
import { keeper } from "./modules/storage.js";
import { isRenewed } from "./modules/updates.js";
import { View, empty, isDrawn, pass, drawStill } from "./modules/outputs.js";
import { AGAIN, RENEWED, UNSTARTED, reload, sayRenewed, inTime } from "./modules/notices.js";
import { marked } from "./modules/invisible_characters.js";
import { FLOOD, UNKNOWN, beginWalled } from "./modules/sandbox.js";

const HIGH = 480; // pixels of output; higher output is folded
const LONG = 6000; // characters of an address that every browser and host accepts
const SEEN = 500; // milliseconds before a stranger's code can be run
const CHARACTERS = 120_000; // that a cell may show in one run; runner.py has a lower limit for honest code
const PIECES = 3000; // texts, pictures and widgets that a cell may show in one run
const WAITING = 10_000; // messages of one Python that may wait for the page
const GO = 12; // milliseconds for which messages are handled without a pause
const LAST = 50; // the same for the last messages of a Python
const DEEP = "Too many calls waited for each other. Fill a table instead, from the smallest case up.";
const LOST = "The values that the cells had set are gone. They are set again when a cell needs them.";

const announcer = makeAnnouncer();
const announce = (text) => (announcer.textContent = text);

const keptCode = keeper("cells"); // the changed code of cells, by the code of the book
const cellData = JSON.parse(document.getElementById("live-cells")?.textContent ?? "null"); // runnable_cells.py
/** @type {Cell[]} */
const cells = [];

// ------------------------------------------------------------------------------------- the cells

const sourceOf = (text) => {
  const pre = make("pre", "", text);
  pre.tabIndex = 0; // it may have to be scrolled
  return make("div", "highlight", pre);
};

// The theme lets the keyboard reach only what is too wide, and measures it while it is folded away. Then it
// may have another width.
function measureUnfolded({ target }) {
  for (const pre of target.querySelectorAll("pre")) if (pre.scrollWidth > pre.clientWidth) pre.tabIndex = 0;
}
document.addEventListener("toggle", measureUnfolded, { capture: true });

const editing = () => editor(() => cells.map(({ code }) => code).join("\n"));

class Cell {
  recipe = ""; // recipe of the output of the present code; `shown` is the recipe of the shown output
  shown = "";
  progress = "";
  /** @type {Python | null} whose output is shown; null if the output is stored in the page */
  python = null;
  /** @type {View | null} the frame of output other than text */
  drawing = null;
  characters = 0; // shown in this run
  pieces = 0;
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
    this.bookApp = this.isApp ? [...outputs] : []; // page.js has these
    this.name = this.isScratch ? "your own code" : `${n + 1}, ${titleOf(element)}`;
    this.note = make("p", "cell-note");
    this.tools = make("div", "cell-tools");
    this.pre.after(this.tools);
    element.querySelector(":scope > details, :scope > .cell_input").after(this.note);
    if (lacks) {
      this.tools.append(`runs only in JupyterLab (needs ${lacks})`);
      this.tools.classList.add("cell-unavailable");
      return;
    }
    element.classList.add("cell-runnable");
    this.edit = button("Edit", () => this.open(), `Edit this cell: ${this.name}`);
    const [text, label] = isSlow ? [" · some seconds", ", which takes some seconds"] : ["", ""];
    this.run = button(`Run${text}`, () => run([this]), `Run this cell${label}: ${this.name}`);
    this.tools.append(this.edit, this.run);
    const { parentElement: place } = this.tools;
    const begin = () => warm(this);
    place.addEventListener("pointerenter", () => (this.rest = setTimeout(begin, 200)));
    place.addEventListener("pointerleave", () => clearTimeout(this.rest));
    place.addEventListener("focusin", begin);
    this.tools.addEventListener("pointerenter", begin);
    this.pre.addEventListener("click", (event) => {
      if (getSelection().isCollapsed) this.open(event);
    });
    const code = keptCode.all()[this.book];
    if (typeof code === "string") this.show(code);
  }

  /** Tell screen readers to which cell the output and the button to copy belong. */
  nameParts() {
    const area = this.area ?? (this.isApp ? null : this.element.querySelector(".cell_output"));
    if (area) Object.assign(area, { role: "group", ariaLabel: `Output of cell ${this.name}` });
    for (const copy of this.element.querySelectorAll(".copybtn")) {
      const part = copy.closest(".cell_output") ? "output of cell " : "";
      copy.ariaLabel = `Copy to clipboard: ${part}${this.name}`;
    }
  }

  get isChanged() {
    return this.code !== this.book;
  }

  /** Whether the code is the reader's and not the book's. */
  get isOwn() {
    return this.isScratch || this.isChanged;
  }

  /** Whether the code is the book's but has run in the Python for other code. */
  get isBeside() {
    return !this.isOwn && this.python !== null && this.python.kind !== "book";
  }

  /** Keep a stranger's code from running until it has been visible for a while. A click that was meant for
      something else must not run it. */
  guard() {
    const arm = (isSeen) => {
      clearTimeout(this.armed);
      this.run.disabled = true;
      if (isSeen) this.armed = setTimeout(() => (this.run.disabled = false), SEEN);
    };
    new IntersectionObserver((entries) => arm(entries.at(-1).isIntersecting)).observe(this.run);
    addEventListener("focus", () => arm(true));
    arm(false);
  }

  /** Put this code into the cell. */
  show(code) {
    this.change(code);
    if (this.view) {
      this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: code } });
    }
  }

  change(code) {
    this.code = code;
    if (!code) this.isLinked = false; // the code of the link is gone
    if (this.isChanged) this.pre.replaceChildren(...marked(code)); // the copy button reads this
    else this.pre.replaceChildren(...this.nodes);
    this.draw();
  }

  /** Make the cell an editor. */
  async open(event) {
    this.opening ??= this.edited();
    try {
      await inTime(this.opening);
      if (event === null) return;
      const position = event && this.view.posAtCoords({ x: event.clientX, y: event.clientY });
      if (position) this.view.dispatch({ selection: { anchor: position } });
      this.view.focus();
    } catch (error) {
      this.opening = null;
      const isGone = await isRenewed();
      this.say(isGone ? sayRenewed() : `The editor could not be loaded: a file of this page is missing. (${error.message})`);
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
      keptCode.keep(this.book, this.isChanged ? this.code : undefined);
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
    place.addEventListener("keydown", (event) => event.stopPropagation()); // Sphinx opens its search on /
    this.pre.before(place);
    this.pre.hidden = true;
    this.edit.remove();
  }

  /** Restore the code and the output of the book. */
  reset() {
    keptCode.keep(this.book, undefined);
    this.show(this.book);
    this.restore();
    this.run.focus();
    look();
  }

  /** Show the output of the book again. */
  restore() {
    this.message = "";
    if (this.area) {
      this.unfold();
      empty(this.area, ...this.bookOutput);
      for (const element of this.bookApp) element.hidden = false;
      this.area = this.drawing = this.python = null;
      this.shown = recipes.book[this.n] ?? "";
      this.ran = this.book;
    }
    this.draw();
  }

  // -------------------------------------------------------------------------------------- output

  /** Show from now on what this Python sends for the cell. */
  begin(python) {
    this.python = python;
    this.isFresh = this.hasFailed = false;
    this.message = "";
  }

  /** Reset the counters of output: a run begins, or the reader moves a widget. */
  countAnew() {
    this.characters = this.pieces = 0;
  }

  /** Count one more text. Python counts, too, but code that runs there can change its counter. */
  count(text) {
    this.characters += text.length;
    this.pieces += 1;
    if (this.characters > CHARACTERS || this.pieces > PIECES) throw new Flood();
  }

  /** Return the element for output. It is emptied when a run first shows something. */
  output() {
    if (!this.area) {
      const stored = this.isApp ? null : this.element.querySelector(".cell_output");
      this.area = stored ?? make("div", "cell_output docutils container");
      if (!stored) this.element.append(this.area);
      for (const element of this.bookApp) element.hidden = true;
      this.bookOutput = [...this.area.childNodes];
      this.nameParts();
    }
    if (!this.isFresh) {
      empty(this.area);
      this.drawing = null;
      this.unfold();
      this.isFresh = true;
    }
    return this.area;
  }

  /** Show text. Text after markup or a widget is drawn in the same frame. */
  print(text, stream) {
    this.count(text);
    const last = this.output().lastElementChild;
    if (this.drawing) {
      this.drawing.put("text", text, stream);
    } else if (last?.dataset.stream === stream) {
      last.querySelector("pre").append(text);
    } else {
      const block = make("div", "output stream", sourceOf(text));
      block.dataset.stream = stream;
      this.area.append(block);
    }
  }

  put(form, text, models) {
    this.count(text);
    const area = this.output();
    if (!this.drawing && (form === "plain" || form === "markdown")) {
      area.append(make("div", "output text_plain", sourceOf(text)));
      return;
    }
    if (!this.drawing) {
      this.drawing = new View(this, { rest, change });
      area.append(this.drawing.element);
    }
    if (form === "widget") this.drawing.draw(text, models);
    else this.drawing.put(form, text);
  }

  end() {
    this.output();
    this.settle();
  }

  /** Record that the shown output belongs to the code that has run. */
  settle() {
    this.shown = job.recipes[this.n];
    this.ran = job.sources[this.n];
    this.fold();
  }

  fail(line, text) {
    this.hasFailed = true;
    this.tellError(text);
    this.settle();
    this.shown = this.recipe; // the error belongs to the present code
    if (Number.isInteger(line) && line > 0) this.open(null).then(() => this.mark(line));
    announce(text.split("\n").at(-1));
  }

  /** Show an error of the code as output. The text comes from the sandbox, so it must not look like a note
      of the page. */
  tellError(text) {
    this.output().append(make("div", "output cell-error", sourceOf(text)));
  }

  async mark(line) {
    const { mark } = await editing();
    this.view?.dispatch({ effects: mark.of(line) });
  }

  fold() {
    const { area } = this;
    if (!area || this.isWhole || area.scrollHeight < 1.2 * HIGH) return;
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

  // --------------------------------------------------------------------------------------- status

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
    if (this.message.startsWith(RENEWED)) parts.push(button(AGAIN, reload));
    else if (this.message.startsWith(UNSTARTED)) parts.push(button("Start again", () => run([this])));
    if (this.isStale && !this.progress) {
      if (this.code !== this.ran) parts.push("Changed, and not run yet.");
      else if (this.lacks) parts.push("This output still belongs to the book's code.");
      else parts.push("Out of date.", button("Run all that are", runStale));
    }
    if (this.isBeside) parts.push("This ran together with code that is not the book's.");
    if ((this.isChanged && !this.isScratch) || this.isBeside) {
      if (this.isChanged && this.code === this.ran) parts.push("Changed.");
      const reset = () => this.reset();
      parts.push(button("Reset", reset, "Reset this cell to the book's code"));
    }
    const text = parts.map((part) => part.textContent ?? part).join(" ");
    if (text === this.drawn) return;
    this.drawn = text;
    this.note.replaceChildren(...parts.flatMap((part) => [part, " "]));
  }
}

// ------------------------------------------------------------------------------------------ Python

/** Code shows more than a page can handle. */
class Flood extends Error {}

/**
 * A Python in the sandbox, for code of one kind. "book" runs only the unchanged cells of the book, and
 * finds which cells a run needs. "reader" runs code that was changed or written here. "link" runs code from
 * a link. The page shows only its output for the cells that it was asked to run.
 */
class Python {
  cells = new Set(); // the numbers of the cells that it was asked to run
  heard = []; // its messages that the page has not handled yet
  unheard = []; // the views whose messages it has not handled yet, in order
  isInformed = false; // whether it has the files that the code reads
  isThere = false;
  isBehind = false; // whether messages were left over when the time was up
  asked = 0; // questions without a complete answer
  /** @type {Cell | null} for which it last ran something */
  last = null;
  isOver = false;
  timer = 0;

  /** @param {"book" | "reader" | "link"} kind */
  constructor(kind) {
    this.kind = kind;
    this.line = beginWalled({
      role: "cells",
      hear: (message) => this.hear(message),
      lose: async (reason, isStarting, words) => {
        const isGone = (reason || words) && (await isRenewed());
        if (isGone) lose(this, sayRenewed());
        else if (isStarting) lose(this, await whyUnstarted(reason ?? words));
        else if (kind === "book") this.stopped(reason ?? words);
        else this.stopped(reason, words);
      },
    });
  }

  stopped(reason, words = "") {
    const advice = /call stack|recursion/i.test(reason ?? words) ? `${DEEP} ` : "";
    lose(this, `Python has stopped${reason === undefined ? "" : `: ${reason}`}. ${advice}${LOST}`, words);
  }

  hear(message) {
    if (message.kind === "begun") this.isThere = true;
    if (this.heard.push(message) > WAITING) this.stopped(FLOOD);
    else if (message.kind === "done" && !this.isBehind) this.take();
    else this.timer ||= setTimeout(() => this.take(), 16);
  }

  /**
   * Handle the waiting messages together; otherwise the page would be drawn between them. After a time
   * limit pause for other events, such as a click on Stop.
   */
  take(limit = GO) {
    clearTimeout(this.timer);
    this.timer = 0;
    const end = performance.now() + limit;
    try {
      while (this.heard.length && performance.now() < end) this.understand(this.heard.shift());
    } catch (error) {
      this.heard.length = 0;
      if (!(error instanceof Flood)) console.warn(error);
      this.stopped(error instanceof Flood ? FLOOD : UNKNOWN);
    }
    this.isBehind = this.heard.length > 0;
    if (this.isBehind && !this.isOver) this.timer = setTimeout(() => this.take(), GO);
  }

  understand(message) {
    if (Object.hasOwn(receive, message.kind)) receive[message.kind](message, this);
  }

  /** Return the cell of a message. Throw if this Python was not asked to run it. */
  of(n) {
    if (!this.cells.has(n)) throw new TypeError("this cell is not its own");
    return cells[n];
  }

  /** Throw unless this is the book's Python: only that one is asked what a run needs. */
  mustBeOfBook() {
    if (this.kind !== "book") throw new TypeError("it was not asked what a run needs");
  }

  /** Return the cell of a message if it shows output of this Python, else null. */
  showing(n) {
    const cell = this.of(n);
    return cell.python === this ? cell : null;
  }
}

/** @type {{ book: Python | null, own: Python | null }} */
const pythons = { book: null, own: null };

/** Return the Python for code that is not the book's. Code from a link gets a separate Python. */
function own(targets) {
  const kind = targets.some(({ isLinked }) => isLinked) ? "link" : "reader";
  if (pythons.own && pythons.own.kind !== kind) lose(pythons.own, "");
  return (pythons.own ??= new Python(kind));
}

function change(view, message) {
  const { cell } = view;
  if (!cell.python || cell.python.isOver) return;
  if (navigator.userActivation?.isActive) cell.countAnew();
  cell.python.unheard.push(view);
  cell.python.line.tell(message);
}

// -------------------------------------------------------------------------------------------- jobs

const jobs = []; // the waiting jobs, in order: each an array of cells
let job = null; // the running job
const recipes = { book: [] };

function run(targets) {
  if (targets.some((target) => target.run.disabled)) return;
  if (job?.targets.includes(targets[0]) || jobs.some((waiting) => waiting[0] === targets[0])) return;
  jobs.push(targets);
  next();
  if (job.isTold) report();
}

const isWaiting = (cell) => job?.targets.includes(cell) || jobs.some((waiting) => waiting.includes(cell));

/** Run the cells that are out of date. Those that run now, or wait for it, need no second run. */
function runStale() {
  const stale = cells.filter((cell) => cell.isStale && cell.run && !isWaiting(cell));
  if (stale.length) run(stale);
}

/** Ask which outputs are out of date, once the reader pauses. */
let pause = 0;
function look() {
  clearTimeout(pause);
  pause = setTimeout(() => pythons.book && jobs.push([]) && next(), 300);
}

/** Fetch the files beside the notebook that its code reads. */
async function files() {
  const contents = {};
  for (const name of cellData.files) {
    const response = await fetch(name).catch(() => null); // the code itself will report the missing file
    if (response?.ok) contents[name] = await response.text();
  }
  return contents;
}

/** Begin the next job. The Python that runs only the book's code finds which cells it needs. */
function next() {
  if (job || jobs.length === 0) return;
  const sources = cells.map(({ code }) => code);
  job = { targets: jobs.shift(), sources, steps: 0, of: 0, what: "Running…" };
  page.dataset.cells = "busy";
  // A quick job shows no status, unless an earlier status must be replaced.
  if (job.targets.some(({ progress }) => progress)) report();
  else job.timer = setTimeout(report, 300);
  if (job.targets.some((target) => target.isOwn)) own(job.targets); // start it early, it will be needed
  pythons.book ??= new Python("book");
  ask(pythons.book, { sources, about: job.targets.map(({ n }) => n), run: [] });
}

/** Run the cells of the job, each in the Python for its kind of code. */
function perform() {
  const { targets } = job;
  const isBook = ({ n, isScratch }) => !isScratch && job.recipes[n] === recipes.book[n];
  const ofBook = targets.filter(isBook);
  if (ofBook.length && ofBook.length < targets.length) {
    jobs.unshift(ofBook, targets.filter((target) => !isBook(target)));
    clearTimeout(job.timer);
    job = null;
    return next();
  }
  const python = ofBook.length ? pythons.book : own(targets);
  for (const n of job.plan) python.cells.add(n);
  // A cell that another cell needs keeps its output if that is up to date. An app always keeps it.
  const isOld = ({ n, shown: shownRecipe }) => shownRecipe && shownRecipe !== job.recipes[n];
  const isShown = (candidate) => targets.includes(candidate) || (candidate.run && !candidate.isApp && isOld(candidate));
  job.shows = new Set(job.plan.map((n) => cells[n]).filter(isShown));
  for (const cell of job.shows) cell.countAnew();
  Object.assign(job, { isRun: true, what: "Running…" });
  ask(python, { sources: ofBook.length ? job.sources : job.taken, run: targets.map(({ n }) => n) });
}

/** @param {Python} python @param {Question} question */
async function ask(python, question) {
  const askingJob = job;
  job.python = python;
  if (!python.isInformed) {
    python.isInformed = true;
    if (!python.isThere) job.what = "Python is starting…";
    if (job.isTold) report();
    question.files = await files();
    if (python.kind === "book") question.book = cells.map(({ book }) => book);
  }
  if (job !== askingJob) return;
  python.asked += 1;
  python.line.tell({ asked: JSON.stringify(question) });
}

/** Return the cell for which the job works now. */
const aim = () => job.target ?? job.targets[0];

/** Show at the job's present cell what Python does, and at other cells that they wait. */
function report() {
  job.isTold = true;
  const target = aim();
  for (const cell of job.targets) cell.progress = cell === target ? job.what : "";
  // A job without a cell is done for the waiting jobs, so these show its status.
  const waits = target ? "Waiting until what runs is done…" : job.what;
  for (const [cell] of jobs) if (cell) cell.progress = waits;
  for (const cell of [...job.targets, ...jobs.flat()]) cell.draw();
}

/** Note what Python does now, and show it if the reader has waited for a while. */
function setActivity(text) {
  job.what = text;
  if (job.isTold) report();
}

const setRunning = () => setActivity(job.of > 1 ? `Running cell ${job.steps} of ${job.of}…` : "Running…");

/** Start Python when the reader comes to a cell, if this needs no download. Python then reads the cells. */
function warm(cell) {
  if (page.dataset.live !== "on" || savesData()) return;
  if (cell.isOwn && !pythons.own) own([cell]);
  if (pythons.book) return;
  jobs.push([]);
  next();
}

/** @type {Receiver<FromRunner, Python>} */
const receive = {
  book({ recipes: bookRecipes }, python) {
    python.mustBeOfBook();
    recipes.book = bookRecipes;
    for (const [n, recipe] of bookRecipes.entries()) cells[n].shown ||= recipe;
  },

  recipes({ recipes: jobRecipes, cells: plan, sources }, python) {
    python.mustBeOfBook();
    for (const [n, recipe] of jobRecipes.entries()) cells[n].recipe = recipe;
    for (const cell of cells) cell.draw();
    if (job) Object.assign(job, { recipes: jobRecipes, plan, taken: sources });
  },

  plan({ cell, cells: plan }, python) {
    if (job?.python !== python) return;
    const target = python.of(cell);
    if (job.targets.includes(target)) job.target = target;
    Object.assign(job, { of: plan.filter((n) => python.cells.has(n)).length, steps: 0 });
  },

  begin({ cell }, python) {
    const runningCell = python.of(cell);
    if (job?.python !== python) return;
    job.steps += 1;
    if (job.shows.has(runningCell)) runningCell.begin(python);
    setRunning();
  },

  fetch({ library }, python) {
    if (job?.python !== python) return;
    setActivity(library === "sympy" ? "Fetching sympy (5 MB)…" : "Fetching a library…");
  },

  fetched(_message, python) {
    if (job?.python === python) setRunning();
  },

  text({ cell, text, stream }, python) {
    python.showing(cell)?.print(`${text}`, stream === "stderr" ? stream : "stdout");
  },

  show({ cell, form, text, models }, python) {
    python.showing(cell)?.put(`${form}`, `${text}`, models);
  },

  clear({ cell }, python) {
    const outputCell = python.showing(cell);
    if (!outputCell) return;
    outputCell.isFresh = false;
    outputCell.output();
  },

  end({ cell }, python) {
    const outputCell = python.showing(cell);
    if (outputCell && job?.python === python) outputCell.end();
  },

  comm_open: (message, python) => pass(message, ({ n, python: itsPython }) => n === message.cell && itsPython === python),
  comm_msg: (message, python) => pass(message, (cell) => cell.python === python),
  comm_close: (message, python) => pass(message, (cell) => cell.python === python),

  error({ cell, line, text, brief }, python) {
    const failed = python.of(cell);
    if (brief) {
      // The error is of a function that a widget's change has called.
      if (failed.python !== python) return;
      failed.count(`${brief}`);
      failed.tellError(`${brief}`);
      return;
    }
    if (job?.python !== python || !job.isRun) return;
    if (job.hasFailed) throw new Flood(); // a run has at most one error
    job.hasFailed = true;
    const target = aim();
    const outputCell = failed.python === python && job.shows.has(failed) ? failed : target;
    if (outputCell.python !== python) outputCell.begin(python);
    outputCell.count(`${text}`);
    outputCell.fail(outputCell === failed ? line : null, `${text}`);
    if (failed !== target) target.message = "This cell was not run, because it needs a cell above that failed.";
  },

  done({ id }, python) {
    if (id) {
      python.unheard.shift()?.frame.tell({ is: "heard" });
      return;
    }
    if (python.asked === 0) throw new TypeError("it was asked nothing");
    python.asked -= 1;
    if (job?.python !== python) return;
    if (!job.isRun && job.targets.length) return perform();
    const [target] = job.targets;
    python.last = target ?? python.last;
    finish();
    if (target && !target.hasFailed) announce(target.message || "Done.");
    next();
  },
};

/** Mark the page as idle when nothing runs and all output is drawn. */
function rest() {
  page.dataset.cells = job || !isDrawn() ? "busy" : "idle";
}

/** End the job. */
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

/**
 * Drop a Python that has stopped. The next run starts a new one.
 * @param {string} [words] its last message, which is shown as output
 */
function lose(python, message, words = "") {
  if (python.isOver) return;
  python.isOver = true;
  python.take(LAST);
  clearTimeout(python.timer);
  python.line.stop();
  if (pythons.book === python) pythons.book = null;
  if (pythons.own === python) pythons.own = null;
  drawStill((cell) => cell.python === python);
  if (job?.python === python) {
    const target = aim();
    if (words && target) {
      if (target.python !== python) target.begin(python);
      target.tellError(words);
    }
    job.targets.push(...jobs.splice(0).flat());
    finish(message);
  } else if (message) {
    python.last?.say(message);
  }
  announce(message);
}

const stop = () => lose(job.python, `Stopped. ${LOST}`);

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
    const response = await fetch(cellData.notebook);
    if (!response.ok) throw new Error(`${response.status}`);
    const notebook = await response.json();
    // launch_buttons.py and plain_notebooks.py add these cells to a download.
    const own = (stored) => stored.cell_type === "code" && !["install", "parameters"].includes(stored.id);
    const code = notebook.cells.filter(own);
    const fresh = { execution_count: null, outputs: [] };
    for (const cell of cells) {
      if (!cell.isScratch && cell.isChanged) Object.assign(code[cell.n], fresh, { source: cell.code });
    }
    const { code: source } = cells.at(-1);
    if (source) {
      notebook.cells.push({ cell_type: "code", id: "scratch", metadata: {}, source, ...fresh });
    }
    const name = cellData.notebook.split("/").at(-1);
    save(JSON.stringify(notebook, null, 1), "application/x-ipynb+json", name);
  } catch (error) {
    cells.at(-1).say(`The notebook cannot be fetched without a network. (${error.message})`);
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
  cells.at(-1).say("The link is copied. People who follow it see this code, and may run it.");
}

function startOver() {
  jobs.length = 0;
  for (const python of [pythons.book, pythons.own]) if (python) lose(python, "");
  for (const cell of cells) cell.restore();
  const last = cells.at(-1);
  last.say(`All cells show the book's code again, and Python starts anew with the next run. ${LOST}`);
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

  cells.push(...[...elements, last].map((element, n) => new Cell(element, n, cellData.lacks[n], cellData.slow[n])));
  const code = parameters.get("code");
  if (code) {
    const last = cells.at(-1);
    last.show(code.slice(0, LONG));
    last.isLinked = true;
    last.guard();
    const isHiding = last.pre.querySelector(".unseen-character") !== null;
    last.say(
      "This code came with the link. It is not the book's, and nothing of it has been run. If you run " +
        "it, it can take time and memory of this tab, and what it shows may be false. It gets the " +
        "code of those cells that it needs. Nothing else of the book or of this site is within its reach." +
        (isHiding ? " It contains invisible characters. They are marked in the code." : ""),
    );
  }
  // The script of the buttons to copy adds them at this event.
  addEventListener("DOMContentLoaded", () => {
    for (const cell of cells) cell.nameParts();
  });
  rest();
}

watchPolicy();

const elements = [...document.querySelectorAll(".bd-article .cell:has(.cell_input pre)")];
const isNotebook = cellData && elements.some((element) => !element.matches(".tag_live.tag_hide-input"));
if (!isFile && !isFramed && !isEmbedded && isNotebook) {
  if (cellData.lacks.length === elements.length) begin(elements);
  else console.info("cells: the page does not have the cells of its notebook");
}
