// Keeps the book for a reader without a network (offline.js, in the site's root): once this page has
// what it needs this page and its neighbours, on a fast line the whole book when there is nothing else to
// do, and on any line when the reader asks, in the footer. Who saves data is spared until then.

import { button, make } from "./modules/elements.js";

(() => {
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
    if (!isTouched) registration?.waiting?.postMessage({ is: "takeOver" });
  }

  // The browser may take its time, and the reader may have begun. The first worker takes over nothing.
  serviceWorker.addEventListener("controllerchange", () => isTouched || location.reload());

  /** Ask the worker that keeps the book; it is there once this page has asked for it. */
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
  const status = make("span", "");
  status.setAttribute("role", "status");
  const all = button("Keep the whole book", () => {
    all.disabled = true;
    hasFailed = false;
    status.textContent = "The book is fetched…";
    ask({ is: "whole" });
    watch();
  });

  /** Say why the book is not kept, if the reader asked for it, who may then ask again. */
  function fail(reason, progress = "") {
    if (!all.disabled) return;
    clearTimeout(silence);
    all.disabled = false;
    all.textContent = "Try again";
    hasFailed = true;
    status.textContent = `${reason} ${progress}`.trim();
  }

  let hasFailed = false; // which stays written until the reader asks again
  let silence = 0;
  function watch() {
    clearTimeout(silence);
    silence = setTimeout(fail, PATIENCE, "Nothing has come for a minute.");
  }

  document.querySelector(".extra_footer")?.append(make("p", "live-status live-kept", all, " ", status));

  serviceWorker.addEventListener("message", ({ data: { kept: keptBytes, of: totalBytes, failed } }) => {
    const size = `${Math.round(totalBytes / MB)} MB`;
    const progress = `${Math.floor(keptBytes / MB)} of ${size} are there.`;
    all.hidden = keptBytes === totalBytes;
    if (all.disabled) watch();
    if (keptBytes === totalBytes) {
      clearTimeout(silence);
      status.textContent = `The whole book is kept on this device (${size}): it needs no network.`;
    } else if (failed) fail(failed, progress);
    else if (all.disabled) status.textContent = progress;
    else if (!hasFailed) status.textContent = `${size}, to read and play without a network`;
  });

  // ---------------------------------------------------------------------------------------- beginning

  /** Python is there, or the page has none. */
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
