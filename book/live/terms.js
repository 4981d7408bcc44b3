// A link to a term of the glossary shows what the term means, to the pointer and to the Tab key: in a
// box below the link, or above, never on it. Escape closes the box, and the pointer may go into it. The
// definitions (book/build/glossary_terms.py) load when the first is needed. A tap follows the link.

(() => {
  "use strict";

  const TERM = '.bd-article a[href*="glossary.html#term-"], .bd-article dd a[href^="#term-"]';
  const WAIT = 200; // ms before the box opens or closes, for a pointer that only passes or moves into the box
  const GAP = 6; // px
  const root = new URL(document.documentElement.dataset.content_root ?? "./", location.href);

  let terms = null; // a promise of the definitions
  let box = null;
  let shownLink = null;
  let timer = 0;

  async function load() {
    const answer = await fetch(new URL("book/glossary.json", root));
    if (!answer.ok) throw new Error(`glossary.json is missing (${answer.status})`);
    return answer.json();
  }

  function make() {
    box = document.createElement("div");
    Object.assign(box, { id: "live-term", className: "live-term", role: "tooltip", hidden: true });
    box.onpointerenter = () => clearTimeout(timer);
    box.onpointerleave = () => delay(hide);
    document.body.append(box);
  }

  function hide() {
    clearTimeout(timer);
    shownLink?.removeAttribute("aria-describedby");
    shownLink = null;
    if (box) box.hidden = true;
  }

  function delay(act) {
    clearTimeout(timer);
    timer = setTimeout(act, WAIT);
  }

  /** Place the box below the link, or above it if there is no room, within the window. */
  function put(link) {
    const { left, top, bottom } = link.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    const { width, height } = box.getBoundingClientRect();
    const isBelow = bottom + GAP + height <= clientHeight || clientHeight - bottom > top;
    const x = Math.max(GAP, Math.min(left, clientWidth - width - GAP));
    box.style.left = `${x}px`;
    box.style.top = `${isBelow ? bottom + GAP : top - GAP - height}px`;
  }

  async function show(link) {
    hide();
    shownLink = link;
    terms ??= load();
    let text;
    try {
      text = (await terms)[decodeURIComponent(link.hash.slice(1))];
    } catch (error) {
      console.info(`terms: ${error.message}`);
      terms = null; // try again: the network may return
    }
    if (!text && shownLink === link) shownLink = null; // the link may be tried again
    if (shownLink !== link) return;
    if (!box) make();
    box.innerHTML = text;
    box.hidden = false;
    put(link);
    link.setAttribute("aria-describedby", box.id);
  }

  const linkOf = ({ target }) => target.closest?.(TERM);
  addEventListener("pointerover", (event) => {
    const link = linkOf(event);
    if (!link || event.pointerType === "touch") return;
    if (link === shownLink) clearTimeout(timer);
    else delay(() => show(link));
  });
  addEventListener("pointerout", (event) => linkOf(event) && delay(hide));
  addEventListener("focusin", (event) => {
    const link = linkOf(event);
    if (link?.matches(":focus-visible")) show(link);
  });
  addEventListener("focusout", (event) => linkOf(event) && hide());
  addEventListener("keydown", ({ key }) => key === "Escape" && hide());
  addEventListener("click", hide, { capture: true });
  // The box moves with the page: the Tab key may have scrolled to the link.
  const follow = () => (shownLink?.matches(":focus-visible") ? box && put(shownLink) : hide());
  addEventListener("scroll", follow, { passive: true });
})();
