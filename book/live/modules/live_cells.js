// The live cells of a page.

import { makeAnnouncer, setText } from "./elements.js";
import { page } from "./query.js";

const VIEW = 'script[type="application/vnd.jupyter.widget-view+json"]';

/** @param {ParentNode} element */
export const viewScripts = (element) => [...element.querySelectorAll(VIEW)];
export const viewId = (script) => JSON.parse(script.textContent).model_id;

// The lines of all cells change at once, and a screen reader would read each of them. So it hears this one.
// Until the reader has used an app, it hears only of faults.
const announcer = makeAnnouncer();
document.body.append(announcer);
let isUsed = false;
/** @param {any} event */
function hearUse({ target, key }) {
  isUsed ||= key !== "Tab" && target.closest?.(".cell.tag_live") != null;
}
for (const act of ["click", "input", "keydown", "pointerdown"]) document.addEventListener(act, hearUse, true);

/** A cell tagged `live`: its source, its views, and one line for its status. */
class Cell {
  state = "";
  text = "";
  app = ""; // name of the app in it: see page_apps.js
  isNamed = false;
  isFirst = false;

  constructor(element) {
    this.element = element;
    this.source = element.querySelector(".cell_input pre")?.textContent ?? "";
    this.stored = viewScripts(element).map(viewId);
    const lines = element.querySelectorAll(".live-status"); // one for each view (stored_pictures.py)
    this.status = [...lines].at(-1);
    for (const line of lines) if (line !== this.status) line.remove();
  }

  /**
   * @param {string} state
   * @param {string} text
   * @param {string} [action] what a button beside it says
   * @param {() => void} [perform]
   */
  say(state, text, action, perform) {
    if (this.state === state && this.text === text) return;
    if (!this.status) {
      this.status = document.createElement("p"); // a cell without a stored view has no line yet
      this.element.append(this.status);
    }
    Object.assign(this, { state, text });
    this.status.className = `live-status live-${state}`;
    this.status.textContent = text;
    this.status.ariaHidden = state === "on" ? "true" : null; // that an app works is no news in its text
    setText(announcer, isUsed || state === "error" ? text : "");
    if (action) {
      const button = document.createElement("button");
      Object.assign(button, { type: "button", textContent: action, onclick: perform });
      this.status.append(" ", button);
    }
  }
}

export const cells = [...document.querySelectorAll(".cell.tag_live")].map((cell) => new Cell(cell));

/** @type {(state: string, text: string, action?: string, perform?: () => void) => void} */
export function sayAll(state, ...words) {
  page.dataset.live = state;
  for (const cell of cells) if (cell.stored.length) cell.say(state, ...words);
}
