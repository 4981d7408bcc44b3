// Messages of the page about files that do not arrive, and functions that wait for files.

import { page } from "./query.js";
import { LONG } from "./files.js";
import { repairCache } from "./repair_cache.js";

export const AGAIN = "Load the page anew";
export const UNSTARTED = "Python could not start: a file of this page is missing, or came damaged.";
export const RENEWED = "The book has been renewed since this page was opened.";

/** Return RENEWED, and say whether the reader's work on this page is kept (storage.js). */
export const sayRenewed = () =>
  `${RENEWED} What you did here is ${page.dataset.storage ? "not kept: save it first" : "kept"}.`;

/**
 * Load the page from the network and not from this browser's caches.
 * @param {{ target?: any }} [event] the click on a button; the button then shows that this takes a while
 */
export async function reload({ target } = {}) {
  if (target) Object.assign(target, { disabled: true, textContent: "Damaged files are fetched again…" });
  const registration = await navigator.serviceWorker?.getRegistration(page.dataset.content_root).catch(() => null);
  await registration?.unregister();
  await repairCache().catch(({ message }) => console.info(`live: nothing was repaired: ${message}`));
  location.reload();
}

/** Await a promise with a time limit. On failure throw, and send the page an event (early_start.js). */
export async function inTime(promise) {
  const rejectLater = (_, reject) => setTimeout(reject, LONG, new Error("it is held up on its way"));
  try {
    return await Promise.race([promise, new Promise(rejectLater)]);
  } catch (error) {
    dispatchEvent(new Event("missing-file"));
    throw error;
  }
}

/** Add an element that loads a file. Resolves when the file has loaded; a script has then run. */
export const bring = (name, attributes) =>
  new Promise((resolve, reject) => {
    const onerror = () => reject(new Error(`${attributes.href ?? attributes.src} is missing`));
    document.head.append(Object.assign(document.createElement(name), { onload: resolve, onerror, ...attributes }));
  });

/** Load a style sheet. Rejects if its last rule is not the end marker: then the file is incomplete. */
export const dressed = (href) =>
  bring("link", { rel: "stylesheet", href }).then(({ target: { sheet } }) => {
    if (![...sheet.cssRules].at(-1)?.cssText.includes("--drawn")) throw new Error(`${href} came damaged`);
  });
