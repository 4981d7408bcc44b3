// What is not the book's: Python of readers and strangers, and what it shows. Both are in frames that
// have no origin (wall.html). From there come messages alone: text that is shown as text, sizes,
// and what one frame has to say to the other, which the page passes on unread.

import { page, savesData } from "./asked.js";
import { make } from "./elements.js";
import { HOME } from "./home.js";
import { ASM, FROM_MEMORY, LIBRARY, LOADER, LOCK, MEMORY, PACKAGES, PLAIN, SYMPY, TABLES } from "./files.js";

const WALL = "wall.html";
const PATIENCE = 10_000; // milliseconds until a frame that says nothing is given up
const OFTEN = 300; // messages in a second: more than a reader makes
const SILENT = "This browser does not wall it off from the book, so it is not run here.";

const get = async (path) => {
  const response = await fetch(HOME + path);
  if (!response.ok) throw new Error(`${path} is missing (${response.status})`);
  return response;
};
/** @type {Record<string, Promise<string>>} */
const taken = {};
/** A file as text, which is asked for once. */
export const text = (path) =>
  (taken[path] ??= get(path)
    .then((it) => it.text())
    .catch((error) => {
      delete taken[path];
      throw error;
    }));
const content = (path) => get(path).then((it) => it.arrayBuffer());

/**
 * A frame behind the wall, in which a script runs. It begins when its element is put into the page.
 * @param {object} with
 * @param {Promise<string>} with.script
 * @param {string} with.title of the frame, for those who cannot see
 * @param {number} [with.often] as many messages a second it may send
 * @param {(said: any) => void} with.hear
 * @param {(why: string | undefined) => void} with.lose called once, when the frame is no more, by itself
 */
export function walled({ script, title, often = OFTEN, hear, lose }) {
  const element = make("iframe", "walled");
  Object.assign(element, { src: HOME + WALL, title });
  const inner = () => element.contentWindow?.frames[0];
  let waiting = []; // what is to be said once the script is there
  let [isOver, heard, second, count] = [false, true, 0, 0];

  function end(why) {
    if (isOver) return;
    remove();
    lose(why);
  }

  function remove() {
    isOver = true;
    clearTimeout(patience);
    clearInterval(pulse);
    removeEventListener("message", take);
    element.remove();
  }

  /** Whether the browser keeps the frame from us, and so us from it. */
  function isApart() {
    try {
      return !inner().document;
    } catch {
      return true;
    }
  }

  function tell(message, moved = []) {
    if (waiting) waiting.push([message, moved]);
    else if (!isOver) inner()?.postMessage(message, "*", moved);
  }

  /** @param {MessageEvent} event */
  async function take({ source, data }) {
    if (isOver || !source || source !== inner()) return;
    if (performance.now() - second > 1000) [second, count] = [performance.now(), 0];
    count += 1;
    if (count > often) return end("it says more than a page can hear");
    if (data?.is === "there" && waiting) {
      clearTimeout(patience);
      if (!isApart()) return end(SILENT);
      try {
        inner().postMessage(await script, "*");
      } catch (error) {
        end(error.message);
      }
    } else if (data?.is === "begun" && waiting) {
      const first = waiting;
      waiting = null;
      for (const [message, moved] of first) tell(message, moved);
      pulse = setInterval(beat, PATIENCE);
    } else if (data?.is === "pong") heard = true;
    else if (data?.is === "lost") end(`${data.why}`.slice(0, 500));
    else if (!waiting && data) hear(data);
  }

  // No event tells that a frame has died; but one that lives answers.
  function beat() {
    if (!heard) return end();
    heard = false;
    tell({ is: "ping" });
  }

  /** @type {any} */
  let pulse;
  const patience = setTimeout(() => end(SILENT), PATIENCE);
  addEventListener("message", take);
  return { element, tell, remove };
}

const ALWAYS = [LOADER, ASM, LOCK];
const ASKED = [LIBRARY, ...PACKAGES, TABLES, SYMPY]; // what is sent when it is asked for, and nothing else
const ROLES = { cells: ["needs.py", "runner.py"], game: [] };

/** Whether this browser keeps Python's memory (offline.js), so that it takes no download. */
const isKept = async () =>
  Boolean(await self.caches?.match(new URL(HOME + MEMORY), { ignoreSearch: true }).catch(() => null));

/**
 * Begin a Python behind the wall (walled.js), for one of the roles.
 * @param {object} with
 * @param {"cells" | "game"} with.role
 * @param {(message: any) => void} with.hear what it says, with its `buffers`
 * @param {(why?: string) => void} with.lose called once, when it is no more, by itself
 * @param {(sent: Promise<void>) => void} [with.waits] called when it waits for a file
 */
export function beginWalled({ role, hear, lose, waits = () => {} }) {
  const frame = walled({
    script: text("host.js"),
    title: "Python behind the wall",
    often: 3000, // it is measured where it comes from (walled.js)
    hear(said) {
      try {
        if (said.is === "said") understand(said);
      } catch (error) {
        console.warn(error);
        frame.remove();
        lose(`it says what the page does not know (${error.message})`);
      }
    },
    lose,
  });

  function understand({ text, buffers }) {
    const message = JSON.parse(text);
    if (message.kind === "lost") {
      frame.remove();
      lose(`${message.brief}`);
    } else if (message.kind === "want") waits(send(message.path));
    else {
      hear({ ...message, buffers: buffers.map(({ buffer }) => new DataView(buffer)) });
    }
  }

  async function send(path) {
    if (!ASKED.includes(path)) return;
    const sent = await content(path).catch(() => null);
    frame.tell({ path, content: sent }, sent ? [sent] : []);
  }

  async function provide(start) {
    const paths = [...ALWAYS, ...start, ...ROLES[role]];
    const contents = await Promise.all(paths.map(content));
    const files = Object.fromEntries(paths.map((path, n) => [path, contents[n]]));
    frame.tell({ program: await text("walled.js"), role, files }, contents);
  }

  async function begin() {
    const isSlow = page.dataset.line === "slow" || savesData();
    if (isSlow && !(await isKept())) return provide(PLAIN);
    return provide([...FROM_MEMORY, LIBRARY, ...PACKAGES]).catch(() => provide(PLAIN));
  }

  frame.element.hidden = true;
  document.body.append(frame.element);
  const provided = begin().catch((error) => {
    frame.remove();
    lose(error.message);
  });
  return {
    tell: (message) => provided.then(() => frame.tell(message)),
    stop: () => frame.remove(),
  };
}
