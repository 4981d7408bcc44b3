// What ipywidgets leaves to us: it gives the handle of a slider no name.

const UNNAMED = ".widget-slider [role=slider]:not([aria-labelledby])";

function name(added) {
  for (const handle of added.querySelectorAll?.(UNNAMED) ?? []) {
    const label = handle.closest(".widget-slider").querySelector(".widget-label");
    label.id ||= `slider-${Math.random()}`;
    handle.setAttribute("aria-labelledby", label.id);
  }
}

/** Name those that are there from now on. */
export function nameSliders() {
  const sight = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) addedNodes.forEach(name);
  });
  sight.observe(document, { childList: true, subtree: true });
}
