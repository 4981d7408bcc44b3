// Keeps the reader's work on this page, in this browser alone, until it is removed.
//
// A browser may refuse to store it. Then the page's `data-storage` is "none" if the browser stores nothing,
// and "full" if it has stored something before. All scripts of the page can read it there.

import { page } from "./query.js";

/** Find out whether this browser stores anything. */
export function tryStorage() {
  try {
    localStorage.setItem("storage", "");
    localStorage.removeItem("storage");
  } catch {
    page.dataset.storage = "none";
  }
}

/** Return the paths of the pages for which this browser keeps something of a kind. */
export function pathsWith(kind) {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(`${kind} of `));
    return keys.map((key) => key.slice(`${kind} of `.length));
  } catch {
    return []; // the browser keeps nothing
  }
}

/** Return all stored data of a kind, of all pages, except what is not JSON. */
export function everywhere(kind) {
  return pathsWith(kind).flatMap((path) => {
    try {
      return [JSON.parse(localStorage.getItem(`${kind} of ${path}`))];
    } catch {
      return [];
    }
  });
}

/** @param {string} kind */
export function keeper(kind) {
  const place = `${kind} of ${location.pathname}`;
  let own = {}; // data that the browser refuses to store; it lasts as long as the page

  function all() {
    try {
      return { ...JSON.parse(localStorage.getItem(place)), ...own };
    } catch {
      return own; // the browser stores nothing, or not what we stored
    }
  }

  function forget() {
    own = {};
    try {
      localStorage.removeItem(place);
    } catch {
      // nothing was stored
    }
  }

  /** Store a value under its name. If the value is undefined, remove the name. */
  function keep(name, value) {
    const values = { ...all(), [name]: value };
    if (Object.values(values).every((content) => content === undefined)) return forget();
    try {
      localStorage.setItem(place, JSON.stringify(values));
      own = {};
    } catch (error) {
      own = values;
      page.dataset.storage ??= "full";
      console.info(`${kind}: not kept: ${error.message}`);
    }
  }

  return { all, keep, forget };
}
