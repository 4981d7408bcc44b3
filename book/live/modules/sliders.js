// Gives the handles of sliders a name for screen readers. ipywidgets gives them none.

const UNNAMED = ".widget-slider [role=slider]:not([aria-labelledby])";

function name(added) {
  for (const handle of added.querySelectorAll?.(UNNAMED) ?? []) {
    const label = handle.closest(".widget-slider").querySelector(".widget-label");
    label.id ||= `slider-${Math.random()}`;
    handle.setAttribute("aria-labelledby", label.id);
  }
}

/** Name the handles of all sliders, present and future. */
export function nameSliders() {
  const sight = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) addedNodes.forEach(name);
  });
  sight.observe(document, { childList: true, subtree: true });
}
