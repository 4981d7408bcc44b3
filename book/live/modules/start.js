// Starts Python. Where its files come from a source says: the worker of the page fetches them
// (worker.js), that behind the wall has been given them (sandbox_worker.js).

import { FOR_REQUESTS, LATER, SETTINGS } from "./book_files.js";
import { ASM, LIBRARY, LOADER, MEMORY, PACKAGES, PACKED, PACKED_PACKAGES, XZ } from "./files.js";

/**
 * @typedef {object} Source
 * @property {(path: string) => Promise<any>} load a module
 * @property {(path: string) => Promise<Response>} open a file
 * @property {(path: string) => ArrayBuffer | undefined} bytes of a file, for which all else waits, if it can
 * @property {string} place the address of some file beside them
 * @property {(name: string) => Promise<Response> | undefined} served what Pyodide asks for by itself
 * @property {object} settings of Pyodide
 * @property {(error: Error) => void} lose what to do with what comes too late to be thrown
 */

// Python's memory never shrinks, so it must not grow without bound: past this it gets none, which is
// a MemoryError there, and no harm to the page.
const MOST = 256 * 2 ** 20;
const { grow } = WebAssembly.Memory.prototype;
WebAssembly.Memory.prototype.grow = function (pages) {
  if (this.buffer.byteLength + pages * 65536 > MOST) throw new RangeError("no more memory");
  return grow.call(this, pages);
};

/**
 * The loader of Pyodide and, as it comes, its program.
 * @param {Source} source
 */
async function pyodideOf({ load, settings }) {
  const program = load(ASM);
  const { loadPyodide } = await load(LOADER);
  const create = async (moduleSettings) => (await program).default(moduleSettings);
  return { create, load: (own) => loadPyodide({ createPyodideModule: create, ...settings, ...own }) };
}

/** Do something while what Pyodide asks for by itself is answered by us. */
async function serving(served, perform) {
  const { fetch } = self;
  self.fetch = (url, options) => served(`${url}`.split("/").at(-1)) ?? fetch(url, options);
  try {
    return await perform();
  } finally {
    self.fetch = fetch;
  }
}

/** A start; for a program that came damaged, or not at all, Pyodide by itself would wait for ever. */
export async function orFail(start) {
  const { instantiateStreaming: instantiate } = WebAssembly;
  try {
    return await new Promise((resolve, reject) => {
      WebAssembly.instantiateStreaming = (...given) => {
        const program = instantiate(...given);
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
// On a slow line each byte costs time. There Python and what its start imports come packed as small
// as can be (fetch.py); for the rest see below.

/** The library is written for node: what it wants from there is here, and what it has to give. */
async function libraryOfXz(load) {
  const node = { exports: {}, require: () => self };
  Object.assign(self, node);
  await load(XZ);
  for (const name in node) delete self[name];
  return node.exports["xz-decompress"].XzReadableStream;
}

/** @param {Source} source */
export async function startPlainly(source) {
  const Unpacked = await libraryOfXz(source.load);

  let come;
  const isProgramThere = new Promise((resolve) => (come = resolve));

  async function unpacked(path, type = "application/zip") {
    try {
      const { readable, writable } = new TransformStream();
      const { body } = await source.open(path);
      const finished = new Unpacked(body).pipeTo(writable);
      finished.then(type.endsWith("wasm") ? come : null, source.lose); // Pyodide would wait for ever
      return new Response(readable, { headers: { "content-type": type } });
    } catch (error) {
      source.lose(error);
      throw error;
    }
  }

  const served = (name) => (name in PACKED ? unpacked(...PACKED[name]) : source.served(name));
  const { load } = await pyodideOf(source);
  const [libraries, book] = PACKED_PACKAGES.map(async (path) => {
    await isProgramThere; // while Python begins the line would be idle
    return (await unpacked(path)).arrayBuffer();
  });
  const [pyodide, bridge] = await serving(served, () =>
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
// Most of a plain start is Python's own and the import of what all pages import. So the memory it
// has after that is a file of the book (memory.mjs), and Python goes on from there. On a slow line
// the page asks for a plain start, which fetches less. And since this is a part of Pyodide that may
// change: should it fail, or the file not be there, then the start is a plain one, too.

/** Read memory.bin as it comes: where it goes to, its first words, and a promise that it is whole. */
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
  return { memory, words, whole: fill() };
}

/** The first words tell what has become of those that the program itself puts there. */
function complete({ memory, words }, module) {
  const programWords = module.HEAPU32;
  const heap = new Uint32Array(memory.buffer, new Uint32Array(memory.buffer, 4, 1)[0]);
  for (let i = 0; i < words; i++) heap[i] ^= programWords[i];
  // By what function C calls C depends on the browser.
  const offset = programWords[module.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET / 4];
  const trampoline = (module.__PyRuntime + offset) / 4;
  heap[trampoline] = programWords[trampoline];
}

/** Make room for it, which Pyodide does not: who holds what, the memory that comes says itself. */
function widen({ memory }, module) {
  const [start] = new Uint32Array(memory.buffer, 4, 1);
  while (module.HEAPU8.length < memory.length - start) module._malloc(2 ** 20);
}

/** @param {Source} source */
export async function startFromMemory(source) {
  const comes = readMemory(source.open(MEMORY)); // the program is compiled meanwhile
  const { create, load } = await pyodideOf(source);
  let module;
  const [pyodide] = await serving(source.served, () =>
    Promise.all([
      load({
        _loadSnapshot: comes.then(({ memory }) => memory),
        stdLibURL: source.place, // a file there must be
        createPyodideModule: (settings) => create((module = settings)),
        fsInit: async () => {
          await (await comes).whole;
          complete(await comes, module);
          widen(await comes, module);
        },
      }),
      comes.then(({ whole: filled }) => filled),
    ]),
  );
  pyodide.runPython("import random; random.seed()"); // or each page would draw the same
  return pyodide;
}

// --------------------------------------------------------------------------------------- the rest
//
// When code imports a module that did not come with the start, all files that are missing are fetched
// together. But the packages that the book's settings name come alone. In a sandbox Python cannot wait
// for files: there it asks for them first, and imports again (sandbox_worker.js).

export const PARTS = { rest: [LIBRARY, ...PACKAGES], ...LATER };

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
  const fetchPart = (part, library) => {
    try {
      const contents = PARTS[part].map(bytes);
      if (!contents.every(Boolean)) return false;
      if (part === "rest") pyodide.FS.writeFile(library, new Uint8Array(contents.shift()));
      for (const zip of contents) unpack(pyodide, zip);
      return true;
    } catch (error) {
      if (!FOR_REQUESTS.includes(part)) lose(error); // else the request fails (bridge.py), and the apps go on
      throw error;
    }
  };
  bridge.connect(post, fetchPart, JSON.stringify(SETTINGS));
  return bridge;
}
