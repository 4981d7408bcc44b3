// Keeps the target of a link in view. Formulas, fonts and pictures that load above the target push it down,
// by thousands of pixels. So the page scrolls to it again after each change of the layout, until the reader
// scrolls or types. The script also adds a link to the first game beside the link to the text.

(() => {
  "use strict";

  /** Return the name in the address. It may not be validly encoded, such as “50%”. */
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
  // Unfold the target after the folding script has run.
  for (const type of ["DOMContentLoaded", "hashchange"]) addEventListener(type, unfold);
  // The folding script gives all its buttons one name. The title beside a button tells them apart.
  const titleText = (title) => title.textContent.replace(/#\s*$/, "").trim(); // without the link at its end
  addEventListener("DOMContentLoaded", () => {
    for (const button of document.querySelectorAll(".toggle-button")) {
      button.ariaLabel = `${titleText(button.parentElement)}: show or hide`;
    }
  });
  // Hide clicks on links in titles from that script: it does not expect such links.
  const keep = (event) => event.target.closest?.(".toggle > .admonition-title a") && event.stopPropagation();
  document.addEventListener("click", keep, { capture: true });
  // After a reload or on the way back, the browser restores the reader's place.
  const [{ type } = /** @type {any} */ ({})] = performance.getEntriesByType("navigation");
  if (type === "navigate") stay();

  // A link to a vote shows only one question of the page. If it cannot, early_start.js says so.
  if (new URLSearchParams(location.search).has("vote")) {
    const missing = () => dispatchEvent(new Event("missing-file"));
    import("./vote.js").then(({ project }) => project()).catch(missing);
  }

  // With the keyboard a reader can skip everything above the game.
  const played = document.querySelector(".tag_live:has(.oe-picture .oe-primary)");
  const game = played ?? document.querySelector(".tag_live:has(input)"); // a reader can write there
  const skip = document.querySelector("#pst-skip-link a");
  if (game && skip && !game.closest(".live-isolated")) {
    const link = Object.assign(document.createElement("a"), { href: "#game", textContent: "Skip to the game" });
    link.addEventListener("click", (event) => {
      // These are there when the app is live. The button comes first: a hidden seed is an input, too.
      const button = /** @type {HTMLElement} */ (game.querySelector("button.oe-primary"));
      const first = button ?? /** @type {HTMLElement} */ (game.querySelector(".widget-text input"));
      first?.focus();
      if (first) event.preventDefault();
    });
    game.id ||= "game";
    link.hash = game.id;
    skip.after(" ", link);
  }
})();
