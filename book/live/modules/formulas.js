// What MathJax is told before it comes, and once it is there, in a page and behind the wall.

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

/** Settles once MathJax, which has come, is ready; what ipywidgets asks of it stays ours. */
export function arrived(hub) {
  const { startup, typesetPromise } = window.MathJax;
  if (!typesetPromise) throw new Error("MathJax came damaged");
  window.MathJax.Hub = hub;
  return startup.promise;
}
