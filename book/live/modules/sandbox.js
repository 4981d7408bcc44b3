// Runs Python code of readers and strangers, and shows its output. Both are in frames without an origin
// (sandbox.html). These frames can only send messages: text that is shown as text, sizes, and messages
// from one frame to another, which the page passes on unread.

import { page, savesData } from "./query.js";
import { make } from "./elements.js";
import { repairCache } from "./repair_cache.js";
import { HOME } from "./script_folder.js";
import { isRenewed } from "./updates.js";
import { LATER } from "./book_files.js";
import { ASM, FROM_MEMORY, LIBRARIES, LIBRARY, LOADER, LOCK, LONG, MEMORY, PACKAGES, PLAIN } from "./files.js";

const WALL = "sandbox.html";
const OFTEN = 300; // messages in a second: more than a reader causes
const MOST = 3000; // messages of Python in a second; sandbox_worker.js measures them, too
const SIZE = 2 ** 26; // characters and bytes
export const UNKNOWN = "it sent a message that the page does not know";
export const FLOOD = "it sent more messages than the page can take";
const ELSEWHERE = "another page has taken its frame";
const SAID = 500; // characters of a last message that are passed on
const SILENT = "This browser cannot keep the code apart from the book, so the code does not run here.";

const HELD = "a file of this page is missing, or held up on its way";

/** A download has stalled. */
class Stalled extends Error {}
let hasFailed = false; // whether a start has failed
/** @type {Promise<void> | null} */
let repaired = Promise.resolve();
/** Resolves when the browser's cache has no damaged file of the book. The host may work again by then. */
const repairOnce = () =>
  (repaired ??= repairCache().catch(({ message }) => console.info(`sandbox: nothing was repaired: ${message}`)));

/** Fetch a file. The download is aborted if it stalls for a while. */
async function get(path) {
  await repairOnce();
  const timeout = new AbortController();
  const giveUp = () => timeout.abort(new Stalled(`${path} is held up on its way`));
  let patience = setTimeout(giveUp, LONG);
  const watched = new TransformStream({
    transform(part, controller) {
      clearTimeout(patience);
      patience = setTimeout(giveUp, LONG);
      controller.enqueue(part);
    },
    flush: () => clearTimeout(patience),
  });
  const response = await fetch(HOME + path, { signal: timeout.signal });
  if (!response.ok) throw new Error(`${path} is missing (${response.status})`);
  return new Response(response.body.pipeThrough(watched));
}

/** @type {Record<string, Promise<string>>} */
const files = {};
/** Return a file as text. Each file is fetched once. */
export const text = (path) =>
  (files[path] ??= get(path)
    .then((response) => response.text())
    .then((body) => body || Promise.reject(new Error(`${path} came damaged`)))
    .catch((error) => {
      delete files[path];
      throw error;
    }));

/** A file came damaged, or with a wrong type. Mend the cache before the next file is fetched. */
function fetchAnew() {
  hasFailed = true;
  for (const path of Object.keys(files)) delete files[path];
  repaired = null;
}
const content = (path) => get(path).then((response) => response.arrayBuffer());

/**
 * Return a function that counts a message and returns whether this second is still within the limits.
 * @param {number} mostMessages
 * @param {number} size of all messages, in characters and bytes
 */
function bearable(mostMessages, size) {
  let [second, count, length] = [0, 0, 0];
  return (added = 0) => {
    if (performance.now() - second > 1000) [second, count, length] = [performance.now(), 0, 0];
    count += 1;
    length += added;
    return count <= mostMessages && length <= size;
  };
}

/**
 * A sandboxed frame in which a script runs. It starts when its element is put into the page.
 * @param {object} with
 * @param {Promise<string>} with.script
 * @param {string} with.title of the frame, for screen readers
 * @param {(message: any) => void} with.hear
 * @param {(why: string | undefined, report?: string) => void} with.lose called once, when the frame has
 *   stopped by itself; `report` is a message of the code in it, not of the page
 */
