// The list of the book's files as they are published now. It is in the service worker (offline.js),
// which publish.py writes: browsers ask for that file anew each time.

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

/** A constant that the list begins with. */
export const constant = (text, name) => JSON.parse(text.match(`const ${name} = ([^;]+);`)[1]);
