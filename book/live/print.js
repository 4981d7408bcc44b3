// `?print=solutions` prints a page with its hints, answers and solutions (print.css). What is folded
// is unfolded on paper, but for the code of apps; where nothing may be told, print.css leaves it out.
//
// The theme's buttons say in their markup what they do. The page's policy lets nothing there run, so
// publish.py writes it where it is a name alone, for this script.

(() => {
  "use strict";

  const asked = new URLSearchParams(location.search).get("print");
  document.documentElement.dataset.print = asked === "solutions" ? "solutions" : "questions";

  const acts = {
    "window.print()": () => window.print(),
    "toggleFullScreen()": () => toggleFullScreen(), // of the theme
  };
  document.addEventListener("click", (event) => {
    acts[event.target.closest("[data-click]")?.dataset.click]?.();
    if (!event.target.closest(".highlight-link a")) return; // a link with a script, by Sphinx
    event.preventDefault();
    SphinxHighlight.hideSearchWords();
  });

  const folded = "article details:not([open], .cell.tag_live.tag_hide-input > details)";
  addEventListener("beforeprint", () => {
    for (const it of document.querySelectorAll(folded)) {
      it.open = true;
      it.dataset.unfolded = "";
    }
  });
  addEventListener("afterprint", () => {
    for (const it of document.querySelectorAll("details[data-unfolded]")) {
      it.open = false;
      delete it.dataset.unfolded;
    }
  });
})();
