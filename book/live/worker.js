// The worker in which the reader's own Python runs. From page.js it hears that Python is wanted,
// gets the live cells, then one widget message at a time, and answers each with "done". A second one,
// named "cells", runs what the reader asks it to, for cells.js (runner.py).

import { loadPyodide } from "./vendor/pyodide/pyodide.mjs";

// Python's memory never shrinks, so it must not grow without bound: past this it gets none, which is
// a MemoryError there, and no harm to the page.
const MOST = 256 * 2 ** 20;
const { grow } = WebAssembly.Memory.prototype;
WebAssembly.Memory.prototype.grow = function (pages) {
  if (this.buffer.byteLength + pages * 65536 > MOST) throw new RangeError("no more memory");
  return grow.call(this, pages);
};

/** @param {Kinds<FromWorker> | Kinds<FromBridge>} content */
const tell = (content) => self.postMessage({ text: JSON.stringify(content), buffers: [] });

const here = (path) => new URL(path, import.meta.url).href;

async function fetched(path) {
  const response = await fetch(here(path));
  if (!response.ok) throw new Error(`${path} is missing (${response.status})`);
  return response;
}

/** The content of a file; all else waits for it. */
function fetchedNow(path) {
  const request = new XMLHttpRequest();
  request.open("GET", here(path), false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error(`${path} is missing (${request.status})`);
  return request.response;
}

// ---------------------------------------------------------------------------------- a plain start
//
// On a slow line each byte costs time. There Python and what its start imports come packed as small
// as can be (fetch.py); for the rest see below.

// What Pyodide asks for by itself, and what it is given.
const PACKED = {
  "pyodide.asm.wasm": ["vendor/packed/pyodide.asm.wasm.xz", "application/wasm"],
  "stdlib.zip": ["vendor/packed/stdlib.zip.xz", "application/zip"],
};
const PACKED_PACKAGES = ["vendor/packed/packages.zip.xz", "vendor/games/games.zip.xz"];

/** The library is written for node: what it wants from there is here, and what it has to give. */
async function libraryOfXz() {
  const node = { exports: {}, require: () => self };
  Object.assign(self, node);
  await import("./vendor/xz/package/xz-decompress.min.js");
  for (const name in node) delete self[name];
  return node.exports["xz-decompress"].XzReadableStream;
}

async function startPlainly() {
  const Unpacked = await libraryOfXz();
  const { fetch } = self;

  async function unpacked(path, type = "application/zip") {
    try {
      const { readable, writable } = new TransformStream();
      const { body } = await fetched(path);
      new Unpacked(body).pipeTo(writable).catch(lose); // Pyodide would wait for ever
      return new Response(readable, { headers: { "content-type": type } });
    } catch (error) {
      lose(error);
      throw error;
    }
  }

  self.fetch = (url, options) => {
    const packed = PACKED[`${url}`.split("/").at(-1)];
    return packed ? unpacked(...packed) : fetch(url, options);
  };
  const [pyodide, bridge, ...packages] = await Promise.all([
    loadPyodide({ stdLibURL: here("stdlib.zip") }),
    fetched("bridge.py").then((it) => it.arrayBuffer()),
    ...PACKED_PACKAGES.map(async (path) => (await unpacked(path)).arrayBuffer()),
  ]);
  self.fetch = fetch;
  for (const zip of packages) unpack(pyodide, zip);
  pyodide.FS.writeFile("/live/bridge.py", new Uint8Array(bridge));
  pyodide.runPython("import sys; sys.path.insert(0, '/live')");
  pyodide.pyimport("bridge").import_common();
  return pyodide;
}

// ----------------------------------------------------------------------------- a start from memory
//
// Most of a plain start is Python's own and the import of what all pages import. So the memory it
// has after that is a file of the book (memory.mjs), and Python goes on from there. On a slow line
// the page asks for a plain start, which fetches less. And since this is a part of Pyodide that may
// change: should it fail, or the file not be there, then the start is a plain one, too.

const MEMORY = "vendor/memory/memory.bin";

/** Read memory.bin as it comes: where it goes to, its first words, and a promise that it is whole. */
async function readMemory(response) {
  const { body } = await response;
  const parts = body.pipeThrough(new DecompressionStream("gzip")).getReader();
  let { value: part, done } = await parts.read();
  const [length, words] = new Uint32Array(part.slice(0, 8).buffer);
  const memory = new Uint8Array(length);
  const fill = async () => {
    part = part.subarray(8);
    for (let place = 0; !done; { value: part, done } = await parts.read()) {
      memory.set(part, place);
      place += part.length;
    }
  };
  return { memory, words, whole: fill() };
}

/** The first words tell what has become of those that the program itself puts there. */
function complete({ memory, words }, module) {
  const before = module.HEAPU32;
  const heap = new Uint32Array(memory.buffer, new Uint32Array(memory.buffer, 4, 1)[0]);
  for (let i = 0; i < words; i++) heap[i] ^= before[i];
  // By what function C calls C depends on the browser.
  const offset = before[module.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET / 4];
  const trampoline = (module.__PyRuntime + offset) / 4;
  heap[trampoline] = before[trampoline];
}

async function startFromMemory(response) {
  const program = import("./vendor/pyodide/pyodide.asm.mjs");
  const comes = readMemory(response); // the program is compiled meanwhile
  let module;
  const [pyodide] = await Promise.all([
    loadPyodide({
      _loadSnapshot: comes.then(({ memory }) => memory),
      stdLibURL: import.meta.url, // a file there must be
      createPyodideModule: async (settings) => (await program).default((module = settings)),
      fsInit: async () => {
        await (await comes).whole;
        complete(await comes, module);
      },
    }),
    comes.then(({ whole }) => whole),
  ]);
  pyodide.runPython("import random; random.seed()"); // or each page would draw the same
  performance.mark("from memory");
  return pyodide;
}

// --------------------------------------------------------------------------------------- the rest
//
// What has not come with either start is fetched, all of it, when something is imported that is not
// there; but the tables of `games`, which are for few pages, alone.

const LIBRARY = "vendor/python/stdlib.zip";
const PACKAGES = ["vendor/python/packages.zip", "vendor/games/games.zip"];
const TABLES = "vendor/games/tables.zip";
const SYMPY = "vendor/sympy/sympy.zip"; // for runner.py

const unpack = (pyodide, zip) => pyodide.unpackArchive(zip, "zip", { extractDir: "/live" });

/** @type {(pyodide: any, part: "rest" | "tables", library: string) => void} */
function bring(pyodide, part, library) {
  if (part === "rest") pyodide.FS.writeFile(library, new Uint8Array(fetchedNow(LIBRARY)));
  const archives = part === "rest" ? PACKAGES : [TABLES];
  for (const path of archives) unpack(pyodide, fetchedNow(path));
}

// ------------------------------------------------------------------------------------- the bridge

/** The memory, if the book is kept in this browser (offline.js). */
const keptMemory = () =>
  self.caches?.match(here(MEMORY), { ignoreSearch: true }).catch(() => undefined);

async function startPython() {
  const kept = await keptMemory();
  const { plainly } = kept ? {} : await wanted;
  try {
    if (!plainly) return await startFromMemory(kept ?? fetched(MEMORY));
  } catch (error) {
    console.info(`live: Python starts plainly: ${error.message}`);
  }
  return startPlainly();
}

async function startBridge() {
  const pyodide = await startPython();
  pyodide._api.on_fatal = lose; // what waits for Python then, waits for good
  if (self.name === "cells") {
    pyodide.FS.mkdirTree("/live");
    const put = async (name, response) =>
      pyodide.FS.writeFile(`/live/${name}.py`, await (await response).text());
    await Promise.all([put("needs", fetched("needs.py")), put("runner", fetched("runner.py"))]);
    pyodide.runPython("import importlib; importlib.invalidate_caches()");
  }
  const bridge = pyodide.pyimport("bridge");
  bridge.bring = (part, library) => bring(pyodide, part, library);
  bridge.post = (text, buffers) => self.postMessage({ text, buffers });
  if (self.name !== "cells") return bridge;
  forgetKept();
  const python = pyodide.pyimport("runner");
  python.fetch_sympy = (place) => pyodide.FS.writeFile(place, new Uint8Array(fetchedNow(SYMPY)));
  return python;
}

/** What this browser keeps, also of other sites at the same host, is no business of a cell's. */
function forgetKept() {
  const names = ["indexedDB", "caches", "getDirectory", "BroadcastChannel", "Worker"];
  for (let it of [self, self.navigator.storage]) {
    for (; it && it !== Object.prototype; it = Object.getPrototypeOf(it)) {
      for (const name of names) delete it[name];
    }
  }
}

/** @param {MessageEvent<Partial<Wanted & Cells & Asked & Message>>} event */
async function take({ data }) {
  if (data.wanted) return want(data);
  try {
    const python = await started;
    if (data.cells) await python.run(data.cells, data.ids);
    else if (data.asked) await python.answer(data.asked);
    else {
      python.handle(data.id, data.text, data.buffers);
      tell({ kind: "done", id: data.id });
    }
  } catch (error) {
    lose(error);
  }
}

const lose = ({ message }) => tell({ kind: "lost", brief: `${message}`.trim().split("\n").at(-1) });

// No event tells the page that a worker has died; but it may wait for a lock that this one holds.
function hold() {
  const lock = `live ${Math.random()}`;
  self.navigator.locks?.request(lock, () => {
    tell({ kind: "alive", lock });
    return new Promise(() => {});
  });
}

let want;
const wanted = new Promise((resolve) => (want = resolve));
self.onmessage = take;
hold();
const started = startBridge();
