// What MathJax is told before it comes, in a page and behind the wall.

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
