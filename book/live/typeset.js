// Typesets formulas that widgets and cells show. MathJax loads for the first of them. The formulas of the
// text are typeset when the book is built (formulas.py).

import { arrived, hasFormula, prepareMathJax } from "./modules/formulas.js";
import { HOME } from "./modules/script_folder.js";
import { bring, inTime } from "./modules/notices.js";

(() => {
  let mathjax = null; // a promise of MathJax

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
