// Makes the widgets of this page live. Each is drawn at once from the state stored in the notebook;
// Python then starts in a worker (worker.js, bridge.py), runs the cells tagged `live` again and
// takes the drawn widgets over as they stand. What the reader changes before that is kept in a
// queue. To a widget model this script is what a Jupyter server would be.

import { onlyApp, notice, visibleApps } from "./modules/page_apps.js";
import { isEmbedded, isFile, isPresented, page, savesData } from "./modules/query.js";
import { LONG } from "./modules/files.js";
import { hostFault, whyUnstarted } from "./modules/host_fault.js";
import { remember } from "./modules/guesses.js";
import { idle, isNear, loaded, settle } from "./modules/layout.js";
import { Comm, Line } from "./modules/message_queue.js";
import { cells, sayAll } from "./modules/live_cells.js";
import { WIDGETS, fetched, hold, known, line, manager, showStored, takeOver } from "./modules/models.js";
import { call, stopCall } from "./modules/reader_programs.js";
import { mend } from "./modules/mend.js";
import { begin } from "./modules/python.js";
import { nameSliders } from "./modules/sliders.js";
import { isRenewed } from "./modules/updates.js";
import { AGAIN, reload, sayRenewed, inTime } from "./modules/notices.js";

const SERVE =
  "This is a still picture: a browser does not start Python in a page opened from a file. " +
  "Serve it with “python book/build/serve.py”, in the folder of the book's repository, and open the " +
  "address that this prints.";
const QUICK = 3000; // bytes a millisecond
const SOON = "Python starts in a moment.";
const UNDRAWN = "The apps could not be drawn: a file of this page is missing, or came damaged.";
const SLOW = "takes long. If a file of this page is held up on its way, this helps:";
const TOUCH = "Touch a control, and Python (5 MB) starts.";

// ------------------------------------------------------------------------- from the page to Python

/** @type {ReturnType<typeof begin> | null} */
let python = null;
/** @type {{ cell?: any, failed: boolean, timer?: any } | null} */
let work = { failed: false }; // what Python is doing; null when it is idle

/** Send the next message to Python if it is idle. */
function deliver() {
  if (work || line.queue.length === 0) return;
  const cell = cells[line.comms.get(line.queue[0].id)?.cell];
  const impatient = () => cell?.say("busy", "Python is at work…", "Stop it", restart);
  work = { cell, failed: false, timer: setTimeout(impatient, 1000) };
  python.tell(line.next());
}
line.connect(deliver);

/** Python is idle. */
function goOn() {
  work = null;
  // What an app shows before it has read in the address that it shall not tell: early_start.js hides it.
  if (line.queue.length === 0) {
    delete page.dataset.untold;
    for (const button of document.querySelectorAll("[data-noted]")) delete button.dataset.noted;
  }
  deliver();
}

// ------------------------------------------------------------------------- from Python to the page

/** @type {Receiver<FromBridge & Pick<FromWorker, "came">>} */
const receive = {
  async ran({ models, views }) {
    await takeOver(models, views);
    page.dataset.live = "on";
    performance.mark("live");
    for (const cell of cells) if (cell.state === "starting") cell.say("on", "Live");
    settle();
    goOn();
  },

  done() {
    clearTimeout(work.timer);
    if (!work.failed) work.cell?.say("on", "Live");
    goOn();
  },

  error({ cell, brief, full }) {
    console.warn(full);
    if (work) work.failed = true;
    cells[cell].say("error", brief);
  },

  came: ({ bytes, of: total }, _, time = performance.now()) =>
    Object.assign(came, { bytes, of: total, last: time, first: came.first || time }),

  comm_open({ id, cell, target, data, metadata }, buffers) {
    const answer = (result) => line.send({ id, data: { answer: result }, buffers: [] });
    if (target === "wall") return call(id, /** @type {any} */ (data), answer);
    manager.handle_comm_open(new Comm(line, id, cell), { content: { data }, metadata, buffers });
  },

  comm_msg({ id, data }, buffers) {
    if (data.method === "update") line.leaveChanged(id, data.state);
    line.comms.get(id)?.receive({ content: { data }, buffers });
  },

  comm_close({ id }) {
    stopCall(id);
    line.comms.get(id)?.closed({});
    line.comms.delete(id);
  },
};

