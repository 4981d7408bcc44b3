// What a reader guessed (predict.py): kept in this browser alone, and said again where the page comes
// back to it, in elements like <span class="said" data-guess="name">What it says to others.</span>
// And of each app the game under way (moves.py), which goes on when the page is opened again.
// Code of readers runs elsewhere (sandbox.html) and finds none of this.

import { isEmbedded, isFile } from "./query.js";
import { button, make } from "./elements.js";
import { keeper } from "./storage.js";

/** Begin to; html_widget.js finds it in the window. */
export function remember() {
  if (isFile || isEmbedded) return;
  const kept = keeper("guesses");
  const tell = () => dispatchEvent(new Event("kept")); // answers.js has the button that erases it

  /** @type {(keeper: { all: () => Record<string, unknown> }, name: string) => string} */
  const textOf = (keeper, name) => {
    const it = keeper.all()[name];
    return typeof it === "string" ? it : "";
  };
  const recall = (name) => textOf(kept, name);

  const said = new Map(); // name -> question and guess
  /** @type {[HTMLElement, Node[]][]} */
  const places = []; // and what each says to whoever did not guess
  for (const it of document.querySelectorAll(".said")) {
    places.push([/** @type {HTMLElement} */ (it), [...it.childNodes]]);
  }

  // What answers a question, of the class after-name, is folded until there is a guess, or a right
  // answer in the form of that name, or none is wanted: here, and by a link to what is in it in the
  // style sheet.
  /** @type {[string, Element, HTMLElement][]} */
  const folded = [];
  for (const it of document.querySelectorAll("div[class*=after-]")) {
    const name = it.className.match(/(?:^|[ _])after-([\w-]+)/)?.[1];
    if (!name || recall(name)) continue;
    const note = make("p", "live-waits-note", "This part answers the question above. ");
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

  function keep(name, it, says, isNew, asks) {
    if (it !== "open") unfold(name);
    if (isNew) kept.keep(name, it === "open" ? undefined : it);
    if (says) said.set(name, `${asks.trim()} ${says}`);
    else said.delete(name);
    for (const [place, own] of places) {
      if (place.dataset.guess === name) place.replaceChildren(...(says ? [says] : own));
    }
    tell();
  }

  /** Have something done when another page, app, or answers.js has changed what is kept. */
  function watch(change, signal) {
    for (const kind of ["storage", "erased", "kept"]) addEventListener(kind, change, { signal });
  }

  const underWay = keeper("games");
  const games = {
    recall: (app) => textOf(underWay, app),
    keep(app, query) {
      underWay.keep(app, query);
      tell();
    },
    watch: (change, signal) => addEventListener("erased", change, { signal }),
  };

  addEventListener("erased", () => {
    kept.forget();
    underWay.forget();
  });
  window.liveMemory = { recall, keep, watch, said, games, unfold };
  tell();
}
