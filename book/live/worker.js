// The worker in which the book's own Python runs. page.js tells it when Python is wanted, then sends the
// live cells, and then one widget message at a time. The worker answers each message with "done". Code of
// readers never runs here: see sandbox_worker.js.

import { FOR_REQUESTS, LATER } from "./modules/book_files.js";
import { LONG, MEMORY, PLAIN } from "./modules/files.js";
import { connect, startFromMemory, startPlainly, startOrReject } from "./modules/start.js";

const addressOf = (path) => new URL(path, import.meta.url).href;

async function open(path) {
  const response = await fetch(addressOf(path));
  if (!response.ok) throw new Error(`${path} is missing (${response.status})`);
  return response;
}

let [came, total] = [0, 0]; // bytes
/** Measure the size of all files but the first, which is a module: its download reports no progress. */
async function measure() {
  const [, ...files] = PLAIN;
  const heads = await Promise.all(files.map((path) => fetch(addressOf(path), { method: "HEAD" })));
  total = heads.reduce((sum, { headers }) => sum + Number(headers.get("content-length")), 0);
}

/** Fetch a file and report the progress to the page, with the total when it is known. */
async function openCounted(path) {
  const { body, headers } = await open(path);
  const count = new TransformStream({
    transform(part, controller) {
      tell({ kind: "came", bytes: (came += part.length), of: total });
      controller.enqueue(part);
    },
  });
  return new Response(body.pipeThrough(count), { headers });
}

const forRequests = FOR_REQUESTS.flatMap((name) => LATER[name]);

/** Return the content of a file. Python waits for it. */
function bytes(path) {
  const request = new XMLHttpRequest();
  request.open("GET", addressOf(path), false);
  request.responseType = "arraybuffer";
  if (forRequests.includes(path)) request.timeout = LONG; // a reader waits for the reply
  request.send();
  if (request.status !== 200) throw new Error(`${path} is missing (${request.status})`);
  return request.response;
}

/** @param {Kinds<FromWorker> | Kinds<FromBridge>} content */
const tell = (content) => self.postMessage({ text: JSON.stringify(content), buffers: [] });
const lose = ({ message }) => tell({ kind: "lost", brief: `${message}`.trim().split("\n").at(-1) });

const load = (path) => import(addressOf(path));
const served = () => undefined; // Pyodide finds its files by itself
const source = { load, open, bytes, served, place: import.meta.url, settings: {}, lose };

/** Whether the cache has the memory snapshot. offline.js serves and checks it. */
const isMemoryKept = () =>
  self.caches?.match(addressOf(MEMORY), { ignoreSearch: true }).then(Boolean, () => false);

async function startPython() {
  const { plainly } = (await isMemoryKept()) ? {} : await wantedMessage;
  try {
    if (!plainly) {
      const pyodide = await startOrReject(() => startFromMemory(source));
      performance.mark("from memory");
      return pyodide;
    }
  } catch (error) {
    console.info(`live: Python starts plainly: ${error.message}`);
  }
  measure().catch(() => {}); // the page then shows no remaining time
  return startOrReject(() => startPlainly({ ...source, open: openCounted }));
}

async function startBridge() {
  const post = (text, buffers) => self.postMessage({ text, buffers });
  return connect(await startPython(), { ...source, post });
}

/** @param {MessageEvent<Partial<Wanted & Cells & Message>>} event */
async function take({ data }) {
  if (data.wanted) return want(data);
  try {
    const python = await started;
    if (data.cells) await python.run(data.cells, data.ids);
    else {
      python.handle(data.id, data.text, data.buffers);
      tell({ kind: "done", id: data.id });
    }
  } catch (error) {
    lose(error);
  }
}

// No event tells the page that a worker has crashed. So the worker holds a lock, and the page waits for it.
function hold() {
  const lock = `live ${Math.random()}`;
  self.navigator.locks?.request(lock, () => {
    tell({ kind: "alive", lock });
    return new Promise(() => {});
  });
}

let want;
const wantedMessage = new Promise((resolve) => (want = resolve));
self.onmessage = take;
hold();
const started = startBridge();
