// The folder of a page's scripts.

/** The folder of the script that this is in: see `joined` in publish.py. */
export const HOME = /** @type {any} */ (document.currentScript).src.replace(/[^/]*$/, "");
