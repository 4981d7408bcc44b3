// Makes the worker while the page is still being read: later, a busy page would keep it waiting. It
// begins with Python where its memory is kept, which takes no download; else once page.js, which
// goes on with it, says that Python is wanted (worker.js).
//
// Until Python is there, a long page is laid out no further than it is seen; then page.js has the
// rest laid out. Who is led to a place further down needs all that is above it.

import { asked, isEmbedded, isFile, page, savesData } from "./modules/asked.js";
import { bound } from "./modules/bound.js";
import { HOME } from "./modules/home.js";

(() => {
  /** A worker and what it has said, or null. */
  function begin() {
    if (isFile || savesData()) return null;
    /** @type {Early} */
    const early = { worker: bound(new URL("worker.js", HOME)), said: [] };
    early.worker.onmessage = ({ data }) => early.said.push(data);
    early.worker.onerror = () => Object.assign(early, { worker: null, said: [] });
    return early;
  }

  const early = begin();
  const [{ type } = /** @type {any} */ ({})] = performance.getEntriesByType("navigation");
  const isLed = location.hash !== "" || type !== "navigate"; // a reload leads to where one was
  if (asked.get("tell") === "0") page.dataset.untold = ""; // nor does what is stored tell it
  if (early && !isLed && !isEmbedded) page.dataset.layout = "seen";

  // When a page has loaded the theme's scripts measure all of it. They hear of it when all is laid
  // out, or would have the reader wait for it now.
  const hold = (event) => {
    if (!page.dataset.layout) return;
    event.stopImmediatePropagation();
    early.load = () => {
      delete early.load;
      dispatchEvent(new Event("load"));
    };
  };
  addEventListener("load", hold, { once: true });
  window.liveEarly = early;
})();
