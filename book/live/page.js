// Makes the widgets of this page live. Each widget is drawn at once from the state stored in the notebook.
// Then Python starts in a worker (worker.js, bridge.py), runs the cells tagged `live` again and takes
// over the drawn widgets. A queue keeps the reader's changes until then. For a widget model this script
// takes the place of a Jupyter server.

import { onlyApp, notice, visibleApps } from "./modules/page_apps.js";
import { isEmbedded, isFile, isPresented, page, parameters, savesData } from "./modules/query.js";
import { LONG } from "./modules/files.js";
import { hostFault, whyUnstarted } from "./modules/host_fault.js";
import { remember } from "./modules/guesses.js";
import { idle, isNear, loaded, settle } from "./modules/layout.js";
import { Comm, Line } from "./modules/message_queue.js";
import { cells, sayAll } from "./modules/live_cells.js";
import { WIDGETS, fetched, hold, known, line, manager, showStored, takeOver } from "./modules/models.js";
import { call, stopCall } from "./modules/reader_programs.js";
import { repairCache } from "./modules/repair_cache.js";
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
const MOVES = "This link has moves. They appear when Python has started.";

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
  // early_start.js hides the pictures until each app has read its settings in the address.
  if (line.queue.length === 0) {
    movesNotice.remove();
    delete page.dataset.oddsHidden;
    for (const button of document.querySelectorAll("[data-waiting-note]")) delete button.dataset.waitingNote;
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

let listening = null; // the listener of the running Python

/** Return the listener for the messages of a new Python. */
function listener() {
  // Messages are handled one after the other, because taking over all widgets takes a while. All messages
  // that answer one change are handled together; otherwise the page would be drawn between them.
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
      else timer ??= setTimeout(takeHeard, work ? 100 : 16); // a busy Python will send "done"
    },

    lose(reason) {
      takeHeard();
      inTurn(() => (reason === undefined ? stop("Python has stopped.") : fail(reason)));
    },
  };
  return own;
}

// The bytes received so far, the bytes expected, and the times of the first and the last bytes.
const came = { bytes: 0, of: 0, first: 0, last: 0 };
const LONGEST = 120; // seconds: a longer estimate comes from a line that was lost
const LOST = 3000; // milliseconds without a byte, after which the page says that there is no network
let left = ""; // the remaining time as the page shows it; updated once a second

/** Estimate the seconds left from the speed so far; return "" if they are few, very many or not yet known. */
function timeLeft() {
  const { bytes, of: total, first } = came;
  const elapsed = performance.now() - first;
  const seconds = ((total - bytes) * elapsed) / bytes / 1000;
  const isWorthSaying = bytes && total && elapsed > 1000 && seconds > 5 && seconds <= LONGEST;
  return isWorthSaying ? `about ${Math.ceil(seconds / 10)}0 s to go` : "";
}

/** Show on each button tapped before Python has started that its tap waits. */
function sayNoted(text = left) {
  left = text;
  const isCutOff = !navigator.onLine && performance.now() - came.last > LOST;
  const words = isCutOff ? "noted; no network" : left ? `noted, ${left}` : "noted";
  for (const button of document.querySelectorAll("[data-waiting-note]")) button.dataset.waitingNote = words;
}

/** Report each second how the start goes. A download that hangs raises no error, and may still arrive, so
    only the reader stops it. */
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
  if (isStarting && !navigator.onLine) return waitForNetwork();
  if (await isRenewed()) return stop(sayRenewed(), reload, AGAIN);
  const reason = isStarting ? await whyUnstarted(detail) : `Python has stopped. (${detail})`;
  stop(reason, startAnew);
}

/** Start Python by itself when the network is back. */
function waitForNetwork() {
  stop("There is no network. Python starts when it is back.");
  addEventListener("online", () => work.failed && start(), { once: true });
}

/** @type {(reason: string, again?: () => unknown, action?: string) => void} */
function stop(reason, retry = start, action = "Start again") {
  clearTimeout(work?.timer);
  python?.stop();
  python = listening = null;
  work = { failed: true };
  sayNoted("");
  movesNotice.remove();
  sayAll("error", reason, action, retry);
  hold();
  settle();
}

/** Replace damaged files in the browser's cache, then start again. */
async function startAnew() {
  sayAll("waiting", "Damaged files are fetched again…");
  await repairCache().catch(({ message }) => console.info(`live: nothing was repaired: ${message}`));
  start();
}

function restart() {
  stop("Python was stopped.");
  start();
}

// ---------------------------------------------------------------------------------------- beginning

page.dataset.live = "stored";

/** Whether the network is fast enough for a start from the memory snapshot, a download of twice the size. */
function isFast() {
  const entry = /** @type {PerformanceResourceTiming} */ (performance.getEntriesByName(WIDGETS)[0]);
  if (savesData() || !entry) return false;
  return entry.encodedBodySize / (entry.responseEnd - entry.responseStart) > QUICK;
}

function note({ target, defaultPrevented }) {
  if (defaultPrevented) return;
  const button = target.closest(".oe-surface [data-act]:not(form, :disabled)");
  if (!button || !["stored", "waiting", "starting"].includes(page.dataset.live)) return;
  button.dataset.waitingNote = "";
  sayNoted();
}

/** @type {() => void} */
let want; // another script calls this when it needs Python

/** Resolves when an app is near the window or touched, or when the browser is idle. */
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
    // An observer first reports after the page has been drawn: half a second later than this check.
    fetched.then(() => elements.some(isNear) && resolve());
    const see = (entries) => entries.some((entry) => entry.isIntersecting) && resolve();
    const sight = new IntersectionObserver(see, { rootMargin: "100% 0px" });
    for (const element of elements) sight.observe(element);
    loaded.then(idle).then(resolve);
  }));
}

// The notice covers the lower edge of the window, so that nothing moves when the notice goes.
const movesNotice = Object.assign(document.createElement("p"), { className: "live-moves-notice" });
if (onlyApp && isPresented) inTime(import("./present.js").then((module) => module.present(onlyApp)));
nameSliders();
remember();
document.addEventListener("click", note);
const isLive = !isFile && cells.length > 0 && !(isEmbedded && notice);
if (isLive && !notice && parameters.has("moves")) {
  (document.querySelector("main") ?? document.body).append(movesNotice);
  movesNotice.textContent = MOVES;
}
if (isLive) Promise.all([pythonIsWanted(), fetched]).then(start, start);
// A page opened from a file cannot load the scripts of widgets. It keeps the stored pictures.
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
// cells.js uses this, and requests.js, which sends its messages through the same queue.
const drawnBy = () => drawing.then(() => manager);
window.liveWidgets = { manager: drawnBy, hold, line, want: () => want(), Line, Comm };
if (isFile) sayAll("still", SERVE);
if (!isLive) {
  drawing.then(() => hold());
  earlyStart?.worker?.terminate();
  settle();
}
