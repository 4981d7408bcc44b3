// Save the memory of the page's Python after it has imported all that the pages need. In a reader's browser
// Python continues from this memory and imports nothing (worker.js). Run by fetch.py:
//
//     node memory.mjs FOLDER PACKAGE ...
//
// FOLDER holds pyodide/, stdlib.zip and live/ with all that the pages import. Each PACKAGE is imported
// with all its modules. The memory goes to memory.bin, which fetch.py compresses. It begins with two
// numbers of four bytes: its length, and the number of words that the program puts there before it
// runs. A browser has these words from the program itself. So each is stored as the exclusive or of
// its two values, which saves a quarter.

import nodeCrypto from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, ...packages] = process.argv.slice(2);
const from = (path) => import(pathToFileURL(`${folder}/pyodide/${path}`));
const { loadPyodide } = await from("pyodide.mjs");
const { default: createModule } = await from("pyodide.asm.mjs");

// The memory must be the same each time and on each machine; otherwise readers would download it again. So
// Python gets no randomness, no clock and no time zone here. It gets a fixed browser name and language, not
// those of Node and the machine, because these names would be in the memory. Features of only some versions
// of Node are not used: calls from C to C go the way of an iPhone, without JSPI.
process.env.TZ = "UTC";
Object.defineProperty(globalThis, "navigator", { value: { language: "C", userAgent: "iPhone" } });
delete WebAssembly.Suspending;
crypto.getRandomValues = nodeCrypto.randomFillSync = (array) => array.fill(0);
Date.now = () => Date.UTC(2020, 0);
performance.now = () => 0;

let module, before;
const pyodide = await loadPyodide({
  stdLibURL: `${folder}/stdlib.zip`,
  env: { PYTHONHASHSEED: "0" },
  _sysExecutable: "/python",
  _makeSnapshot: true,
  createPyodideModule: (settings) => createModule((module = settings)),
  fsInit: () => void (before = module.HEAPU32.slice()),
});
for (const path of readdirSync(`${folder}/live`, { recursive: true })) {
  const isFolder = statSync(`${folder}/live/${path}`).isDirectory();
  if (isFolder) pyodide.FS.mkdirTree(`/live/${path}`);
  else pyodide.FS.writeFile(`/live/${path}`, readFileSync(`${folder}/live/${path}`));
}
pyodide.runPython(`
import gc, re, sys, zipimport
from importlib import import_module
from pkgutil import walk_packages

sys.path.insert(0, "/live")
import encodings.cp437  # of the names in an archive
import bridge  # it stands in for IPython, which ipywidgets imports
import anywidget, ipywidgets
def import_all(package):
    for module in walk_packages(import_module(package).__path__, f"{package}."):
        import_module(module.name)
for package in ${JSON.stringify(packages)}:
    import_all(package)
del import_all
globals().pop("package", None)
sys.path_importer_cache.clear()  # in a page the files are not there
zipimport._zip_directory_cache.clear()
re.purge()  # patterns that were used once, while modules were imported
gc.collect()
`);

// Freed memory still has its old content. Zeros compress to almost nothing.
const end = module._malloc(2 ** 18);
const blocks = [end];
for (let size = 2 ** 17; size >= 16; size /= 2) {
  for (let block = 0; block < end; blocks.push(block)) {
    block = module._malloc(size);
    if (block < end) module.HEAPU8.fill(0, block, block + size);
  }
}
for (const block of blocks) module._free(block);

const memory = pyodide.makeMemorySnapshot();
const words = before.findLastIndex((word) => word !== 0) + 1;
const [, start] = new Uint32Array(memory.buffer, 0, 2); // Pyodide's header comes before
const changed = new Uint32Array(memory.buffer, start, words);
for (let i = 0; i < words; i++) changed[i] ^= before[i];
const numbers = new Uint8Array(Uint32Array.of(memory.length, words).buffer);
writeFileSync(`${folder}/memory.bin`, Buffer.concat([numbers, memory]));
