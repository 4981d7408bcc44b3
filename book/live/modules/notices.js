// What a page says of itself where something does not come.

import { page } from "./query.js";
import { LONG } from "./files.js";
import { mend } from "./mend.js";

export const AGAIN = "Load the page anew";
export const UNSTARTED = "Python could not start: a file of this page is missing, or came damaged.";
export const RENEWED = "The book has been renewed since this page was opened.";

/** The same, and what becomes of what the reader did here (storage.js). */
export const sayRenewed = () =>
  `${RENEWED} What you did here is ${page.dataset.storage ? "not kept: save it first" : "kept"}.`;

/**
 * Load the page as it is now, and not as this browser has kept it.
 * @param {{ target?: any }} [event] the click on a button, which says that this takes a while
 */
export async function reload({ target } = {}) {
  if (target) Object.assign(target, { disabled: true, textContent: "Damaged files are fetched again…" });
  const registration = await navigator.serviceWorker?.getRegistration(page.dataset.content_root).catch(() => null);
  await registration?.unregister();
  await mend().catch(({ message }) => console.info(`live: nothing was mended: ${message}`));
  location.reload();
}

/** What is waited for, if it comes in time; if not, the page is told, too (early_start.js). */
export async function inTime(promise) {
  const rejectLater = (_, reject) => setTimeout(reject, LONG, new Error("it is held up on its way"));
  try {
    return await Promise.race([promise, new Promise(rejectLater)]);
  } catch (error) {
    dispatchEvent(new Event("amiss"));
    throw error;
  }
}

/** Have the page get a file; settles once it is there, and a script once it has run. */
export const bring = (name, attributes) =>
  new Promise((resolve, reject) => {
    const onerror = () => reject(new Error(`${attributes.href ?? attributes.src} is missing`));
    document.head.append(Object.assign(document.createElement(name), { onload: resolve, onerror, ...attributes }));
  });

/** Settles once a style sheet is there to its end, which says so. */
export const dressed = (href) =>
  bring("link", { rel: "stylesheet", href }).then(({ target: { sheet } }) => {
    if (![...sheet.cssRules].at(-1)?.cssText.includes("--drawn")) throw new Error(`${href} came damaged`);
  });
