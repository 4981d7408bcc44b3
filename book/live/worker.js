// The worker in which the reader's own Python runs. From page.js it hears that Python is wanted,
// gets the live cells, then one widget message at a time, and answers each with "done".

import { loadPyodide } from "./vendor/pyodide/pyodide.mjs";

// Python's memory never shrinks, so it must not grow without bound: past this it gets none, which is
// a MemoryError there, and no harm to the page.
const MOST = 256 * 2 ** 20;
const { grow } = WebAssembly.Memory.prototype;
WebAssembly.Memory.prototype.grow = function (pages) {
  if (this.buffer.byteLength + pages * 65536 > MOST) throw new RangeError("no more memory");
  return grow.call(this, pages);
};

const tell = (content) => self.postMessage({ text: JSON.stringify(content), buffers: [] });

const here = (path) => new URL(path, import.meta.url).href;

const fetched = async (path) => {
  const response = await fetch(here(path));
  if (!response.ok) throw new Error(`${path} is missing (${response.status})`);
  return response.arrayBuffer();
};

async function start(options) {
  const [pyodide, bridge, ...archives] = await Promise.all([
    loadPyodide({ stdLibURL: here("vendor/python/stdlib.zip"), ...options }),
    ...["bridge.py", "vendor/python/packages.zip", "vendor/games/games.zip"].map(fetched),
  ]);
  for (const zip of archives) pyodide.unpackArchive(zip, "zip", { extractDir: "/live" });
  pyodide.FS.writeFile("/live/bridge.py", new Uint8Array(bridge));
  return pyodide;
}

async function startPlainly(options) {
  const pyodide = await start(options);
  pyodide.runPython("import sys; sys.path.insert(0, '/live')");
  return pyodide;
}

// Much of a start goes into importing what every page imports. So Python's memory is kept as it is
// after that, and later pages start from there. A worker of its own does this, since such a Python
// sees the browser through proxies; register.js asks for it once a page is at rest. It is a part of
// Pyodide that may change, and a browser may refuse the room (30 MB): then a start is a plain one.

const MEMORY = here("memory"); // as this file's own, the address tells of which version it is
const CACHE = `python ${here("../../")}`;

async function keep() {
  const cache = await caches.open(CACHE);
  if (await cache.match(MEMORY)) return;
  const pyodide = await startPlainly({ _makeSnapshot: true });
  pyodide.runPython("import bridge, games.apps.frame, games.apps.predict");
  const memory = pyodide.makeMemorySnapshot();
  await Promise.all((await cache.keys()).map((old) => cache.delete(old)));
  await cache.put(MEMORY, new Response(memory));
}

async function startFromKept() {
  const cache = await caches.open(CACHE);
  const memory = await cache.match(MEMORY);
  if (!memory) throw new Error("there is none");
  try {
    const pyodide = await start({ _loadSnapshot: memory.arrayBuffer() });
    pyodide.runPython("import random; random.seed()"); // or each page would draw the same
    performance.mark("from memory");
    return pyodide;
  } catch (error) {
    await cache.delete(MEMORY);
    throw error;
  }
}

async function startBridge() {
  const pyodide = await startFromKept().catch(() => wanted.then(() => startPlainly()));
  const python = pyodide.pyimport("bridge");
  python.post = (text, buffers) => self.postMessage({ text, buffers });
  return python;
}

async function take({ data }) {
  if (data.wanted) return want();
  try {
    const python = await started;
    if (data.cells) await python.run(data.cells, data.ids);
    else {
      python.handle(data.id, data.text, data.buffers);
      tell({ kind: "done", id: data.id });
    }
  } catch (error) {
    if (data.cells) self.caches?.delete(CACHE); // should it be the memory, the next start is plain
    tell({ kind: "lost", brief: String(error.message).trim().split("\n").at(-1) });
  }
}

// No event tells the page that a worker has died; but it may wait for a lock that this one holds.
function hold() {
  const lock = `live ${Math.random()}`;
  self.navigator.locks?.request(lock, () => {
    tell({ kind: "alive", lock });
    return new Promise(() => {});
  });
}

let started, want;
const wanted = new Promise((resolve) => (want = resolve));
if (self.name === "keeper") {
  keep()
    .catch((error) => console.info(`live: Python's memory is not kept: ${error.message}`))
    .finally(() => self.close());
} else {
  self.onmessage = take;
  hold();
  started = startBridge();
}
