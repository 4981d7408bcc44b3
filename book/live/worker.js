// The worker in which the reader's own Python runs. It gets the live cells from page.js, then one
// widget message at a time, and answers each with "done".

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

async function start() {
  const [pyodide, bridge, ...archives] = await Promise.all([
    loadPyodide({ stdLibURL: here("vendor/python/stdlib.zip") }),
    ...["bridge.py", "vendor/python/packages.zip", "vendor/games/games.zip"].map(fetched),
  ]);
  for (const zip of archives) pyodide.unpackArchive(zip, "zip", { extractDir: "/live" });
  pyodide.FS.writeFile("/live/bridge.py", new Uint8Array(bridge));
  pyodide.runPython("import sys; sys.path.insert(0, '/live')");
  const python = pyodide.pyimport("bridge");
  python.post = (text, buffers) => self.postMessage({ text, buffers });
  return python;
}

const started = start();

self.onmessage = async ({ data }) => {
  try {
    const python = await started;
    if (data.cells) await python.run(data.cells, data.ids);
    else {
      python.handle(data.id, data.text, data.buffers);
      tell({ kind: "done", id: data.id });
    }
  } catch (error) {
    tell({ kind: "lost", brief: String(error.message).trim().split("\n").at(-1) });
  }
};

// No event tells the page that a worker has died; but it may wait for a lock that this one holds.
const lock = `live ${Math.random()}`;
self.navigator.locks?.request(lock, () => {
  tell({ kind: "alive", lock });
  return new Promise(() => {});
});
