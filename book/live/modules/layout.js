// What can wait for Python: until it is there, a long page is laid out no further than it is seen
// (early_start.js).

import { page } from "./query.js";

const SECTIONS = ".bd-article > section > section";

// To ask for the place of what is in a section would have it laid out; so the section is asked.
export const isNear = (element) =>
  (element.closest(SECTIONS) ?? element).getBoundingClientRect().top < 2 * innerHeight;
/** A breath for the browser: what follows is a task of its own, and holds nothing up for long. */
export const breath = () => new Promise((go) => setTimeout(go));
// Safari has no idle callbacks.
export const idle = () => new Promise((go) => (window.requestIdleCallback ?? setTimeout)(go));

// Of the event "load" early_start.js may let nobody hear yet.
/** @type {Promise<void>} */
export const loaded = new Promise((resolve) => {
  const hear = () => document.readyState === "complete" && resolve();
  document.addEventListener("readystatechange", hear);
});
/** @type {() => void} */
export let settle; // called once Python is there, or is not to come
/** @type {Promise<void>} */
const settled = new Promise((resolve) => (settle = resolve));
settled.then(() => page.dataset.layout && layOut());

/** Lay out what early_start.js has put off, a section at a time. */
async function layOut() {
  for (const section of document.querySelectorAll(SECTIONS)) {
    section.style.contentVisibility = "visible";
    await idle();
  }
  layOutAll();
}

function layOutAll() {
  delete page.dataset.layout;
  window.liveEarly?.load?.();
}

// Who follows a link to a place of this page needs all that is above it.
const follow = ({ target }) => target.closest("a[href^='#']") && layOutAll();
addEventListener("click", follow, { capture: true });