export function walled({ script, title, hear, lose }) {
  const element = make("iframe", "walled");
  element.title = title;
  // The frame gets a text and no address, because a header of the host, such as X-Frame-Options or
  // Cross-Origin-Embedder-Policy, may forbid frames of its files.
  text(WALL).then((page) => (element.srcdoc = page), ({ message }) => end(message));
  const inner = () => element.contentWindow?.frames[0];
  let waiting = []; // messages for the script until it has loaded
  let [isOver, hasAnswered] = [false, true];
  const isBearable = bearable(OFTEN, Infinity);

  /** @param {string} [reason] @param {string} [words] */
  function end(reason, words) {
    if (isOver) return;
    if (waiting) fetchAnew(); // the script has not begun, so it may have come damaged
    remove();
    lose(reason, words);
  }

  function remove() {
    isOver = true;
    clearTimeout(patience);
    clearInterval(pulse);
    removeEventListener("message", take);
    element.remove();
  }

  /**
   * Whether the outer frame still has our document. A page that shows the book in a frame may navigate any
   * frame in it to another document, which we cannot read.
   */
  const isOurs = () => Boolean(element.contentDocument);

  /** Whether the browser denies us access to the frame, and the frame access to us. */
  function isApart() {
    try {
      return !inner().document;
    } catch {
      return true;
    }
  }

  function tell(message, transfers = []) {
    if (waiting) waiting.push([message, transfers]);
    else if (!isOver && !isOurs()) end(ELSEWHERE);
    else if (!isOver) inner()?.postMessage(message, "*", transfers);
  }

  /** @param {MessageEvent} event */
  async function take({ source, data }) {
    if (isOver || !source || source !== inner()) return;
    if (!isOurs()) return end(ELSEWHERE);
    if (!isBearable()) return end(FLOOD);
    if (data?.is === "there" && waiting) {
      if (!isApart()) return end(SILENT);
      try {
        inner().postMessage(await script, "*");
      } catch (error) {
        end(error.message);
      }
    } else if (data?.is === "begun" && waiting) {
      clearTimeout(patience);
      const first = waiting;
      waiting = null;
      for (const [message, transfers] of first) tell(message, transfers);
      pulse = setInterval(beat, LONG);
    } else if (data?.is === "pong") hasAnswered = true;
    else if (data?.is === "lost") end(undefined, `${data.why}`.slice(0, SAID));
    else if (!waiting && data) hear(data);
  }

  // No event reports that a frame has crashed. A frame that works answers a ping.
  function beat() {
    if (!hasAnswered) return end();
    hasAnswered = false;
    tell({ is: "ping" });
  }

  /** @type {any} */
  let pulse;
  /** @type {any} */
  let patience;
  repairOnce().then(() => isOver || (patience = setTimeout(() => end(HELD), LONG)));
  addEventListener("message", take);
  return { element, tell, remove };
}

const ALWAYS = [LOADER, ASM, LOCK];
const ASKED = [LIBRARY, ...PACKAGES, ...Object.values(LATER).flat(), ...Object.values(LIBRARIES)]; // sent on request
const ROLES = { cells: ["needs.py", "runner.py"], call: [] };

/** Whether the cache has the memory snapshot (offline.js), so that a start needs no download. */
const isKept = async () =>
  Boolean(await self.caches?.match(new URL(HOME + MEMORY), { ignoreSearch: true }).catch(() => null));

const END = 0x06054b50; // the end mark of a zip archive, 22 bytes before its end
/** @param {ArrayBuffer} zip */
function checkedArchive(zip) {
  if (zip.byteLength > 22 && new DataView(zip).getUint32(zip.byteLength - 22, true) === END) return zip;
  fetchAnew();
  throw new Error("it came damaged");
}

/**
 * Start a Python in the sandbox (sandbox_worker.js), for one of the roles.
 * @param {object} with
 * @param {"cells" | "call"} with.role
 * @param {(message: any) => void} with.hear what it says, with its `buffers`
 * @param {(why: string | undefined, isStarting: boolean, report?: string) => void} with.lose called once,
 *   when it has stopped by itself; `report` is a message of the code in it, not of the page
 * @param {(sent: Promise<void>) => void} [with.waits] called when it waits for a file
 */
export function beginWalled({ role, hear, lose, waits = () => {} }) {
  // The worker and the page have a channel of their own, so messages need not wait for the frame.
  const { port1: line, port2: otherPort } = new MessageChannel();
  const isBearable = bearable(MOST, SIZE);
  const frame = walled({ script: text("sandbox_host.js"), title: "Python behind the wall", hear() {}, lose: end });
  let [isBegun, isOver] = [false, false];

  function stop() {
    isOver = true;
    line.close();
    frame.remove();
  }

  /** @param {string} [reason] @param {string} [words] */
  function end(reason, words) {
    if (isOver) return;
    stop();
    if (!isBegun) fetchAnew();
    lose(reason, !isBegun, words);
  }

  line.onmessage = ({ data }) => {
    try {
      if (!isOver) understand(data);
    } catch (error) {
      console.warn(error);
      end(UNKNOWN);
    }
  };

  function understand({ text, buffers }) {
    if (!isBearable(buffers.reduce((sum, buffer) => sum + buffer.byteLength, text.length))) return end(FLOOD);
    const message = JSON.parse(text);
    if (message.kind === "lost") end(undefined, `${message.brief}`.slice(0, SAID));
    else if (message.kind === "want") waits(send(message.path));
    else {
      isBegun = true;
      hear({ ...message, buffers: buffers.map(({ buffer }) => new DataView(buffer)) });
    }
  }

  async function send(path) {
    if (!ASKED.includes(path)) return;
    const sent = await content(path).then(checkedArchive).catch(async ({ message }) => {
      if (await isRenewed()) end(message);
      return null;
    });
    line.postMessage({ path, content: sent }, sent ? [sent] : []);
  }

  async function provide(start) {
    const paths = [...ALWAYS, ...start, ...ROLES[role]];
    const contents = await Promise.all(paths.map(content));
    const files = Object.fromEntries(paths.map((path, n) => [path, contents[n]]));
    frame.tell({ program: await text("sandbox_worker.js"), role, files, line: otherPort }, [otherPort, ...contents]);
  }

  async function begin() {
    const isSlow = hasFailed || page.dataset.line === "slow" || savesData();
    if (isSlow && !(await isKept())) return provide(PLAIN);
    return provide([...FROM_MEMORY, LIBRARY, ...PACKAGES]).catch((error) => {
      if (error instanceof Stalled) throw error;
      return provide(PLAIN);
    });
  }

  frame.element.hidden = true;
  document.body.append(frame.element);
  begin().catch((error) => end(error.message));
  return { tell: (message) => line.postMessage(message), stop };
}
