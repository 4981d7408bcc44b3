// The page's half of address.py. The published page (page.js) marks itself with data-live.

function part(parent, name, className) {
  return Object.assign(parent.appendChild(document.createElement(name)), { className });
}

function render({ model, el, signal }) {
  el.classList.add("oe-header");
  const title = part(el, "p", "oe-title");
  title.textContent = model.get("title");
  const buttons = part(el, "div", "oe-buttons");
  const asked = new URLSearchParams(location.search);
  const isLive = "live" in document.documentElement.dataset;
  const isPresented = isLive && asked.has("present");
  if (model.get("folded") || isPresented) {
    const fold = part(buttons, "button", "oe-button oe-quiet");
    Object.assign(fold, { type: "button", textContent: "Settings", ariaExpanded: "false" });
    fold.addEventListener("click", () => {
      const isOpen = el.closest(".oe-app").classList.toggle("oe-is-open");
      fold.ariaExpanded = `${isOpen}`;
    });
  }
  if (!isLive) return;

  el.dataset.names = JSON.stringify(model.get("names"));
  const read = () => {
    if (model.get("location") === location.search) return;
    model.set("location", location.search);
    model.save_changes();
  };
  read();
  model.on("change:location", read); // it was forgotten: Python has started again
  signal.addEventListener("abort", () => model.off("change:location", read));

  /** The address of this page with our settings; parameters that no app of the page owns stay. */
  function address() {
    const url = new URL(location.href);
    for (const { dataset } of document.querySelectorAll(".oe-header[data-names]")) {
      for (const name of ["app", ...JSON.parse(dataset.names)]) url.searchParams.delete(name);
    }
    for (const [name, value] of new URLSearchParams(model.get("query"))) {
      url.searchParams.set(name, value);
    }
    return url;
  }

  let timer; // browsers refuse an address that changes a hundred times in a few seconds
  const write = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      history.replaceState(history.state, "", address());
      model.set("location", location.search); // not for Python, unless it forgets it
    }, 300);
  };
  model.on("change:query", write);
  signal.addEventListener("abort", () => model.off("change:query", write));

  /** The address for others: it leads to this app in its chapter, or shows it alone. */
  function link(alone) {
    const url = address();
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
    const it = document.createElement("iframe");
    it.src = link(true);
    it.title = model.get("title");
    it.width = "100%";
    it.height = el.closest(".oe-app").offsetHeight + 80; // and two lines below it
    it.style.border = "0";
    it.loading = "lazy";
    it.allow = "clipboard-write";
    return it.outerHTML.replace(" width=", "\n  width=");
  }

  function copies(label, done, hint, text) {
    const copy = part(buttons, "button", "oe-button oe-quiet");
    Object.assign(copy, { type: "button", title: hint });
    copy.textContent = label;
    copy.setAttribute("aria-live", "polite");
    copy.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(text());
        copy.textContent = done;
      } catch {
        prompt(hint, text());
      }
      setTimeout(() => (copy.textContent = label), 2000);
    });
  }
  if (isPresented) return; // in class there are keys for it
  copies("Copy link", "Link copied", "The link to these settings", () => link(false));
  if (!asked.has("embed")) {
    copies("Embed", "HTML copied", "The HTML that shows this app on another page", frame);
  }
}

export default { render };
