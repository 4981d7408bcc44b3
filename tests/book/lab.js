// What tests/book/test_lab.py looks for in JupyterLab: faults in the layout of an app, as sentences.

(app) => {
  const faults = [];
  const first = (text) => text.trim().replace(/\s+/g, " ").slice(0, 40);
  // A text for screen readers alone is in a box of a pixel.
  const isForScreenReaders = (element) => element !== app && (element.offsetWidth === 1 || isForScreenReaders(element.parentElement));
  const isSeen = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !isForScreenReaders(element);

  /** The lines of a text as rectangles. */
  const lines = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()].filter((rect) => rect.width > 1 && rect.height > 1);
  };

  const texts = [];
  const walker = document.createTreeWalker(app, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node.parentElement;
    if (!node.data.trim() || !isSeen(element) || element.closest("style, select, textarea")) continue;
    const rects = lines(node);
    if (rects.length) texts.push({ element, rects, text: node.data });
  }

  // A text is squeezed if most of its lines have only one word. A word may be as long as a line.
  for (const { element, rects, text } of texts) {
    if (getComputedStyle(element).whiteSpace.startsWith("pre")) continue; // it has lines of its own
    const words = text.trim().split(/\s+/);
    const tops = new Set(rects.map((rect) => Math.round(rect.top)));
    if (words.length > 2 && tops.size > 2 && tops.size > words.length - 2)
      faults.push(`squeezed: ${first(text)} has ${tops.size} lines`);
  }

  // Two texts overlap if their lines share more than the edges. Lines are higher than their letters.
  const boxes = texts.flatMap(({ element, rects, text }) => rects.map((rect) => ({ element, rect, text })));
  for (const [n, one] of boxes.entries()) {
    for (const other of boxes.slice(n + 1)) {
      if (one.element === other.element) continue;
      const wide = Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left);
      const high = Math.min(one.rect.bottom, other.rect.bottom) - Math.max(one.rect.top, other.rect.top);
      if (wide > 2 && high > 0.4 * Math.min(one.rect.height, other.rect.height))
        faults.push(`overlap: ${first(one.text)} and ${first(other.text)}`);
    }
  }

  // A text is cut if it goes beyond a box that neither shows nor scrolls what is outside.
  const { right: limit } = app.parentElement.closest(".jp-OutputArea-output").getBoundingClientRect();
  for (const { element, rects, text } of texts) {
    for (let box = element; box !== app.parentElement; box = box.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(box);
      if (box instanceof SVGElement || [overflowX, overflowY].includes("auto")) continue;
      const outer = box.getBoundingClientRect();
      const isCut = (rect) =>
        (overflowX !== "visible" && (rect.left < outer.left - 2 || rect.right > outer.right + 2)) ||
        (overflowY !== "visible" && (rect.top < outer.top - 4 || rect.bottom > outer.bottom + 4));
      if (rects.some(isCut)) faults.push(`cut: ${first(text)}`);
    }
    const isScrolled = element.closest(".oe-scrolls");
    if (!isScrolled && rects.some((rect) => rect.right > limit + 2)) faults.push(`too wide: ${first(text)}`);
  }
  return [...new Set(faults)];
};
