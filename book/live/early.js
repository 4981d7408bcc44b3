// Begins with Python while the page is still being read, where its memory is kept (worker.js): that
// takes no download, and no time in which the page has anything better to do. page.js goes on.

(() => {
  "use strict";

  const program = new URL("worker.js", document.currentScript.src);

  /** A worker and what it has said, or null. */
  async function begin() {
    const isSpared = location.protocol === "file:" || navigator.connection?.saveData;
    if (isSpared || !(await self.caches?.match(new URL("memory", program)))) return null;
    const early = { worker: new Worker(program, { type: "module" }), said: [] };
    early.worker.onmessage = ({ data }) => early.said.push(data);
    early.worker.onerror = () => Object.assign(early, { worker: null, said: [] });
    return early;
  }

  window.liveEarly = begin().catch(() => null);
})();
