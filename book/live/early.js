// Makes the worker while the page is still being read: later, a busy page would keep it waiting. It
// begins with Python where its memory is kept, which takes no download; else once page.js, which
// goes on with it, says that Python is wanted (worker.js).
//
// Until Python is there, a long page is laid out no further than it is seen; then page.js has the
// rest laid out. Who is led to a place further down needs all that is above it.

(() => {
  "use strict";

  const program = new URL("worker.js", document.currentScript.src);

  /** A worker and what it has said, or null. */
  function begin() {
    if (location.protocol === "file:" || navigator.connection?.saveData) return null;
    const early = { worker: new Worker(program, { type: "module" }), said: [] };
    early.worker.onmessage = ({ data }) => early.said.push(data);
    early.worker.onerror = () => Object.assign(early, { worker: null, said: [] });
    return early;
  }

  const page = document.documentElement;
  const early = begin();
  const [{ type } = {}] = performance.getEntriesByType("navigation");
  const isLed = location.hash !== "" || type !== "navigate"; // a reload leads to where one was
  const asked = new URLSearchParams(location.search);
  const isEmbedded = asked.has("embed") || asked.has("present");
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
