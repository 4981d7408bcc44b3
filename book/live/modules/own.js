// Games of the reader's own: their text runs behind the wall, and a table comes out (walled.js,
// games.your_game.program). Each text gets a Python that no other has touched.

import { beginWalled } from "./wall.js";

/** @type {{ line: ReturnType<typeof beginWalled>, isThere: boolean } | null} */
let fresh = null; // a Python that has not run anything
let task = null; // what is under way: its turn, its Python, how long it may take, and who waits for it

const MOST = 8; // files for which the time of a text stands still

const failed = (error) => JSON.stringify({ error, line: null });

function end(json) {
  const { turn, python, timer, told } = task;
  task = null;
  clearTimeout(timer);
  python.line.stop();
  told({ turn, json });
  fresh = begun(); // for the next text
}

/** The time of a text runs once its Python is there, and all that this waits for. */
function time() {
  const { python, seconds } = task;
  clearTimeout(task.timer);
  const late = () => end(failed(`It was stopped after ${seconds} seconds, which is the limit set here.`));
  if (python.isThere) task.timer = setTimeout(late, 1000 * seconds);
}

/** A Python for one text. */
function begun() {
  const line = beginWalled({
    role: "game",
    hear({ kind, json }) {
      if (kind === "begun") {
        own.isThere = true;
        if (task?.python === own) time();
      } else if (kind === "tabulated" && task?.python === own) end(`${json}`);
    },
    waits(sent) {
      const of = task;
      if (of?.python !== own || of.sent.length >= MOST) return;
      clearTimeout(of.timer);
      of.sent.push(sent);
      Promise.allSettled(of.sent).then(() => of === task && time());
    },
    lose(why) {
      if (fresh === own) fresh = null;
      const because = why ? `: ${why}` : "";
      if (task?.python === own) end(failed(`Python has stopped behind the wall${because}.`));
    },
  });
  const own = { line, isThere: false };
  return own;
}

/**
 * Run the text of a game and tell what comes of it, as JSON.
 * @param {{ turn: number, text: string, limits: string, seconds: number }} asked
 * @param {(answer: { turn: number, json: string }) => void} told
 */
export function tabulate({ turn, text, limits, seconds }, told) {
  if (task) end(failed("It was stopped, since another text was run."));
  task = { turn, python: fresh ?? begun(), seconds, told, sent: [] };
  fresh = null;
  task.python.line.tell({ game: text, limits });
  time();
}

/** @param {number} turn */
export function stopOwn(turn) {
  if (task?.turn === turn) end(failed("It was stopped."));
}
