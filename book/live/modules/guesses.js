// What a reader guessed (predict.py): kept in this browser alone, and said again where the page comes
// back to it, in elements like <span class="said" data-guess="name">What it says to others.</span>
// Code of readers runs elsewhere (wall.html) and finds none of this.

import { isEmbedded, isFile } from "./asked.js";
import { keeper } from "./kept.js";

/** Begin to; surface.js finds it in the window. */
export function remember() {
  if (isFile || isEmbedded) return;
  const kept = keeper("guesses");

  function recall(name) {
    const it = kept.all()[name];
    return typeof it === "string" ? it : "";
  }

  /** @type {[HTMLElement, Node[]][]} */
  const places = []; // and what each says to whoever did not guess
  for (const it of document.querySelectorAll(".said")) {
    places.push([/** @type {HTMLElement} */ (it), [...it.childNodes]]);
  }

  function keep(name, it, says, isNew) {
    if (isNew) kept.keep(name, it === "open" ? undefined : it);
    for (const [place, own] of places) {
      if (place.dataset.guess === name) place.replaceChildren(...(says ? [says] : own));
    }
    dispatchEvent(new Event("guesses")); // answers.js has the button that erases them
  }

  /** Have something done when another page, or answers.js, has changed what is kept. */
  function watch(change, signal) {
    for (const kind of ["storage", "erased"]) addEventListener(kind, change, { signal });
  }

  window.liveMemory = { recall, keep, watch };
}
