// Keeps the book for a reader without a network: offline.js, in the site's root, is asked to fetch
// all of it once this page has what it needs. Who saves data is spared.

(() => {
  "use strict";

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
    if (!isTouched) registration?.waiting?.postMessage("a page has come");
  }

  // The browser may take its time, and the reader may have begun.
  serviceWorker.addEventListener("controllerchange", () => isTouched || location.reload());

  async function register() {
    try {
      await serviceWorker.register(new URL("offline.js", root), { scope: root.pathname });
    } catch (error) {
      console.info(`offline: the book is not kept: ${error.message}`);
    }
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
