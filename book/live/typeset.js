// Typesets formulas that come while a page is read. Those of the book are typeset when it is built
// (formulas.py); MathJax comes once a widget or a cell shows one.

import { HOME } from "./modules/home.js";

(() => {
  const FORMULA = /\$.+\$|\\\(.+\\\)|\\\[.+\\\]/s;
  let mathjax = null; // settled once it is there

  async function typeset(element) {
    if (!FORMULA.test(element.textContent)) return;
    mathjax ??= new Promise((resolve) => {
      const script = document.createElement("script");
      script.src = new URL("./vendor/mathjax/tex-mml-chtml.js", HOME).href;
      script.onload = () => {
        window.MathJax.Hub = Hub;
        resolve(window.MathJax.startup.promise);
      };
      document.head.append(script);
    });
    await mathjax;
    await window.MathJax.typesetPromise([element]);
  }

  // ipywidgets asks MathJax 2 to typeset each text of a widget.
  const Hub = { Queue: ([, , element]) => typeset(element) };

  window.liveTypeset = typeset;
  window.MathJax = {
    Hub,
    startup: { typeset: false },
    tex: { inlineMath: [["\\(", "\\)"], ["$", "$"]] }, // as in Jupyter
  };
})();
