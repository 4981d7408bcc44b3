// Elements that the scripts add to a page.

/**
 * @param {string} tag
 * @param {string} className
 * @param {...(Node | string)} content
 * @returns {any}
 */
export function make(tag, className, ...content) {
  const element = document.createElement(tag);
  element.className = className;
  element.append(...content);
  return element;
}

/** Give an element another text. The same text again would be read aloud again in a live region. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** A part that is not seen. Screen readers read each text that it gets. */
export function makeAnnouncer() {
  const announcer = make("p", "visually-hidden");
  announcer.setAttribute("role", "status");
  return announcer;
}

/**
 * @param {string} text
 * @param {() => void} perform
 * @param {string} [label] what a screen reader says, if this is not the text
 */
export function button(text, perform, label) {
  const element = make("button", "", text);
  Object.assign(element, { type: "button", onclick: perform });
  if (label) element.setAttribute("aria-label", label);
  return element;
}

/** The words of a heading or a title, without the mark to link by. */
export function wordsOf(title) {
  const copy = title.cloneNode(true);
  copy.querySelector(".headerlink")?.remove();
  return copy.textContent.replace(/\s+/g, " ").trim();
}

/** The heading of the section around an element. */
export function titleOf(element) {
  const heading = element.closest("section")?.querySelector("h1, h2, h3, h4, h5");
  return heading ? wordsOf(heading) : "";
}

/** Have the browser save a text as a file. */
export function save(text, type, name) {
  const link = make("a", "");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** The section under which a page has its content. */
export const home = () =>
  document.querySelector(".bd-article > section") ?? document.querySelector(".bd-article");
