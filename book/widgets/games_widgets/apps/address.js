// The page's half of address.py. The published page (page.js) marks itself with data-live.

function part(parent, name, className) {
  return Object.assign(parent.appendChild(document.createElement(name)), { className });
}

function render({ model, el, signal }) {
  el.classList.add("oe-header");
  const title = part(el, "p", "oe-title");
  title.textContent = model.get("title");
  title.role = "heading";
  title.ariaLevel = "3";
  const buttons = part(el, "div", "oe-buttons");
  const asked = new URLSearchParams(location.search);
  const isLive = "live" in document.documentElement.dataset;
  const isPresented = isLive && asked.has("present");
  if (model.get("settings_folded") || isPresented) {
    const fold = part(buttons, "button", "oe-button oe-quiet");
    Object.assign(fold, { type: "button", textContent: "Settings", ariaExpanded: "false" });
    fold.addEventListener("click", () => {
      const isOpen = el.closest(".oe-app").classList.toggle("oe-is-open");
      fold.ariaExpanded = `${isOpen}`;
    });
  }
  if (!isLive) return;

  const names = model.get("names");
  el.dataset.names = JSON.stringify(names);
  const hear = (event, listener) => {
    model.on(event, listener);
    signal.addEventListener("abort", () => model.off(event, listener));
  };

  // A page of the book stores the game under way (guesses.js), in the form of an address.
  const games = globalThis.liveMemory?.games;

  /** Whether an address means this app. */
  const isOurs = (given) => (given.has("app") ? given.get("app") === model.get("app") : model.get("first"));

  /** The reader's own game in this browser, unless the address means another game. */
  function ownGame(given) {
    const query = games?.recall(model.get("app"));
    if (!query) return "";
    const game = new URLSearchParams(query);
    const differs = (name) => given.has(name) && given.get(name) !== game.get(name);
    if (isOurs(given) && ["moves", ...names].some(differs)) return "";
    game.delete("tell");
    if (isOurs(given) && given.has("tell")) game.set("tell", given.get("tell"));
    return `?${game}`;
  }

  let wasMoved = false; // a game that Python has not received must not be deleted
  // The moves of somebody else's link. A game that begins with them is not the reader's own, and is not kept.
  let foreignActs = [];
  let isForeign = false;
  const actsOf = (moves) => moves.split("-").map((move) => move.replace(/^\d+/, "")); // without "so many times"

  /** Tell Python the address, or else the reader's own game. The own game goes in a message of another
      kind, because it counts in tallies, and anybody can write anything into an address. */
  function tell() {
    const given = new URLSearchParams(location.search);
    const own = ownGame(given);
    wasMoved = false;
    foreignActs = own || !isOurs(given) || !given.has("moves") ? [] : actsOf(given.get("moves"));
    model.set("location", own ? "?" : location.search || "?");
    model.save_changes();
    if (own) model.send({ act: "resume", value: own });
  }
  // Python does not know the address before this message, nor after a restart.
  const read = () => model.get("location") || tell();
  read();
  hear("change:location", read);
  games?.watch(() => {
    wasMoved = false;
    model.send({ act: "restart" });
  }, signal);

  /** The address of this page with our settings; parameters that no app of the page owns stay. */
  function address(withMoves = false) {
    const url = new URL(location.href);
    for (const { dataset } of document.querySelectorAll(".oe-header[data-names]")) {
      for (const name of ["app", "moves", ...JSON.parse(dataset.names)]) url.searchParams.delete(name);
    }
    for (const [name, value] of new URLSearchParams(model.get("query"))) {
      if (name !== "moves" || withMoves) url.searchParams.set(name, value);
    }
    return url;
  }

  let timer; // browsers refuse an address that changes a hundred times in a few seconds
  hear("change:query", () => {
    if (!model.get("location")) return; // Python has just started
    const moves = movesNow();
    const acts = actsOf(moves);
    const wasForeign = isForeign;
    isForeign = foreignActs.length > 0 && foreignActs.every((act, n) => act === acts[n]);
    if (wasForeign && !isForeign) foreignActs = []; // the reader has begun another game
    if ((moves || wasMoved) && !isForeign) games?.keep(model.get("app"), moves ? model.get("query") : undefined);
    wasMoved = moves !== "" && !isForeign;
    clearTimeout(timer);
    timer = setTimeout(() => history.replaceState(history.state, "", address()), 300);
  });

  const movesNow = () => new URLSearchParams(model.get("query")).get("moves") ?? "";

  /** The address for others: it leads to this app in its chapter, or shows it alone. */
  function link(alone, withMoves) {
    const url = address(withMoves);
    for (const name of ["embed", "present"]) url.searchParams.delete(name);
    if (alone) {
      url.searchParams.set("app", model.get("app"));
      url.searchParams.set("embed", "1");
    }
    url.hash = alone ? "" : el.closest(".cell")?.id ?? "";
    return url.href;
  }

  /** Two lines of HTML that show this app on another page. */
  function frame() {
    const frame = document.createElement("iframe");
    frame.src = link(true);
    frame.title = model.get("title");
    frame.width = "100%";
    frame.height = el.closest(".oe-app").offsetHeight + 80; // and space for two lines below it
    frame.style.border = "0";
    frame.loading = "lazy";
    frame.allow = "clipboard-write";
    return frame.outerHTML.replace(" width=", "\n  width=");
  }

  // Screen readers read only changes of a part that was there before, and many read no change of a button.
  const announcer = part(el, "span", "oe-hidden");
  announcer.role = "status";
  const labels = new WeakMap(); // the labels of buttons that show a message for a while

  /** Copy a text, and report it on the button for two seconds; or show the text to copy by hand. */
  async function copyText(button, done, hint, text) {
    if (!labels.has(button)) labels.set(button, button.textContent);
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = done;
      announcer.textContent = done;
    } catch {
      prompt(hint, text);
    }
    setTimeout(() => {
      button.textContent = labels.get(button);
      announcer.textContent = "";
    }, 2000);
  }

  function copies(label, done, hint, text) {
    const copy = part(buttons, "button", "oe-button oe-quiet");
    Object.assign(copy, { type: "button", title: hint });
    copy.textContent = label;
    copy.addEventListener("click", () => copyText(copy, done, hint, text()));
    return copy;
  }

  /** Share the link of a part of our picture, by the dialog of the phone or as text. */
  async function share(button) {
    const url = new URL(link(false));
    for (const name of names) url.searchParams.delete(name);
    for (const [name, value] of new URLSearchParams(button.dataset.value)) {
      url.searchParams.set(name, value);
    }
    const message = { text: button.dataset.text, url: url.href };
    const hasSheet = matchMedia("(pointer: coarse)").matches && navigator.canShare?.(message);
    if (hasSheet) {
      await navigator.share(message).catch(() => {}); // the reader has cancelled
    } else {
      const text = `${message.text} ${message.url}`;
      await copyText(button, "Link copied", "The link for a friend", text);
    }
  }
  document.addEventListener(
    "click",
    ({ target }) => {
      const button = target.closest?.("[data-act=share]");
      if (button && button.closest(".oe-app") === el.closest(".oe-app")) share(button);
    },
    { signal },
  );
  if (isPresented) return; // present.js has its own keys
  copies("Copy link", "Link copied", "The link to these settings", () => link(false));
  const here = "The link to this game as it stands, move by move";
  const moves = copies("Copy with moves", "Link copied", here, () => link(false, true));
  const offer = () => (moves.hidden = movesNow() === "");
  offer();
  hear("change:query", offer);
  if (!asked.has("embed")) {
    const hint = "The HTML that shows this app on another page";
    copies("Embed", "HTML copied", hint, frame).classList.add("oe-embed");
  }
}

export default { render };
