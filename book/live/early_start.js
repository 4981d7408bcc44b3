// In the page itself, where nothing keeps it waiting (publish.py).
//
// Makes the worker while the page is still being read: later, a busy page would keep it waiting. It
// begins with Python where its memory is kept, which takes no download; else once page.js, which
// goes on with it, says that Python is wanted (worker.js).
//
// Says in the end what nobody else can: that a script or the styles of this page did not come, or
// came damaged. Each says itself that it is there to its end (bundle.mjs). A page without apps has
// this script, too, and no worker.
//
// Gives the page something to write to where the browser keeps nothing, or the theme's scripts would stop
// there. It lasts as long as the page, which says so (answers.js).
//
// Has styles and scripts come without their digests where the page is opened from a file: there a browser
// checks none, and refuses what has one.
//
// Until Python is there, a long page is laid out no further than it is seen; then page.js has the
// rest laid out. Who is led to a place further down needs all that is above it.

import { parameters, isEmbedded, isFile, page, savesData } from "./modules/query.js";
import { bound } from "./modules/bound_worker.js";
import { button, make } from "./modules/elements.js";
import { LONG } from "./modules/files.js";
import { hostFault } from "./modules/host_fault.js";
import { AGAIN, reload } from "./modules/notices.js";

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

  const SCRIPTS = "script[defer][src*='/live/']:not([data-ran])";
  const AMISS = "A file of this page is missing, came damaged, or is held up on its way. This helps:";

  /** Put each tag that states a digest anew, without it. */
  function dropDigests() {
    for (const old of document.querySelectorAll("link[integrity], script[integrity]")) {
      const tag = /** @type {HTMLScriptElement | HTMLLinkElement} */ (document.createElement(old.localName));
      for (const { name, value } of old.attributes) if (name !== "integrity") tag.setAttribute(name, value);
      if (tag instanceof HTMLScriptElement) tag.async = false; // scripts run in their order
      else tag.href += "?"; // Chromium remembers that it has refused styles from the same address
      old.replaceWith(tag);
    }
  }
  if (isFile) addEventListener("DOMContentLoaded", dropDigests);

  /** A worker and what it has said, or null. */
  function begin() {
    if (!worker || isFile || savesData()) return null;
    /** @type {Early} */
    const start = { worker: bound(new URL(worker, location.href)), said: [] };
    start.worker.onmessage = ({ data }) => start.said.push(data);
    start.worker.onerror = () => Object.assign(start, { worker: null, said: [] });
    return start;
  }

  const earlyStart = begin();
  const [{ type } = /** @type {any} */ ({})] = performance.getEntriesByType("navigation");
  const isLed = location.hash !== "" || type !== "navigate"; // a reload leads to where one was
  if (parameters.get("tell") === "0") page.dataset.untold = ""; // nor does what is stored tell it
  if (earlyStart && !isLed && !isEmbedded) page.dataset.layout = "seen";

  // When a page has loaded the theme's scripts measure all of it. They hear of it when all is laid
  // out, or would have the reader wait for it now.
  const hold = (event) => {
    if (!page.dataset.layout) return;
    event.stopImmediatePropagation();
    earlyStart.load = () => {
      delete earlyStart.load;
      dispatchEvent(new Event("load"));
    };
  };
  addEventListener("load", hold, { once: true });
  window.liveEarly = earlyStart;

  const amiss = make("p", "live-status live-busy live-error live-alone", AMISS, " ", button(AGAIN, reload));
  amiss.setAttribute("role", "alert");
  function tell() {
    if (amiss.isConnected) return;
    document.querySelector(".bd-article")?.append(amiss);
    const { src } = /** @type {HTMLScriptElement} */ (document.querySelector("script[src]"));
    hostFault(src).then((fault) => fault && amiss.replaceChildren(fault));
  }
  let isTold = false; // by what waits for a file: notices.js
  addEventListener("amiss", () => (isTold = true) && tell());

  function look() {
    // The rest of the page would wait for styles that do not come.
    for (const link of document.querySelectorAll("link[rel=stylesheet]")) if (!link.sheet && !link.onload) link.remove();
    const isDressed = getComputedStyle(page).getPropertyValue("--whole");
    const isWhole = document.readyState !== "loading" && isDressed && !document.querySelector(SCRIPTS);
    if (isWhole) return isTold || amiss.remove();
    tell();
    setTimeout(look, 1000);
  }
  setTimeout(look, LONG);
})();
