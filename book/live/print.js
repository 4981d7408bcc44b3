// `?print=solutions` prints a page with its hints, answers and solutions (print.css). What is folded
// is unfolded on paper, but for the code of apps; where nothing may be told, print.css leaves it out.
//
// The theme's buttons say in their markup what they do. The page's policy lets nothing there run, so
// publish.py writes it where it is a name alone, for this script.

(() => {
  "use strict";

  const printed = new URLSearchParams(location.search).get("print");
  document.documentElement.dataset.print = printed === "solutions" ? "solutions" : "questions";

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
    for (const details of document.querySelectorAll(folded)) {
      details.open = true;
      details.dataset.unfolded = "";
    }
  });
  addEventListener("afterprint", () => {
    for (const details of document.querySelectorAll("details[data-unfolded]")) {
      details.open = false;
      delete details.dataset.unfolded;
    }
  });
})();
