// publish.py puts this script into the page itself, so that it runs without waiting for a file.
//
// It starts the worker while the browser still parses the page; later a busy page would delay it. The worker
// starts Python at once if the memory snapshot is in the cache and needs no download. Otherwise it waits
// until page.js, which takes it over, asks for Python (worker.js).
//
// It reports scripts or styles of this page that are missing or damaged, because no other script can. Each
// file marks that it has loaded to its end (bundle.mjs). A page without apps has this script, but no worker.
//
// It replaces the browser's storage if the browser denies it; otherwise the theme's scripts would stop. The
// replacement lasts as long as the page, and answers.js tells the reader.
//
// In a page opened from a file it removes the digests of styles and scripts: there a browser cannot check
// digests and refuses files that have one.
//
// Until Python has started, only the visible part of a long page is laid out; then page.js lays out the rest.
// A link to a place further down needs the layout of everything above it.

import { parameters, isEmbedded, isFile, isPresented, page, savesData } from "./modules/query.js";
import { boundWorker } from "./modules/bound_worker.js";
import { button, make } from "./modules/elements.js";
import { LONG } from "./modules/files.js";
import { hostFault } from "./modules/host_fault.js";
import { AGAIN, reload } from "./modules/notices.js";

// A host may send a policy of its own, which forbids what the page needs (policy_notice.js).
function noteRefusal() {
  page.dataset.refused = "";
  dispatchEvent(new Event("refused"));
}
addEventListener("securitypolicyviolation", noteRefusal, { once: true });

(() => {
  const { worker } = document.currentScript.dataset;
  for (const name of /** @type {const} */ (["localStorage", "sessionStorage"])) {
    try {
      const storage = window[name];
      if (storage.length) continue;
      storage.setItem("storage", "");
      storage.removeItem("storage");
    } catch {
      const values = new Map();
      const value = {
        getItem: (key) => values.get(key) ?? null,
        setItem: (key, text) => values.set(key, `${text}`),
        removeItem: (key) => values.delete(key),
      };
      Object.defineProperty(window, name, { value });
      page.dataset.storage = "none";
    }
  }

  const SCRIPTS = "script[defer][src*='/live/']:not([data-executed])";
  const FAULT_TEXT = "A file of this page is missing, came damaged, or is held up on its way. This helps:";

  /** Replace each tag that has a digest by one without it. */
  function dropDigests() {
    for (const old of document.querySelectorAll("link[integrity], script[integrity]")) {
      const tag = /** @type {HTMLScriptElement | HTMLLinkElement} */ (document.createElement(old.localName));
      for (const { name, value } of old.attributes) if (name !== "integrity") tag.setAttribute(name, value);
      if (tag instanceof HTMLScriptElement) tag.async = false; // scripts run in their order
      else tag.href += "?"; // a new address: Chromium refuses the old one again
      old.replaceWith(tag);
    }
  }
  if (isFile) addEventListener("DOMContentLoaded", dropDigests);

  /** Start a worker and collect its messages, or return null. */
  function startWorker() {
    if (!worker || isFile || savesData()) return null;
    /** @type {Early} */
    const start = { worker: boundWorker(new URL(worker, location.href)), messages: [] };
    start.worker.onmessage = ({ data }) => start.messages.push(data);
    start.worker.onerror = () => Object.assign(start, { worker: null, messages: [] });
    return start;
  }

  const earlyStart = startWorker();
  const [{ type } = /** @type {any} */ ({})] = performance.getEntriesByType("navigation");
  const startsLower = location.hash !== "" || type !== "navigate"; // a reload scrolls to the earlier place
  // Stored pictures are hidden if they show odds, or another game than the one that is to be presented.
  const hasSettings = [...parameters.keys()].some((name) => name !== "app" && name !== "present");
  if (parameters.get("tell") === "0" || (isPresented && hasSettings)) page.dataset.oddsHidden = "";
  if (earlyStart && !startsLower && !isEmbedded) page.dataset.layout = "seen";

  // The theme's scripts measure the whole page on the event "load". Now this would make the reader wait, so
  // they get the event when the page is laid out.
  const delayLoadEvent = (event) => {
    if (!page.dataset.layout) return;
    event.stopImmediatePropagation();
    earlyStart.load = () => {
      delete earlyStart.load;
      dispatchEvent(new Event("load"));
    };
  };
  addEventListener("load", delayLoadEvent, { once: true });
  window.liveEarly = earlyStart;

  const faultNotice = make("p", "live-status live-busy live-error live-isolated", FAULT_TEXT, " ", button(AGAIN, reload));
  faultNotice.setAttribute("role", "alert");
  function showFault() {
    if (faultNotice.isConnected) return;
    document.querySelector(".bd-article")?.append(faultNotice);
    const { src } = /** @type {HTMLScriptElement} */ (document.querySelector("script[src]"));
    hostFault(src).then((fault) => {
      if (!fault) return;
      faultNotice.replaceChildren(fault);
      document.body.prepend(faultNotice);
    });
  }
  let isReported = false; // whether a file was reported missing: notices.js
  addEventListener("missing-file", () => (isReported = true) && showFault());

  function checkFiles() {
    // Otherwise the rest of the page would wait for styles that never arrive.
    for (const link of document.querySelectorAll("link[rel=stylesheet]")) if (!link.sheet && !link.onload) link.remove();
    const hasStyles = getComputedStyle(page).getPropertyValue("--whole");
    const isWhole = document.readyState !== "loading" && hasStyles && !document.querySelector(SCRIPTS);
    if (isWhole) return isReported || faultNotice.remove();
    showFault();
    setTimeout(checkFiles, 1000);
  }
  setTimeout(checkFiles, LONG);
})();