// ----------------------------------------------------------------------------------- start and stop

/** @type {Early | null} */
let earlyStart = window.liveEarly;
let isUndrawn = false;

let listening = null; // who hears what Python says

/** What to do with what a new Python says. */
function listener() {
  // One message after the other: to take over all widgets takes a while. But what Python says
  // in answer to one change is taken in one go, or the page would be drawn in between.
  let lastTask = Promise.resolve();
  const messages = [];
  let timer = null;

  function inTurn(perform) {
    lastTask = lastTask.then(() => own === listening && perform()).catch((error) => stop(error.message));
  }

  function takeHeard() {
    clearTimeout(timer);
    timer = null;
    for (const message of messages.splice(0)) {
      inTurn(() => receive[message.kind](message, message.buffers));
    }
  }

  const own = {
    hear(message) {
      messages.push(message);
      if (message.kind !== "comm_msg") takeHeard();
      else timer ??= setTimeout(takeHeard, work ? 100 : 16); // while at work, it will say "done"
    },

    lose(reason) {
      takeHeard();
      inTurn(() => (reason === undefined ? stop("Python has stopped.") : fail(reason)));
    },
  };
  return own;
}

// What has come over the line so far, of how much, and when: at first, and last.
const came = { bytes: 0, of: 0, first: 0, last: 0 };
let left = ""; // as it was last said: once in a second

/** About how many seconds are left, from how fast it has come; "" if few, or if nobody can know yet. */
function timeLeft() {
  const { bytes, of: total, first } = came;
  const elapsed = performance.now() - first;
  const seconds = ((total - bytes) * elapsed) / bytes / 1000;
  return bytes && total && elapsed > 1000 && seconds > 5 ? `about ${Math.ceil(seconds / 10)}0 s to go` : "";
}

/** A tap before Python is there waits for it: the button says so. */
function sayNoted(text = left) {
  left = text;
  const words = left ? `noted, ${left}` : "noted";
  for (const button of document.querySelectorAll("[data-noted]")) button.dataset.noted = words;
}

/** What hangs says nothing. It may come yet, so nothing is stopped before the reader wants it. */
function watch(own) {
  if (own !== listening || page.dataset.live !== "starting") return;
  const isLate = performance.now() - came.last > LONG;
  const startAgain = () => (stop("Python was stopped."), startAnew());
  sayNoted(isLate ? "" : timeLeft());
  if (isLate) sayAll("starting", `Python ${SLOW}`, "Start again", startAgain);
  else sayAll("starting", `Python is starting… ${left}`.trim());
  setTimeout(watch, 1000, own);
}

async function start() {
  Object.assign(came, { bytes: 0, of: 0, first: 0, last: performance.now() });
  sayAll("starting", "Python is starting…");
  work = { failed: false };
  page.dataset.line = isFast() ? "fast" : "slow";
  try {
    listening = listener();
    watch(listening);
    python = begin({ early: earlyStart, ...listening });
    earlyStart = null;
    await drawing;
    const sources = cells.map(({ source }) => source);
    python?.tell({ cells: sources, ids: Object.keys(known).sort() });
  } catch (error) {
    if (!isUndrawn) fail(error.message);
  }
}

async function fail(detail) {
  const isStarting = page.dataset.live === "starting";
  if (await isRenewed()) return stop(sayRenewed(), reload, AGAIN);
  const reason = isStarting ? await whyUnstarted(detail) : `Python has stopped. (${detail})`;
  stop(reason, startAnew);
}

