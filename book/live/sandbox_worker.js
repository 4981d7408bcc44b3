// The worker that runs Python code of readers and strangers. It is in a frame without an origin
// (sandbox.html), which cannot send requests. It gets all files by message, and its own messages are
// limited in number and size. It runs the cells of a page (runner.py), or calls a function of a module with
// a text of the reader.

import { MEMORY } from "./modules/files.js";
import { connect, PARTS, startFromMemory, startPlainly, startOrReject } from "./modules/start.js";

// The limits for one second. Code that sends more must wait.
const MESSAGES = 1000;
const SIZE = 2 ** 24; // characters and bytes

/** Return a function that sends messages within the limits. Code in the sandbox cannot change it. */
function measured(line) {
  const post = line.postMessage.bind(line);
  const time = performance.now.bind(performance);
  let [secondStart, messages, size] = [0, 0, 0];
  return (text, buffers) => {
    const words = `${text}`;
    const parts = [];
    for (let n = 0; n < (buffers?.length ?? 0); n++) parts[n] = new Uint8Array(buffers[n]);
    let length = words.length;
    for (let n = 0; n < parts.length; n++) length += parts[n].byteLength;
    if (length > SIZE) throw new RangeError("one output is longer than the page can take");
    messages += 1;
    size += length;
    while (messages > MESSAGES || size > SIZE) {
      if (time() - secondStart > 1000) [secondStart, messages, size] = [time(), 1, length];
    }
    if (time() - secondStart > 1000) [secondStart, messages, size] = [time(), 1, length];
    post({ text: words, buffers: parts });
  };
}

let say; // sends a message to the page
const tell = (content) => say(JSON.stringify(content), []);
const lose = ({ message }) => tell({ kind: "lost", brief: `${message}`.trim().split("\n").at(-1) });

/** Functions that could reach outside, or send messages without limits, are removed before code runs. */
const TAKEN = ["postMessage", "close", "Worker", "SharedWorker", "MessageChannel", "MessagePort"];
TAKEN.push("BroadcastChannel", "Notification", "indexedDB", "caches", "fetch", "XMLHttpRequest");
TAKEN.push("WebSocket", "WebSocketStream", "WebTransport", "EventSource");

function takeAway(...names) {
  for (let object = self; object && object !== Object.prototype; object = Object.getPrototypeOf(object)) {
    for (const name of names) delete object[name];
  }
}

takeAway("importScripts"); // with it Pyodide would take this for a classic worker

/** Files that have come by message. */
function source(files) {
  const bytes = (path) => {
    if (!(path in files)) throw new Error(`${path} is missing`);
    return files[path];
  };
  const open = async (path) => new Response(bytes(path));
  const pathOf = (name) => Object.keys(files).find((path) => path.endsWith(`/${name}`));
  const served = (name) => {
    const type = name.endsWith(".wasm") ? "application/wasm" : "application/json";
    const path = name && pathOf(name);
    return Promise.resolve(new Response(path ? bytes(path) : "", { headers: { "content-type": type } }));
  };
  const load = (path) => {
    const blob = new Blob([bytes(path)], { type: "text/javascript" });
    return import(URL.createObjectURL(blob));
  };
  const place = "https://wall.invalid/";
  return { load, open, bytes, served, place, settings: { indexURL: place }, lose };
}

/** @type {Record<string, (content: ArrayBuffer | null) => void>} */
const awaited = {};

/** Request a file that is not sent at the start. */
const fetched = (path) =>
  new Promise((resolve, reject) => {
    awaited[path] = (content) => (content ? resolve(content) : reject(new Error(`${path} is missing`)));
    tell({ kind: "want", path });
  });

/**
 * Call a function. If it needed a file that had not come, fetch the file and call it again. Some functions
 * return what is missing, and others fail by it.
 */
async function answered(bridge, bring, answer) {
  for (;;) {
    const [result, failure] = await answer().then((result) => [result, null], (error) => [null, error]);
    const part = bridge.finder.take_missed();
    if (part) await bring(part);
    else if (failure) throw failure;
    else return result;
  }
}

async function begin({ files, role }) {
  const from = source(files);
  const start = MEMORY in files ? startFromMemory : startPlainly;
  const pyodide = await startOrReject(() => start(from));
  pyodide.FS.mkdirTree("/live"); // the memory snapshot has no files
  const bridge = connect(pyodide, { post: say, bytes: (path) => files[path], lose });
  const bring = (part) =>
    Promise.all(PARTS[part].map(async (path) => (files[path] ??= /** @type {any} */ (await fetched(path)))));
  if (role === "call") {
    // Without this limit too many calls would end Python, and the text would get no message (runner.py).
    // A promising call has the stack of a cell, twice as large as that of a plain call.
    pyodide.runPython("import sys; sys.setrecursionlimit(600)");
    takeAway(...TAKEN);
    const run = (name, given) => pyodide.pyimport(name).callPromising(...given);
    let last = Promise.resolve(); // the last call: each waits for the one before it
    const call = (name, given) => {
      const answer = last.then(() => answered(bridge, bring, async () => run(name, given)));
      last = answer.catch(() => {});
      return answer;
    };
    const prepare = (name) => call("importlib.import_module", [name]).catch(() => {}); // the text will say why
    return { call, prepare };
  }
  for (const path of ["needs.py", "runner.py"]) {
    pyodide.FS.writeFile(`/live/${path.split("/").at(-1)}`, new Uint8Array(from.bytes(path)));
  }
  pyodide.runPython("import importlib; importlib.invalidate_caches()");
  const python = pyodide.pyimport("runner");
  if (!python.answer) throw new Error("runner.py came damaged");
  python.connect(bring);
  takeAway(...TAKEN);
  return python;
}

let started;

async function take({ data }) {
  if (data.path) awaited[data.path]?.(data.content);
  try {
    const python = await started;
    if (data.asked) await python.answer(data.asked);
    else if (data.prepare) await python.prepare(data.prepare);
    else if (data.call) tell({ kind: "called", answer: await python.call(data.call, data.given) });
    else if (data.id) {
      python.handle(data.id, data.text, data.buffers);
      tell({ kind: "done", id: data.id });
    }
  } catch (error) {
    lose(error);
  }
}

/** @param {MessageEvent<any>} event the only event: all other messages come through the port */
function first({ data }) {
  say = measured(data.line);
  started = begin(data);
  started.then(() => tell({ kind: "begun" }), lose);
  data.line.onmessage = take;
}

self.addEventListener("message", first, { once: true });
