// Where the scripts of a page lie.

/** The folder of the script that this is in: see `joined` in publish.py. */
export const HOME = /** @type {any} */ (document.currentScript).src.replace(/[^/]*$/, "");
