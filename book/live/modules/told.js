// What a page says of itself where something does not come.

import { page } from "./asked.js";

export const LONG = 8500; // milliseconds until what does not come is told: ten seconds seem for ever
export const AGAIN = "Load the page anew";
export const UNSTARTED = "Python could not start: a file of this page is missing, or came damaged.";
export const RENEWED = "The book has been renewed since this page was opened. What you did here is kept.";

/** Load the page as it is now, and not as this browser has kept it. */
export async function reload() {
  const kept = await navigator.serviceWorker?.getRegistration(page.dataset.content_root).catch(() => null);
  await kept?.unregister();
  location.reload();
}

/** What is waited for, if it comes in time; if not, the page is told, too (early.js). */
export async function within(promise) {
  const late = (_, reject) => setTimeout(reject, LONG, new Error("it is held up on its way"));
  try {
    return await Promise.race([promise, new Promise(late)]);
  } catch (error) {
    dispatchEvent(new Event("amiss"));
    throw error;
  }
}

/** Settles once a style sheet is there to its end, which says so. */
export const dressed = (href) =>
  new Promise((resolve, reject) => {
    const fail = () => reject(new Error(`${href} is missing, or came damaged`));
    const isWhole = () => [...link.sheet.cssRules].at(-1)?.cssText.includes("--drawn");
    const onload = () => (isWhole() ? resolve(link) : fail());
    const link = document.createElement("link");
    Object.assign(link, { rel: "stylesheet", href, onload, onerror: fail });
    document.head.append(link);
  });
