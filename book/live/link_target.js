// Keeps the place that a link leads to. A page grows while it comes to life: formulas, fonts and
// pictures above the place push it away. So it is sought again after each change of the layout,
// until the reader goes on; by the browser alone a link would end thousands of pixels off. Beside the
// way to the text stands one to the first game.

(() => {
  "use strict";

  /** The name in the address; somebody may have written what is no encoded text, such as “50%”. */
  function name() {
    const fragment = location.hash.slice(1);
    try {
      return decodeURIComponent(fragment);
    } catch {
      return fragment;
    }
  }

  const place = () => document.getElementById(name());
  const show = () => place()?.scrollIntoView({ behavior: "instant" });
  const growth = new ResizeObserver(show);

  function stay() {
    if (location.hash.length > 1) growth.observe(document.body);
  }
  const unfold = () => place()?.matches(".exercise.toggle-hidden") && place().querySelector(".toggle-button").click();

  for (const type of ["wheel", "touchmove", "pointerdown", "keydown"]) {
    addEventListener(type, () => growth.disconnect(), { passive: true, capture: true });
  }
  addEventListener("hashchange", stay);
  // Once it is folded; and the script that does it is to hear of no link in a title, of which it knows nothing.
  for (const type of ["DOMContentLoaded", "hashchange"]) addEventListener(type, unfold);
  const keep = (event) => event.target.closest?.(".toggle > .admonition-title a") && event.stopPropagation();
  document.addEventListener("click", keep, { capture: true });
  // After a reload, and on the way back, the browser knows where the reader was.
  const [{ type } = /** @type {any} */ ({})] = performance.getEntriesByType("navigation");
  if (type === "navigate") stay();

  // A link to a vote shows one question of the page alone.
  if (new URLSearchParams(location.search).has("vote")) import("./vote.js").then(({ project }) => project());

  // By keyboard, what a page has above its game is passed over at once.
  const game = document.querySelector(".tag_live:has(.oe-picture .oe-primary)");
  const skip = document.querySelector("#pst-skip-link a");
  if (game && skip && !game.closest(".live-alone")) {
    const link = Object.assign(document.createElement("a"), { href: "#game", textContent: "Skip to the game" });
    link.addEventListener("click", (event) => {
      const first = game.querySelector("button.oe-primary"); // once it is live
      first?.focus();
      if (first) event.preventDefault();
    });
    game.id ||= "game";
    link.hash = game.id;
    skip.after(" ", link);
  }
})();
