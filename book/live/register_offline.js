// Keeps the book for a reader without a network (offline.js, in the site's root). When this page has
// loaded, it keeps the page and its neighbours. It keeps the whole book on a fast network when the browser is
// idle, or when the reader asks for it in the footer. With data saving on, it waits until the reader asks.

import { button, make, setText } from "./modules/elements.js";

(() => {
  const page = document.documentElement;
  const root = new URL(page.dataset.content_root ?? "./", location.href);
  const { serviceWorker, connection } = navigator;
  if (!serviceWorker || location.protocol === "file:") return;

  // A new version of the book may have been fetched in the meantime. It takes over when a page is idle, no
  // other page is open, and the reader has done nothing on the page that could be lost.
  let isTouched = false;
  for (const kind of ["pointerdown", "keydown"]) {
    window.addEventListener(kind, () => (isTouched = true), { once: true, capture: true });
  }

  async function renew() {
    const registration = await serviceWorker.getRegistration(root);
    if (!isTouched) registration?.waiting?.postMessage({ is: "takeOver" });
  }

  // A new worker has taken over. If the reader has done something on the page meanwhile, the page stays.
  serviceWorker.addEventListener("controllerchange", () => isTouched || location.reload());

  /** Send a request to the worker that keeps the book. The first request registers the worker. */
  async function ask(request) {
    try {
      await serviceWorker.register(new URL("offline.js", root), { scope: root.pathname });
      (await serviceWorker.ready).active.postMessage(request);
    } catch (error) {
      console.info(`offline: the book is not kept: ${error.message}`);
      fail(`This browser keeps nothing for this site, or the host does not answer. (${error.message})`);
    }
  }

  // ------------------------------------------------------------------------- the whole book, if wanted

  const MB = 1e6;
  const PATIENCE = 60_000; // milliseconds
  const status = make("span", ""); // read aloud only after the reader has asked for the book
  const all = button("Keep the whole book", () => {
    all.disabled = true;
    hasFailed = false;
    status.setAttribute("role", "status");
    setText(status, "The book is fetched…");
    ask({ is: "whole" });
    watch();
  });

  /** If the reader asked for the book, show why it is not kept, and let the reader try again. */
  function fail(reason, progress = "") {
    if (!all.disabled) return;
    clearTimeout(silence);
    all.disabled = false;
    all.textContent = "Try again";
    hasFailed = true;
    say(`${reason} ${progress}`.trim());
  }

  /** Read the last message aloud; the progress before it is only visible. */
  function say(message) {
    status.ariaLive = null;
    setText(status, message);
  }

  let hasFailed = false; // the message stays until the reader tries again
  let silence = 0;
  function watch() {
    clearTimeout(silence);
    silence = setTimeout(fail, PATIENCE, "Nothing has come for a minute.");
  }

  document.querySelector(".extra_footer")?.append(make("p", "live-status live-offline-status", all, " ", status));

  serviceWorker.addEventListener("message", ({ data: { kept: keptBytes, of: totalBytes, failed } }) => {
    const size = `${Math.round(totalBytes / MB)} MB`;
    const progress = `${Math.floor(keptBytes / MB)} of ${size} are there.`;
    all.hidden = keptBytes === totalBytes;
    if (all.disabled) watch();
    if (keptBytes === totalBytes) {
      clearTimeout(silence);
      say(`The whole book is kept on this device (${size}): it needs no network.`);
    } else if (failed) fail(failed, progress);
    else if (all.disabled) {
      status.ariaLive = "off";
      setText(status, progress);
    } else if (!hasFailed) setText(status, `${size}, to read and play without a network`);
  });

  // ---------------------------------------------------------------------------------------- beginning

  /** Whether Python has started, or the page has none. */
  const isReady = () => !["stored", "waiting", "starting"].includes(page.dataset.live);

  async function settle() {
    setTimeout(renew, 1000);
    if (connection?.saveData) return;
    const neighbours = document.querySelectorAll('link:is([rel="prev"], [rel="next"])');
    const paths = [location, ...Array.from(neighbours, (address) => new URL(address.href))].map((address) => address.pathname);
    const { line } = page.dataset;
    await ask({ is: "pages", pages: paths.map((path) => decodeURI(path.slice(root.pathname.length))), line });
    await ask({ is: "count" });
    if (line === "fast") (window.requestIdleCallback ?? setTimeout)(() => ask({ is: "whole" }));
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
