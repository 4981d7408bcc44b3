// Keeps the book for a reader without a network: offline.js, in the site's root, is asked to fetch
// all of it once this page has what it needs; then a worker keeps Python's memory (worker.js), so
// that the next page starts sooner. Who saves data is spared.

(() => {
  "use strict";

  const HOME = document.currentScript.src.replace(/[^/]*$/, ""); // the folder of this script
  const page = document.documentElement;
  const root = new URL(page.dataset.content_root ?? "./", location.href);
  const { serviceWorker, connection } = navigator;
  if (!serviceWorker || location.protocol === "file:") return;

  // A new version of the book may have been fetched while this one was read. It takes over when a
  // page has come to rest, no other is open, and nothing was done to it yet that could be lost.
  let isTouched = false;
  for (const kind of ["pointerdown", "keydown"]) {
    window.addEventListener(kind, () => (isTouched = true), { once: true, capture: true });
  }

  async function renew() {
    const registration = await serviceWorker.getRegistration(root);
    if (!registration?.waiting || isTouched) return;
    serviceWorker.addEventListener("controllerchange", () => location.reload());
    registration.waiting.postMessage("a page has come");
  }

  async function register() {
    try {
      await serviceWorker.register(new URL("offline.js", root), { scope: root.pathname });
    } catch (error) {
      console.info(`offline: the book is not kept: ${error.message}`);
      return;
    }
    await serviceWorker.ready;
    if (page.dataset.live !== "on") return;
    const keep = () => new Worker(HOME + "worker.js", { type: "module", name: "keeper" });
    (window.requestIdleCallback ?? setTimeout)(keep); // Safari has none
  }

  /** Python is there, or the page has none. */
  const isReady = () => !["stored", "waiting", "starting"].includes(page.dataset.live);

  function settle() {
    if (!connection?.saveData) register();
    setTimeout(renew, 1000);
  }

  window.addEventListener("load", () => {
    const observer = new MutationObserver(() => {
      if (!isReady()) return;
      observer.disconnect();
      settle();
    });
    if (isReady()) settle();
    else observer.observe(page, { attributeFilter: ["data-live"] });
  });
})();
