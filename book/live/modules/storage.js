// What a reader has done on this page, kept in this browser alone, until it is taken out again.
//
// A browser may refuse to keep it. Then `data-storage` at the page is "none" if it keeps nothing, and
// "full" if it has kept something before; all scripts of the page can see it there.

import { page } from "./query.js";

/** Find out whether this browser keeps anything. */
export function tryStorage() {
  try {
    localStorage.setItem("storage", "");
    localStorage.removeItem("storage");
  } catch {
    page.dataset.storage = "none";
  }
}

/** All that is kept of a kind, of each page; what is no JSON is left out. */
export function everywhere(kind) {
  try {
    const places = Object.keys(localStorage).filter((key) => key.startsWith(`${kind} of `));
    return places.flatMap((key) => {
      try {
        return [JSON.parse(localStorage.getItem(key))];
      } catch {
        return [];
      }
    });
  } catch {
    return []; // the browser keeps nothing
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

/** @param {string} kind */
export function keeper(kind) {
  const place = `${kind} of ${location.pathname}`;
  let own = {}; // what the browser has refused to keep lasts as long as the page

  function all() {
    try {
      return { ...JSON.parse(localStorage.getItem(place)), ...own };
    } catch {
      return own; // the browser keeps nothing, or something else
    }
  }

  function forget() {
    own = {};
    try {
      localStorage.removeItem(place);
    } catch {
      // it was not kept
    }
  }

  /** Keep a value by its name, or nothing by this name if the value is undefined. */
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
