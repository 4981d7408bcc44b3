// Starts Python. A source provides its files: the worker of the page fetches them (worker.js), and the
// worker in the sandbox gets them by message (sandbox_worker.js).

import { FOR_REQUESTS, LATER, SETTINGS } from "./book_files.js";
import { ASM, LIBRARIES, LIBRARY, LOADER, MEMORY, PACKAGES, PACKED, PACKED_PACKAGES, XZ } from "./files.js";

/**
 * @typedef {object} Source
 * @property {(path: string) => Promise<any>} load a module
 * @property {(path: string) => Promise<Response>} open a file
 * @property {(path: string) => ArrayBuffer | undefined} bytes reads a file synchronously, if the worker can
 * @property {string} place the address of a file in the same folder
 * @property {(name: string) => Promise<Response> | undefined} served answers a request of Pyodide
 * @property {object} settings of Pyodide
 * @property {(error: Error) => void} lose called with an error that comes too late to be thrown
 */

// Python's memory never shrinks, so it has a limit. At the limit Python raises a MemoryError, and the page
// goes on.
const MAX_BYTES = 256 * 2 ** 20;
const { grow } = WebAssembly.Memory.prototype;
WebAssembly.Memory.prototype.grow = function (pages) {
  if (this.buffer.byteLength + pages * 65536 > MAX_BYTES) throw new RangeError("no more memory");
  return grow.call(this, pages);
};

/**
 * Load the loader of Pyodide, and at the same time its program.
 * @param {Source} source
 */
async function loadLoader({ load, settings }) {
  const program = load(ASM);
  const { loadPyodide } = await load(LOADER);
  const create = async (moduleSettings) => (await program).default(moduleSettings);
  return { create, load: (options) => loadPyodide({ createPyodideModule: create, ...settings, ...options }) };
}

/** Perform a function. Meanwhile `served` answers the requests of Pyodide, as far as it can. */
async function withServedFiles(served, perform) {
  const { fetch } = self;
  self.fetch = (url, options) => served(`${url}`.split("/").at(-1)) ?? fetch(url, options);
  try {
    return await perform();
  } finally {
    self.fetch = fetch;
  }
}

/** Perform a start, and reject if the program is damaged or missing. Pyodide alone would wait for ever. */
export async function startOrReject(start) {
  const { instantiateStreaming: instantiate } = WebAssembly;
  try {
    return await new Promise((resolve, reject) => {
      WebAssembly.instantiateStreaming = (...options) => {
        const program = instantiate(...options);
        program.catch(reject);
        return program;
      };
      start().then(resolve, reject);
    });
  } finally {
    WebAssembly.instantiateStreaming = instantiate;
  }
}

// ---------------------------------------------------------------------------------- a plain start
//
// On a slow network each byte costs time. So Python and the modules that its start imports are packed as
// small as possible (fetch.py). The other modules are described below.

/** Load the library that unpacks xz. It is written for Node, so it gets Node's globals while it loads. */
async function loadXz(load) {
  const node = { exports: {}, require: () => self };
  Object.assign(self, node);
  await load(XZ);
  for (const name in node) delete self[name];
  return node.exports["xz-decompress"].XzReadableStream;
}

/** @param {Source} source */
export async function startPlainly(source) {
  const Unpacked = await loadXz(source.load);

  let reportProgram;
  const programUnpacked = new Promise((resolve) => (reportProgram = resolve));

  async function unpacked(path, type = "application/zip") {
    try {
      const { readable, writable } = new TransformStream();
      const { body } = await source.open(path);
      const finished = new Unpacked(body).pipeTo(writable);
      // without `lose` Pyodide would wait for ever
      finished.then(type.endsWith("wasm") ? reportProgram : null, source.lose);
      return new Response(readable, { headers: { "content-type": type } });
    } catch (error) {
      source.lose(error);
      throw error;
    }
  }

  const served = (name) => (name in PACKED ? unpacked(...PACKED[name]) : source.served(name));
  const { load } = await loadLoader(source);
  const [libraries, book] = PACKED_PACKAGES.map(async (path) => {
    await programUnpacked; // the program comes first; the packages load while Python starts
    return (await unpacked(path)).arrayBuffer();
  });
  const [pyodide, bridge] = await withServedFiles(served, () =>
    Promise.all([
      load({ stdLibURL: new URL("stdlib.zip", source.place).href }),
      source.open("bridge.py").then((response) => response.arrayBuffer()),
    ]),
  );
  unpack(pyodide, await libraries);
  pyodide.FS.writeFile("/live/bridge.py", new Uint8Array(bridge));
  pyodide.runPython("import sys; sys.path.insert(0, '/live')");
  pyodide.pyimport("bridge").import_common();
  unpack(pyodide, await book);
  return pyodide;
}

