// In the inner frame of sandbox.html: draws the output of readers' code, that is markup, formulas and
// widgets, in the style of the book. The page passes messages of widgets on to Python (cells.js).

import "./modules/block_link_loading.js"; // before any output is drawn
import { make } from "./modules/elements.js";
import { arrived, hasFormula, prepareMathJax } from "./modules/formulas.js";
import { Comm, Line } from "./modules/message_queue.js";
import { anywidget, putModels, tellRequire } from "./modules/widgets.js";

const say = (message, transfers = []) => parent.parent.postMessage(message, "*", transfers);
const { documentElement: root, body } = document;

// The style sheets need the same ancestors as in a page.
const place = make("div", "cell_output docutils container");
body.append(make("div", "bd-article", make("div", "cell", place)));
new ResizeObserver(() => say({ is: "height", height: place.scrollHeight })).observe(place);

function dress({ style, theme, hue }) {
  if (style !== undefined) document.head.append(make("style", "", style));
  if (hue) root.style.cssText = hue;
  root.dataset.theme = theme;
  root.style.colorScheme = theme;
}

/** Run a script of the book. Scripts run in the order of arrival. */
function run(program) {
  return new Promise((resolve, reject) => {
    const script = make("script", "");
    const blob = new Blob([program], { type: "text/javascript" });
    Object.assign(script, { src: URL.createObjectURL(blob), onload: resolve, onerror: reject });
    document.head.append(script);
  });
}

// ---------------------------------------------------------------------------------------- widgets

const line = new Line();
let isHeard = true; // whether Python has handled the last message
let manager = null;

function deliver() {
  if (!isHeard || !line.queue.length) return;
  isHeard = false;
  say({ is: "change", ...line.next() });
}
line.connect(deliver);

async function widgets({ scripts, style, module }) {
  document.head.append(make("style", "", style));
  for (const program of scripts) await run(program);
  await window.widgetLibrary; // the library loads its parts one by one
  tellRequire(URL.createObjectURL(new Blob([module], { type: "text/javascript" })), "");
  manager = new window.widgetLibrary.Manager({ anywidget });
}

async function draw(id, models) {
  const fresh = Object.entries(models).filter(([id]) => !line.comms.has(id));
  putModels(manager, Object.fromEntries(fresh), (id) => new Comm(line, id));
  const area = make("div", "output widget-subarea");
  place.append(area);
  await manager.display_view(manager.create_view(await manager.get_model(id)), area);
}

/** Whether all parts of a model are here. A missing part arrives before the whole is drawn. */
function isWhole(state) {
  const parts = JSON.stringify(state).match(/IPY_MODEL_[^"]+/g) ?? [];
  return parts.every((reference) => line.comms.has(reference.slice("IPY_MODEL_".length)));
}

const FROM_PYTHON = {
  comm_open({ id, data, metadata, buffers }) {
    if (!line.comms.has(id) && isWhole(data.state)) {
      manager?.handle_comm_open(new Comm(line, id), { content: { data }, metadata, buffers });
    }
  },
  comm_msg({ id, data, buffers }) {
    if (data.state) line.leaveChanged(id, data.state);
    line.comms.get(id)?.receive?.({ content: { data }, buffers });
  },
  comm_close({ id }) {
    line.comms.get(id)?.closed?.({});
    line.comms.delete(id);
  },
};

/** Disable the widgets: their Python has stopped. */
async function drawStill() {
  for (const id of line.comms.keys()) {
    const model = await manager.get_model(id);
    if (model.has("disabled")) model.set_state({ disabled: true });
  }
  line.comms.clear();
}

// ------------------------------------------------------------------------------ markup and formulas

let isComing = false;
/** @type {(it: unknown) => void} */
let arrive;
const mathjax = new Promise((resolve) => (arrive = resolve));

async function typeset(element) {
  if (!hasFormula(element.textContent)) return;
  if (!isComing) say({ is: "formula" });
  isComing = true;
  await mathjax;
  await window.MathJax.typesetPromise([element]);
}

const hub = prepareMathJax(typeset);

async function learn(program) {
  await run(program);
  arrive(arrived(hub));
}

/** Draw printed text, or the repr of a value. */
function print(text, stream) {
  const last = place.lastElementChild;
  if (stream && last instanceof HTMLElement && last.dataset.stream === stream) {
    last.querySelector("pre").append(text);
    return;
  }
  const output = make("div", stream ? "output stream" : "output text_plain");
  output.append(make("div", "highlight", make("pre", "", text)));
  if (stream) output.dataset.stream = stream;
  place.append(output);
}

function show({ form, text, stream }) {
  if (form === "plain" || form === "markdown" || stream) return print(text, stream);
  const output = make("div", `output ${form === "svg" ? "image_svg" : `text_${form}`}`);
  if (form === "latex") output.textContent = text;
  else output.innerHTML = text;
  place.append(output);
  if (form !== "svg") typeset(output);
}

// --------------------------------------------------------------------------------------------- turns

let turn = Promise.resolve(); // resolves when the earlier messages are handled

async function take(data) {
  if (data.is === "dress") dress(data);
  else if (data.is === "mathjax") await learn(data.program);
  else if (data.is === "widgets") await widgets(data);
  else if (data.is === "show") data.parts.forEach(show);
  else if (data.is === "draw") await draw(data.id, data.models);
  else if (data.is === "comm") await FROM_PYTHON[data.kind](data);
  else if (data.is === "still") await drawStill();
  else if (data.is === "heard") {
    isHeard = true;
    deliver();
  }
}

addEventListener("message", ({ source, data }) => {
  if (source !== parent.parent) return;
  if (data.is === "ping") return say({ is: "pong" });
  turn = turn
    .then(() => take(data))
    .catch((error) => {
      console.warn(`cells: ${error?.message ?? error}`);
      if (data.is === "mathjax" || data.is === "widgets") say({ is: "missing-file" }); // files of the book
    })
    .then(() => (data.is === "show" || data.is === "draw") && say({ is: "drawn" }));
});
