// The files from which Python starts, and how long they may take.

export const LONG = 8500; // milliseconds until the page reports a missing file: ten seconds seem for ever

export const LOADER = "./vendor/pyodide/pyodide.js";
export const ASM = "./vendor/pyodide/pyodide.asm.js";
export const LOCK = "./vendor/pyodide/pyodide-lock.json";
export const WASM = "./vendor/pyodide/pyodide.asm.wasm";
export const MEMORY = "./vendor/memory/memory.bin";

// The files that Pyodide requests itself on a slow network, each with the file that it gets.
export const PACKED = {
  "pyodide.asm.wasm": ["./vendor/packed/pyodide.asm.wasm.xz", "application/wasm"],
  "stdlib.zip": ["./vendor/packed/stdlib.zip.xz", "application/zip"],
};
export const PACKED_PACKAGES = ["./vendor/packed/packages.zip.xz", "./vendor/book/book.zip.xz"];
export const XZ = "./vendor/xz/package/xz-decompress.min.js";

// Files that are fetched when they are first needed.
export const LIBRARY = "./vendor/python/stdlib.zip";
export const PACKAGES = ["./vendor/python/packages.zip", "./vendor/book/book.zip"];
// The libraries that code of readers may import. The bridge knows their modules (bridge.py).
export const LIBRARIES = { sympy: "./vendor/sympy/sympy.zip", icepool: "./vendor/icepool/icepool.zip" };

/** The files for a start on a slow network, and for a start from memory. */
export const PLAIN = [XZ, "bridge.py", ...Object.values(PACKED).map(([path]) => path), ...PACKED_PACKAGES];
export const FROM_MEMORY = [WASM, MEMORY];
