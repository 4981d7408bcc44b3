// Runs the reader's own texts, such as a game. An app calls a function with the text in the sandbox, and
// receives text (sandbox_worker.js). Each text gets a fresh Python.

import { whyUnstarted } from "./host_fault.js";
import { isRenewed } from "./updates.js";
import { sayRenewed } from "./notices.js";
import { beginWalled } from "./sandbox.js";

/** @type {{ line: ReturnType<typeof beginWalled>, isThere: boolean } | null} */
let fresh = null; // a Python that has not run anything
let task = null; // the running task: its id, its Python, its time limit, and who gets the answer

const PAUSE = 1000; // milliseconds until the next Python starts, so that the answer is drawn first
const MOST = 8; // files for which the clock of a text stops
const LIBRARY = "icepool"; // a reader who imports it once often imports it again
/** @type {string[]} */
let likelyModules = []; // the modules of the last call; their imports take longer than most texts

const failed = (error, limit = "") => JSON.stringify({ error, line: null, limit });

function end(answer) {
  const { python, timer, answerWith } = task;
  task = null;
  clearTimeout(timer);
  python.line.stop();
  answerWith(answer);
  setTimeout(() => task || (fresh ??= startPython()), PAUSE); // for the next text
}

/** Start the clock of a text when its Python has started and has all the files that it waits for. */
function time() {
  const { python, seconds } = task;
  clearTimeout(task.timer);
  const stopLate = () => end(failed(`It was stopped after ${seconds} seconds.`, "seconds"));
  if (python.isThere) task.timer = setTimeout(stopLate, 1000 * seconds);
}

/** Start a Python for one text. */
function startPython() {
  const line = beginWalled({
    role: "call",
    hear({ kind, answer }) {
      if (kind === "begun") {
        own.isThere = true;
        if (fresh === own) for (const name of likelyModules) line.tell({ prepare: name });
        if (task?.python === own) time();
      } else if (kind === "called" && task?.python === own) end(`${answer}`);
    },
    waits(sent) {
      const waitingTask = task;
      if (waitingTask?.python !== own || waitingTask.sent.length >= MOST) return;
      clearTimeout(waitingTask.timer);
      waitingTask.sent.push(sent);
      Promise.allSettled(waitingTask.sent).then(() => waitingTask === task && time());
    },
    async lose(reason, isStarting, words) {
      const cause = reason ?? words;
      if (fresh === own) fresh = null;
      const because = cause ? `: ${cause}` : "";
      const brief = isStarting ? await whyUnstarted(cause) : `The Python that runs your code has stopped${because}.`;
      const message = cause && (await isRenewed()) ? `${sayRenewed()} Load the page anew.` : brief;
      if (task?.python === own) end(failed(message));
    },
  });
  const own = { line, isThere: false };
  return own;
}

/**
 * Call a function and pass on its result, or in the same form (JSON) the reason for a failure.
 * @param {string} id stops the call
 * @param {Call & { seconds: number }} asked
 * @param {(answer: string) => void} answerWith
 */
export function call(id, { call, given, seconds }, answerWith) {
  if (task) end(failed("It was stopped, because other code was run."));
  const module = call.slice(0, call.lastIndexOf("."));
  likelyModules = given.some((text) => text.includes(LIBRARY)) ? [module, LIBRARY] : [module];
  task = { id, python: fresh ?? startPython(), seconds, answerWith, sent: [] };
  fresh = null;
  task.python.line.tell({ call, given });
  time();
}

/** @param {string} id */
export function stopCall(id) {
  if (task?.id === id) end(failed("It was stopped."));
}
