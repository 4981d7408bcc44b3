// The folder of a page's scripts.

/** The folder of the script that this is in: see `run_bundler` in publish.py. */
export const HOME = /** @type {any} */ (document.currentScript).src.replace(/[^/]*$/, "");
