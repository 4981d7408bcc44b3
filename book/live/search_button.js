// Opens the search dialog (search.js), which loads when a reader first asks for it. If it cannot load, or
// without scripts, the theme's search page takes its place.

import { isEmbedded, isFile } from "./modules/query.js";
import { inTime } from "./modules/notices.js";

(() => {
  const BUTTON = ".search-button__button, .search-button";
  if (isFile || isEmbedded) return;

  let dialog = null; // a promise of the dialog

  async function open() {
    try {
      dialog ??= import("./search.js").then(({ prepare }) => prepare());
      (await inTime(dialog))();
    } catch (error) {
      console.info(`search: ${error.message}`);
      const root = new URL(document.documentElement.dataset.content_root ?? "./", location.href);
      location.assign(new URL("search.html", root));
    }
  }

  // This listener runs before those of the theme.
  function take(event) {
    event.preventDefault();
    event.stopImmediatePropagation();
    open();
  }

  const isMac = /mac|iphone|ipad/i.test(navigator.platform);
  const press = (event) => {
    const { ctrlKey, metaKey, altKey, shiftKey, key } = event;
    const isHeld = isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey;
    if (isHeld && !altKey && !shiftKey && key.toLowerCase() === "k") take(event);
  };
  addEventListener("keydown", press, { capture: true });
  addEventListener("click", (event) => event.target.closest?.(BUTTON) && take(event), { capture: true });
  for (const button of document.querySelectorAll(BUTTON)) button.ariaHasPopup = "dialog";
})();