// ----------------------------------------------------------------------------- a start from memory
//
// A plain start spends most of its time on Python's own start and on imports that all pages need. A file of
// the book (memory.mjs) has Python's memory after that, and Python continues from it. On a slow network the
// page asks for a plain start, which fetches less. A start from memory uses a part of Pyodide that may
// change. If it fails, or the file is missing, a plain start follows.

/** Read memory.bin while it downloads. Return the array that it fills, the number of its first words, and a
    promise that resolves when the array is complete. */
async function readMemory(response) {
  const { body } = await response;
  const parts = body.pipeThrough(new DecompressionStream("gzip")).getReader();
  let { value: part, done: isDone } = await parts.read();
  const [length, words] = new Uint32Array(part.slice(0, 8).buffer);
  const memory = new Uint8Array(length);
  const fill = async () => {
    part = part.subarray(8);
    for (let place = 0; !isDone; { value: part, done: isDone } = await parts.read()) {
      memory.set(part, place);
      place += part.length;
    }
  };
  return { memory, words, filled: fill() };
}

/** Complete the first words: the file has only their differences from the words that the program writes. */
function completeFirstWords({ memory, words }, module) {
  const programWords = module.HEAPU32;
  const heap = new Uint32Array(memory.buffer, new Uint32Array(memory.buffer, 4, 1)[0]);
  for (let i = 0; i < words; i++) heap[i] ^= programWords[i];
  // This function, by which C calls C, depends on the browser. So the program's own word is right.
  const offset = programWords[module.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET / 4];
  const trampoline = (module.__PyRuntime + offset) / 4;
  heap[trampoline] = programWords[trampoline];
}

/** Enlarge the heap to the size of the memory file. Pyodide does not do this. What malloc reserves here does
    not matter: the file brings its own records of reserved memory. */
function enlargeHeap({ memory }, module) {
  const [start] = new Uint32Array(memory.buffer, 4, 1);
  while (module.HEAPU8.length < memory.length - start) module._malloc(2 ** 20);
}

/** @param {Source} source */
export async function startFromMemory(source) {
  const reading = readMemory(source.open(MEMORY)); // the program compiles at the same time
  const { create, load } = await loadLoader(source);
  let module;
  const [pyodide] = await withServedFiles(source.served, () =>
    Promise.all([
      load({
        _loadSnapshot: reading.then(({ memory }) => memory),
        stdLibURL: source.place, // Pyodide insists on an address here
        createPyodideModule: (settings) => create((module = settings)),
        fsInit: async () => {
          await (await reading).filled;
          completeFirstWords(await reading, module);
          enlargeHeap(await reading, module);
        },
      }),
      reading.then(({ filled }) => filled),
    ]),
  );
  pyodide.runPython("import random; random.seed()"); // otherwise all pages would draw the same numbers
  return pyodide;
}

// --------------------------------------------------------------------------------------- the rest
//
// When code imports a module that did not come with the start, all missing files are fetched together.
// Only libraries and the packages that the book's settings name come separately. In a sandbox Python cannot
// wait for files, so it requests them first and then imports again (sandbox_worker.js).

const libraryParts = Object.fromEntries(Object.entries(LIBRARIES).map(([part, path]) => [part, [path]]));
/** @type {Record<string, string[]>} */
export const PARTS = { rest: [LIBRARY, ...PACKAGES], ...LATER, ...libraryParts };

const unpack = (pyodide, zip) => pyodide.unpackArchive(zip, "zip", { extractDir: "/live" });

/**
 * Connect bridge.py with the page and with the files that did not come with the start. Return the module.
 * @param {any} pyodide
 * @param {object} with
 * @param {(text: string, buffers: any) => void} with.post
 * @param {Source["bytes"]} with.bytes
 * @param {Source["lose"]} with.lose
 */
export function connect(pyodide, { post, bytes, lose }) {
  pyodide._api.on_fatal = lose; // Python answers nothing after that
  const bridge = pyodide.pyimport("bridge");
  const fetchPart = (part, archive) => {
    try {
      const contents = PARTS[part].map(bytes);
      if (!contents.every(Boolean)) return false;
      if (archive) pyodide.FS.writeFile(archive, new Uint8Array(contents.shift()));
      for (const zip of contents) unpack(pyodide, zip);
      return true;
    } catch (error) {
      // If one of these parts is missing, Python goes on. Only a request fails, or the import of a library
      // (bridge.py).
      if (!FOR_REQUESTS.includes(part) && !(part in LIBRARIES)) lose(error);
      throw error;
    }
  };
  bridge.connect(post, fetchPart, JSON.stringify(SETTINGS));
  return bridge;
}
