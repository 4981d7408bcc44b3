// Typesets formulas that come while a page is read. Those of the book are typeset when it is built
// (formulas.py); MathJax comes once a widget or a cell shows one.

import { arrived, hasFormula, prepareMathJax } from "./modules/formulas.js";
import { HOME } from "./modules/script_folder.js";
import { bring, inTime } from "./modules/notices.js";

(() => {
  let mathjax = null; // settled once it is there

  async function typeset(element) {
    if (!hasFormula(element.textContent)) return;
    const src = new URL("./vendor/mathjax/tex-svg.js", HOME).href;
    mathjax ??= bring("script", { src }).then(() => arrived(hub));
    await inTime(mathjax);
    await window.MathJax.typesetPromise([element]);
  }

  const hub = prepareMathJax(typeset);
  window.liveTypeset = typeset;
})();
