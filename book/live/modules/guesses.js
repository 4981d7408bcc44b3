// What a reader guessed (predict.py): kept in this browser alone, and said again where the page comes
// back to it, in elements like <span class="said" data-guess="name">What it says to others.</span>
// Code of readers runs elsewhere (wall.html) and finds none of this.

import { isEmbedded, isFile } from "./asked.js";
import { button, make } from "./elements.js";
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

  // What answers a question, of the class after-name, is folded until there is a guess or none is
  // wanted: by that name here, and by a link to what is in it in the style sheet.
  /** @type {[string, Element, HTMLElement][]} */
  const folded = [];
  for (const it of document.querySelectorAll("div[class*=after-]")) {
    const name = it.className.match(/(?:^|[ _])after-(\w+)/)?.[1];
    if (!name || recall(name)) continue;
    const note = make("p", "live-waits-note", "What stands here answers the question above. ");
    note.append(button("Show it", () => unfold(name)));
    note.hidden = it.previousElementSibling?.classList.contains("live-waits");
    it.before(note);
    it.classList.add("live-waits");
    folded.push([name, it, note]);
  }

  function unfold(asked) {
    for (const [name, it, note] of folded) {
      if (name !== asked) continue;
      it.classList.remove("live-waits");
      note.remove();
    }
  }

  function keep(name, it, says, isNew) {
    if (it !== "open") unfold(name);
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
