// `?print=solutions` prints a page with its hints, answers and solutions (print.css). Folded content is
// unfolded on paper, except the code of apps. In a print without solutions print.css hides the answers.
//
// The theme's buttons have code in their markup, which the page's policy forbids. publish.py moves this code
// to an attribute, and this script uses it as a name of a function.

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
