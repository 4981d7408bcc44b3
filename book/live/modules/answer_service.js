// Asks Python about answers: that of the apps where there is one (page.js), else one begun for the first.

import { page } from "./query.js";
import { begin } from "./python.js";

const waiting = new Map(); // turn -> who waits for what Python says
let turns = 0;

/** Ask what an answer is told, or for another question if there is no answer. */
export function ask(question) {
  turns += 1;
  return new Promise((resolve, reject) => {
    waiting.set(turns, { resolve, reject });
    send({ turn: turns, ...question });
  });
}

function take({ turn, failed, ...told }) {
  if (failed) waiting.get(turn)?.reject(new Error(failed));
  else waiting.get(turn)?.resolve(told);
  waiting.delete(turn);
}

function lose(brief) {
  for (const { reject } of waiting.values()) reject(new Error(brief));
  waiting.clear();
}

let comm = null; // to the Python of the apps
/** @type {ReturnType<typeof begin> | null} */
let own = null; // or a worker of our own

function send(data) {
  if (["waiting", "starting", "on"].includes(page.dataset.live)) {
    comm ??= joined();
    window.liveWidgets.want();
    comm.send(data);
  } else {
    own ??= begun();
    own.tell({ id: "answers", text: JSON.stringify(data), buffers: [] });
  }
}

function joined() {
  const { line, Comm } = window.liveWidgets;
  const it = new Comm(line, "answers");
  it.on_msg(({ content }) => take(content.data));
  const look = () => page.dataset.live === "error" && lose("Python has stopped");
  new MutationObserver(look).observe(page, { attributeFilter: ["data-live"] });
  return it;
}

function begun() {
  const hear = ({ kind, data }) => kind === "comm_msg" && take(data);
  return begin({
    hear,
    lose(why = "Python has stopped") {
      own = null;
      lose(why);
    },
  });
}