/** @type {(reason: string, again?: () => unknown, action?: string) => void} */
function stop(reason, retry = start, action = "Start again") {
  clearTimeout(work?.timer);
  python?.stop();
  python = listening = null;
  work = { failed: true };
  sayNoted("");
  sayAll("error", reason, action, retry);
  hold();
  settle();
}

/** Start again, without a file that came damaged and that the browser keeps. */
async function startAnew() {
  sayAll("waiting", "Damaged files are fetched again…");
  await mend().catch(({ message }) => console.info(`live: nothing was mended: ${message}`));
  start();
}

function restart() {
  stop("Python was stopped.");
  start();
}

// ---------------------------------------------------------------------------------------- beginning

page.dataset.live = "stored";

/** Whether the line is so fast that Python's memory saves time; it takes twice as much to fetch. */
function isFast() {
  const entry = /** @type {PerformanceResourceTiming} */ (performance.getEntriesByName(WIDGETS)[0]);
  if (savesData() || !entry) return false;
  return entry.encodedBodySize / (entry.responseEnd - entry.responseStart) > QUICK;
}

function note({ target, defaultPrevented }) {
  if (defaultPrevented) return;
  const button = target.closest(".oe-surface [data-act]:not(form, :disabled)");
  if (!button || !["stored", "waiting", "starting"].includes(page.dataset.live)) return;
  button.dataset.noted = "";
  sayNoted();
}

/** @type {() => void} */
let want; // to be called if somebody else asks for Python

/** Settles once Python is wanted: an app is near, or touched, or there is nothing else to do. */
function pythonIsWanted() {
  sayAll("waiting", savesData() ? TOUCH : SOON);
  return /** @type {Promise<void>} */ (new Promise((resolve) => {
    want = resolve;
    const elements = visibleApps.map((cell) => cell.element);
    const touched = ({ type, target }) => {
      const isControl = type !== "pointerdown" || target.closest(".noUi-target"); // or a scroll
      if (isControl && target.closest(".widget-subarea")) resolve();
    };
    for (const element of elements) {
      for (const touch of ["focusin", "input", "click", "pointerdown"]) {
        element.addEventListener(touch, touched);
      }
    }
    if (savesData()) return;
    // An observer tells first when the page has been drawn, half a second later than this.
    fetched.then(() => elements.some(isNear) && resolve());
    const see = (entries) => entries.some((entry) => entry.isIntersecting) && resolve();
    const sight = new IntersectionObserver(see, { rootMargin: "100% 0px" });
    for (const element of elements) sight.observe(element);
    loaded.then(idle).then(resolve);
  }));
}

if (onlyApp && isPresented) inTime(import("./present.js").then((module) => module.present(onlyApp)));
nameSliders();
remember();
document.addEventListener("click", note);
const isLive = !isFile && cells.length > 0 && !(isEmbedded && notice);
if (isLive) Promise.all([pythonIsWanted(), fetched]).then(start, start);
// Nor does a page opened from a file get the scripts of widgets: what is stored stays.
const drawing = isFile ? new Promise(() => {}) : showStored();
let isDrawn = false;
async function sayLate() {
  const fault = await hostFault();
  if (isDrawn || isUndrawn) return;
  if (fault) stop(fault, reload, AGAIN);
  else sayAll(page.dataset.live, `The app ${SLOW}`, AGAIN, reload);
}
const lateTimer = isFile ? 0 : setTimeout(sayLate, LONG);
drawing.finally(() => clearTimeout(lateTimer)).catch(() => {});
drawing.then(() => (isDrawn = true), async (error) => {
  console.info(`live: the apps are not drawn: ${error.message}`);
  isUndrawn = true;
  stop((await hostFault()) || UNDRAWN, reload, AGAIN);
});
// For cells.js, and for requests.js, which sends its messages by the same line.
const drawnBy = () => drawing.then(() => manager);
window.liveWidgets = { manager: drawnBy, hold, line, want: () => want(), Line, Comm };
if (isFile) sayAll("still", SERVE);
if (!isLive) {
  drawing.then(() => hold());
  earlyStart?.worker?.terminate();
  settle();
}
