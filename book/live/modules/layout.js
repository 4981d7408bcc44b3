// Delays work until Python has started. Until then only the visible part of a long page is laid out
// (early_start.js).

import { page } from "./query.js";

const SECTIONS = ".bd-article > section > section";

// Measuring an element in a section would lay out the section, so the section itself is measured.
export const isNear = (element) =>
  (element.closest(SECTIONS) ?? element).getBoundingClientRect().top < 2 * innerHeight;
/** Let the browser do other work: the code that follows becomes a task of its own. */
export const breath = () => new Promise((go) => setTimeout(go));
// Safari has no idle callbacks.
export const idle = () => new Promise((go) => (window.requestIdleCallback ?? setTimeout)(go));

// early_start.js may delay the event "load".
/** @type {Promise<void>} */
export const loaded = new Promise((resolve) => {
  const hear = () => document.readyState === "complete" && resolve();
  document.addEventListener("readystatechange", hear);
});
/** @type {() => void} */
export let settle; // called when Python has started or will not start
/** @type {Promise<void>} */
const settled = new Promise((resolve) => (settle = resolve));
settled.then(() => page.dataset.layout && layOut());

/** Lay out the sections that early_start.js has delayed, one at a time. */
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

// A link to a place on this page needs the layout of everything above the place.
const follow = ({ target }) => target.closest("a[href^='#']") && layOutAll();
addEventListener("click", follow, { capture: true });
