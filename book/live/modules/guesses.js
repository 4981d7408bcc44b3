// Keeps the reader's guesses (predict.py) in this browser alone. The page repeats a guess in elements like
// <span class="your-guess" data-guess="name">Text for readers without a guess.</span>
// Also keeps the game under way of each app (moves.py), which goes on when the page is opened again.
// Code of readers runs in a sandbox (sandbox.html) and cannot read any of this.

import { isEmbedded, isFile } from "./query.js";
import { button, make } from "./elements.js";
import { keeper } from "./storage.js";

/** Begin to; html_widget.js finds it in the window. */
export function remember() {
  if (isFile || isEmbedded) return;
  const guesses = keeper("guesses");
  const announce = () => dispatchEvent(new Event("saved")); // answers.js has the button that erases it

  /** @type {(keeper: { all: () => Record<string, unknown> }, name: string) => string} */
  const textOf = (keeper, name) => {
    const text = keeper.all()[name];
    return typeof text === "string" ? text : "";
  };
  const recall = (name) => textOf(guesses, name);
  /** Whether the reader has seen the answer, by what is saved of a question. */
  const isAnswered = (saved) => !/^(open|guessed .*)?$/s.test(saved);

  const sentences = new Map(); // name -> question and guess
  /** @type {[HTMLElement, Node[]][]} */
  const places = []; // elements with their text for readers without a guess
  for (const place of document.querySelectorAll(".your-guess")) {
    places.push([/** @type {HTMLElement} */ (place), [...place.childNodes]]);
  }

  // A block of class after-name answers a question. It is folded until the reader has seen the answer,
  // answers the form of that name right, or asks to see it. The style sheet unfolds the target of a link.
  /** @type {[string, Element, HTMLElement][]} */
  const folded = [];
  for (const block of document.querySelectorAll("div[class*=after-]")) {
    const name = block.className.match(/(?:^|[ _])after-([\w-]+)/)?.[1];
    if (!name || isAnswered(recall(name))) continue;
    const note = make("p", "live-folded-note", "This part answers the question above. ");
    note.append(button("Show it", () => (unfold(name), goTo(block))));
    note.hidden = block.previousElementSibling?.classList.contains("live-folded");
    block.before(note);
    block.classList.add("live-folded");
    folded.push([name, block, note]);
  }

  /** Move the focus to a part of the page, so that a screen reader reads it: its button is gone. */
  function goTo(block) {
    block.tabIndex = -1;
    block.focus({ preventScroll: true });
  }

  function unfold(question) {
    for (const [name, block, note] of folded) {
      if (name !== question) continue;
      block.classList.remove("live-folded");
      note.remove();
    }
  }

  function keep(name, guess, sentence, isNew, asks) {
    if (isAnswered(guess)) unfold(name);
    if (isNew) guesses.keep(name, guess === "open" ? undefined : guess);
    if (sentence) sentences.set(name, `${asks.trim()} ${sentence}`);
    else sentences.delete(name);
    for (const [place, own] of places) {
      if (place.dataset.guess === name) place.replaceChildren(...(sentence ? [sentence] : own));
    }
    announce();
  }

  /** Call a function when another page, an app or answers.js has changed the saved data. */
  function watch(change, signal) {
    for (const kind of ["storage", "erased", "saved"]) addEventListener(kind, change, { signal });
  }

  const underWay = keeper("games");
  const games = {
    recall: (app) => textOf(underWay, app),
    keep(app, query) {
      underWay.keep(app, query);
      announce();
    },
    watch: (change, signal) => addEventListener("erased", change, { signal }),
  };

  addEventListener("erased", () => {
    guesses.forget();
    underWay.forget();
  });
  window.liveMemory = { recall, keep, watch, sentences, games, unfold };
  announce();
}
