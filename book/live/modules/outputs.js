// Shows the outputs of cells other than text: markup, formulas and widgets. They are drawn in a sandbox,
// in the style of the page (sandbox_view.js).

import { page } from "./query.js";
import { make } from "./elements.js";
import { inTime } from "./notices.js";
import { text, walled } from "./sandbox.js";

const MATHJAX = "./vendor/mathjax/tex-svg.js";
const WIDGETS = ["./vendor/requirejs/require.js", "./vendor/widgets/widgets.js"];
const STYLE = "./vendor/widgets/widgets.css";
const MODULE = "./vendor/python/anywidget.js";
const HIGHEST = 20_000; // pixels of a frame
const FRAME = `html, body { display: block; min-height: 0; height: auto; margin: 0; padding: 0;
  overflow: hidden; background: transparent; }
  .bd-article .cell, .bd-article .cell_output { margin: 0; padding: 2px; overflow-x: auto; }
  @media print { html { color-scheme: light !important; } }`;

/** @type {Set<View>} */
const views = new Set();

/** Return the text of this page's style sheets. */
let style = "";
function sheets() {
  const rulesOf = ({ cssRules, media }) => {
    const own = [...cssRules].filter((rule) => !(rule instanceof CSSFontFaceRule)); // it cannot load fonts
    const rules = own.map(({ cssText }) => cssText).join("\n");
    return media.length ? `@media ${media.mediaText} {${rules}}` : rules;
  };
  return (style ||= [...Array.from(document.styleSheets, rulesOf), FRAME].join("\n"));
}

/** A frame for the output of one cell. */
export class View {
  has = new Set(); // the libraries that it has
  turn = Promise.resolve();
  pending = 0; // number of outputs not drawn yet
  parts = []; // outputs to be drawn next, all at once

  /** @param {{ rest: () => void, change: (view: View, message: object) => void }} hooks */
  constructor(cell, hooks) {
    this.cell = cell;
    this.hooks = hooks; // `rest`: the frame has drawn or is gone; `change`: a widget has changed
    this.frame = walled({
      script: text("sandbox_view.js"),
      title: cell.isScratch ? "What your code shows" : `What cell ${cell.n + 1} shows`,
      hear: (message) => this.hear(message),
      lose: (reason) => {
        views.delete(this);
        hooks.rest();
        cell.say(`The output of this cell is gone${reason ? `: ${reason}` : ""}.`);
      },
    });
    this.element = make("div", "output cell-view", this.frame.element);
    this.element.view = this;
    views.add(this);
    this.frame.tell({ is: "dress", style: sheets(), hue: hue(), theme: page.dataset.theme });
  }

  hear({ is, height, id, text: data, buffers }) {
    if (is === "height") {
      this.frame.element.style.height = `${Math.min(Math.max(+height || 0, 0), HIGHEST)}px`;
      this.cell.fold();
    } else if (is === "drawn") {
      this.pending = Math.max(this.pending - 1, 0); // code in the frame can send this message, too
      this.hooks.rest();
    } else if (is === "formula") {
      inTime(this.bring("mathjax", async () => ({ program: await text(MATHJAX) }))).catch(() => {});
    } else if (is === "missing-file") {
      dispatchEvent(new Event("missing-file"));
    } else if (is === "change") {
      this.hooks.change(this, { id: `${id}`, text: `${data}`, buffers });
    }
  }

  remove() {
    views.delete(this);
    this.frame.remove();
    this.hooks.rest();
  }

  /** Draw text or markup. Outputs that arrive together are drawn together. */
  put(form, content, stream) {
    this.parts.push({ form, text: content, stream });
    if (this.parts.length > 1) return;
    this.pending += 1;
    queueMicrotask(() => this.flush());
  }

  flush() {
    const parts = this.parts.splice(0);
    if (parts.length) this.after(() => this.frame.tell({ is: "show", parts }));
  }

  /** Draw a widget. */
  draw(id, models) {
    this.flush();
    this.pending += 1;
    this.after(async () => {
      await this.bring("widgets", async () => {
        const [style, module, ...scripts] = await Promise.all([STYLE, MODULE, ...WIDGETS].map(text));
        return { style, module, scripts };
      });
      this.frame.tell({ is: "draw", id, models });
    });
  }

  /** Perform a function after the earlier ones. */
  after(act) {
    this.turn = this.turn.then(act).catch(() => this.cell.say("It cannot be shown: a file of this page is missing."));
  }

  async bring(name, get) {
    if (this.has.has(name)) return;
    const content = await get();
    if (!this.has.has(name)) this.frame.tell({ is: name, ...content });
    this.has.add(name);
  }
}

export const isDrawn = () => [...views].every(({ pending }) => pending === 0);

/** Return the hue of the chapter. Frames cannot read it from the page. */
const hue = () => {
  const style = getComputedStyle(page);
  return ["--own-hue", "--own-chroma"].map((property) => `${property}: ${style.getPropertyValue(property)}`).join(";");
};

const dress = () => {
  for (const { frame } of views) frame.tell({ is: "dress", theme: page.dataset.theme });
};
new MutationObserver(dress).observe(page, { attributeFilter: ["data-theme"] });

function tellAll(message, isMeant) {
  for (const view of views) if (isMeant(view.cell)) view.turn = view.turn.then(() => view.frame.tell(message));
}

/** Pass a message to a widget to all frames of its Python's cells. One of them has drawn the widget. */
export const pass = (message, isMeant) => tellAll({ ...message, is: "comm" }, isMeant);

/** Disable the widgets of these cells: their Python has stopped. */
export const drawStill = (isMeant) => tellAll({ is: "still" }, isMeant);

/** Empty an output area. */
export function empty(area, ...content) {
  for (const { view } of area.querySelectorAll(":scope > .cell-view")) view?.remove();
  area.replaceChildren(...content);
}
