// Widget models and their views. They are drawn from the stored state; then Python takes them over.

import { modules, visibleApps, stored } from "./page_apps.js";
import { isEmbedded } from "./query.js";
import { Comm, Line } from "./message_queue.js";
import { cells, viewId, viewScripts } from "./live_cells.js";
import { HOME } from "./script_folder.js";
import { breath } from "./layout.js";
import { bring, dressed, inTime } from "./notices.js";
import { anywidget, putModels, tellRequire } from "./widgets.js";

const STYLES = "vendor/widgets/widgets.css";
const SCRIPTS = ["vendor/requirejs/require.js", "vendor/widgets/widgets.js"];
export const WIDGETS = HOME + SCRIPTS[1];

export const line = new Line(); // from the models of the page

/** @type {any} */
export let manager;
export let known = {}; // the models on the page by id, in the form of the stored state

/** Resolves when the library that draws widgets has loaded. This script loads it, and not the page's
    markup, so that the stored pictures come first. */
export const fetched = Promise.all([
  dressed(HOME + STYLES),
  ...SCRIPTS.map((script) => bring("link", { rel: "preload", as: "script", href: HOME + script })),
]);
fetched.catch(() => {}); // showStored reports the error

/** @type {Promise<string[][]> | undefined} */
let texts; // the texts of the scripts of widgets, each with its file

/** Replace the text of a widget's script, which Python sends, by the address of its file. A text that is
    not a file of the book never runs in the page. */
async function withScriptFile(state) {
  if (!state._esm || Object.values(modules).includes(state._esm)) return state;
  const fetchText = async (file) => [await (await fetch(file)).text(), file];
  texts ??= Promise.all(Object.values(modules).map(fetchText));
  const [, file = ""] = (await texts).find(([text]) => text === state._esm) ?? [];
  return Object.assign(state, { _esm: file });
}

function createModels(models) {
  known = models;
  manager = new window.widgetLibrary.Manager({ anywidget });
  const { _make_model: make } = manager;
  manager._make_model = async (options, state) => make.call(manager, options, await withScriptFile(state));
  putModels(manager, models, (id, cell) => new Comm(line, id, cell));
}

/** Draw a widget at its place. The still picture there (stored_pictures.py) goes when all is drawn. */
async function showView(id, place) {
  const area = document.createElement("div");
  const stillPicture = place.nextElementSibling?.closest(".live-still");
  area.className = stillPicture ? "widget-subarea live-loading" : "widget-subarea";
  place.before(area);
  const model = await manager.get_model(id);
  await manager.display_view(manager.create_view(model), area);
  if (!stillPicture) return;
  await filled(area, stillPicture);
  stillPicture.remove();
  area.classList.remove("live-loading");
}

/** Resolves when widgets have drawn all headers and pictures of an area. */
function filled(area, stillPicture) {
  const isDrawn = (element) => element.querySelector(".oe-picture:not(:empty)");
  const heads = (element) => element.querySelectorAll(".oe-header").length;
  const isDone = () => heads(area) >= heads(stillPicture) && [...area.querySelectorAll(".oe-app")].every(isDrawn);
  return /** @type {Promise<void>} */ (new Promise((resolve) => {
    const look = () => {
      if (!isDone()) return;
      sight.disconnect();
      resolve();
    };
    const sight = new MutationObserver(look);
    sight.observe(area, { childList: true, subtree: true });
    look();
  }));
}

export async function showStored() {
  await fetched;
  for (const script of SCRIPTS) await bring("script", { src: HOME + script }).then(breath);
  await window.widgetLibrary; // the library loads its parts one by one
  tellRequire("vendor/python/anywidget", HOME);
  const isNeeded = Object.values(stored).some((model) => model.model_module === "anywidget");
  const module = isNeeded && (await anywidget());
  if (isNeeded && !module) throw new Error("anywidget.js");
  for (const file of Object.values(modules)) inTime(import(file).then((module) => module.default.render)).catch(() => {});
  createModels(stored);
  const areas = isEmbedded ? visibleApps.map(({ element }) => element) : [document];
  const scripts = areas.flatMap(viewScripts).filter((script) => viewId(script) in known);
  for (const script of scripts) await breath().then(() => showView(viewId(script), script));
}

/** Disable the controls: without Python they have no effect. */
export async function hold(ids = Object.keys(known)) {
  for (const id of ids) {
    const model = await manager.get_model(id);
    if (model.has("disabled")) model.set_state({ disabled: true });
  }
}

/** Whether Python made the same widgets as those on the page. */
function isSame(models, views) {
  const json = ({ value = null }) => JSON.stringify(value);
  const same = ([id, { model_name, model_module, state, buffers }]) =>
    known[id]?.model_name === model_name &&
    known[id].model_module === model_module &&
    known[id].state._esm === state._esm && // with another script the view would get each message twice
    (buffers?.length || json(known[id].state) === json(state)); // in another state pictures may be old
  return (
    Object.entries(models).every(same) &&
    cells.every((cell, n) => cell.stored.join() === views[n].join())
  );
}

/** Give the models on the page their state in Python. The reader's changes stay. */
async function adopt(models) {
  const adoptOne = async ([id, { state, cell }]) => {
    const model = await manager.get_model(id);
    const live = await model.constructor._deserialize_state(state, manager);
    // The stored state has no null values. Setting them now would draw some widgets again.
    const isEmpty = (value) => (value ?? "") === "";
    for (const key in live) if (live[key] === null && isEmpty(model.get(key))) delete live[key];
    line.leaveChanged(id, live);
    line.comms.get(id).cell = cell;
    model.set_state(live);
  };
  await Promise.all(Object.entries(models).map(adoptOne));
}

/** Replace the stored widgets: they were made by other code than has run now. */
async function replace(models, views) {
  console.info("live: the stored widgets are not those of the live cells, and are replaced");
  line.drop((id) => id in known); // requests stay (requests.js)
  createModels(models);
  for (const [n, cell] of cells.entries()) {
    if (views[n].length === 0) continue;
    const output = cell.element.querySelector(".cell_output") ?? cell.element;
    for (const area of output.querySelectorAll(".widget-subarea")) area.remove();
    const place = viewScripts(output)[0] ?? output.appendChild(document.createElement("span"));
    for (const id of views[n]) await showView(id, place);
    cell.stored = views[n];
  }
}

/** Take over the models that Python has made, and the views of each cell. */
export async function takeOver(models, views) {
  await Promise.all(Object.values(models).map(({ state }) => withScriptFile(state)));
  await (isSame(models, views) ? adopt(models) : replace(models, views));
  hold(Object.keys(known).filter((id) => !(id in models))); // widgets of cells that are not live
}
