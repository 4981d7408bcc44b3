// The settings of MathJax before and after it loads, in a page and in the sandbox.

/** Whether a text has a formula. */
export const hasFormula = (text) => /\$.+\$|\\\(.+\\\)|\\\[.+\\\]/s.test(text);

/** @param {(element: Element) => void} typeset ipywidgets asks MathJax 2 to typeset each text */
export function prepareMathJax(typeset) {
  const Hub = { Queue: ([, , element]) => typeset(element) };
  window.MathJax = {
    Hub,
    startup: { typeset: false },
    options: { enableMenu: false },
    svg: { matchFontHeight: false, scale: 1.273 }, // as the formulas of the book (formulas.py)
    tex: { inlineMath: [["\\(", "\\)"], ["$", "$"]] }, // as in Jupyter
  };
  return Hub;
}

/** Resolves when MathJax, which has loaded, is ready. Calls from ipywidgets still go to our function. */
export function arrived(hub) {
  const { startup, typesetPromise } = window.MathJax;
  if (!typesetPromise) throw new Error("MathJax came damaged");
  window.MathJax.Hub = hub;
  return startup.promise;
}
