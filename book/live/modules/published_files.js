// The list of the book's files as published now. It is part of the service worker's file (offline.js),
// which publish.py writes. Browsers fetch that file again each time.

import { page } from "./query.js";
import { LONG } from "./files.js";

/** The folder of the whole book. */
export const root = () => new URL(page.dataset.content_root ?? "./", location.href);

/**
 * The text of the list.
 * @param {number} patience milliseconds
 */
export async function list(patience = LONG) {
  const signal = AbortSignal.timeout(patience);
  const answer = await fetch(new URL("offline.js", root()), { cache: "no-cache", signal });
  const text = await answer.text(); // a network's log-in page may answer in place of the book
  if (!text.startsWith("const FIRST")) throw new Error("the list of the book's files did not come");
  return text;
}

/** Return a constant at the start of the list. */
export const constant = (text, name) => JSON.parse(text.match(`const ${name} = ([^;]+);`)[1]);
