// The page's half of address.py. The published page (page.js) marks itself with data-live.

function render({ model, el, signal }) {
  el.classList.add("oe-header");
  const title = el.appendChild(document.createElement("p"));
  title.className = "oe-title";
  title.textContent = model.get("title");
  if (!("live" in document.documentElement.dataset)) return;

  el.dataset.names = JSON.stringify(model.get("names"));
  model.set("location", location.search);
  model.save_changes();

  /** The address of this page with our settings; parameters that no app of the page owns stay. */
  function link() {
    const url = new URL(location.href);
    for (const { dataset } of document.querySelectorAll(".oe-header[data-names]")) {
      for (const name of ["app", ...JSON.parse(dataset.names)]) url.searchParams.delete(name);
    }
    for (const [name, value] of new URLSearchParams(model.get("query"))) {
      url.searchParams.set(name, value);
    }
    return url.href;
  }

  let timer; // browsers refuse an address that changes a hundred times in a few seconds
  const write = () => {
    clearTimeout(timer);
    timer = setTimeout(() => history.replaceState(history.state, "", link()), 300);
  };
  model.on("change:query", write);
  signal.addEventListener("abort", () => model.off("change:query", write));

  const copy = el.appendChild(document.createElement("button"));
  copy.type = "button";
  copy.className = "oe-button oe-quiet";
  copy.textContent = "Copy link";
  copy.setAttribute("aria-live", "polite");
  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(link());
      copy.textContent = "Link copied";
    } catch {
      prompt("The link to these settings:", link());
    }
    setTimeout(() => (copy.textContent = "Copy link"), 2000);
  });
}

export default { render };
