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
