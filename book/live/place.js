// Keeps the place that a link leads to. A page grows while it comes to life: formulas, fonts and
// pictures above the place push it away. So it is sought again after each change of the layout,
// until the reader goes on; by the browser alone a link would end thousands of pixels off.

(() => {
  "use strict";

  const place = () => document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const show = () => place()?.scrollIntoView({ behavior: "instant" });
  const growth = new ResizeObserver(show);

  function stay() {
    if (location.hash.length > 1) growth.observe(document.body);
  }

  for (const type of ["wheel", "touchmove", "pointerdown", "keydown"]) {
    addEventListener(type, () => growth.disconnect(), { passive: true, capture: true });
  }
  addEventListener("hashchange", stay);
  // After a reload, and on the way back, the browser knows where the reader was.
  const [{ type } = /** @type {any} */ ({})] = performance.getEntriesByType("navigation");
  if (type === "navigate") stay();
})();
