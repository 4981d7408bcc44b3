// The apps of a page, or the one that its address chooses.
//
// `?app=name` chooses one app: the one with this name (address.py), or with this number among the live
// cells with an output. With `?embed=1` the page shows only this app, for a frame on another page. The
// other page may set the frame's height from our messages:
//
//     addEventListener("message", ({ data, source }) => {
//       for (const frame of document.querySelectorAll("iframe")) {
//         if (frame.contentWindow === source) frame.height = data.liveHeight ?? frame.height;
//       }
//     });

import { parameters, isEmbedded } from "./query.js";
import { cells } from "./live_cells.js";

const STATE = 'script[type="application/vnd.jupyter.widget-state+json"]';

export const { state: stored } = JSON.parse(document.querySelector(STATE)?.textContent ?? '{"state": {}}');

// The parts that stored notebooks leave out (stored_widgets.py), and the files that the scripts of widgets are.
const readData = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "{}");
const files = Object.entries(readData("live-modules")).map(([part, path]) => [part, new URL(path, location.href).href]);
export const modules = Object.fromEntries(files);
const parts = { ...modules };
for (const { dataset, textContent } of document.querySelectorAll("style[data-stylesheet]")) {
  parts[dataset.stylesheet] = textContent;
}
for (const { state } of Object.values(stored)) {
  for (const key of ["value", "_esm"]) if (state[key] in parts) state[key] = parts[state[key]];
}

/** Find the widget that reads the address, among these widgets and their parts. */
function reader(ids) {
  for (const { state } of ids.map((id) => stored[id]).filter(Boolean)) {
    if ("app" in state && "location" in state) return state;
    const widget = reader((state.children ?? []).map((id) => id.replace("IPY_MODEL_", "")));
    if (widget) return widget;
  }
  return null;
}

const apps = cells.filter((cell) => cell.stored.length);
for (const [n, cell] of apps.entries()) {
  const { app, first } = reader(cell.stored) ?? {};
  Object.assign(cell, { app: app ?? `${n + 1}`, isNamed: Boolean(app), isFirst: first });
  cell.element.id ||= `app-${cell.app}`;
}

const chosenApp = parameters.has("app")
  ? apps.find(({ app }) => app === parameters.get("app"))
  : apps.find(({ isFirst }) => isFirst) ?? apps[0];
export const visibleApps = isEmbedded ? [chosenApp].filter(Boolean) : apps; // the apps that the reader can see

/** Tell the reader that the address names no app of this page, and list the apps. Return the notice. */
function sayNoSuchApp() {
  const notice = document.createElement("p");
  notice.className = "live-status live-error";
  notice.setAttribute("role", "alert");
  notice.append(`No app of this page is called “${parameters.get("app").slice(0, 40)}”. There are`);
  const namedApps = apps.filter(({ isNamed }) => isNamed);
  for (const [n, { app, element }] of (namedApps.length ? namedApps : apps).entries()) {
    const link = document.createElement("a");
    parameters.set("app", app);
    Object.assign(link, { href: `?${parameters}#${element.id}`, textContent: app });
    notice.append(n ? ", " : " ", link);
  }
  notice.append(".");
  apps[0].element.before(notice);
  return notice;
}

function showAlone(element) {
  const source = document.createElement("p");
  const link = document.createElement("a");
  const back = () => {
    const url = new URL(location.href);
    for (const name of ["embed", "present"]) url.searchParams.delete(name);
    if (!chosenApp) url.searchParams.delete("app");
    url.hash = chosenApp?.element.id ?? "";
    link.href = url.href;
  };
  back();
  for (const event of ["focus", "pointerdown", "click"]) link.addEventListener(event, back);
  Object.assign(link, { target: "_blank", rel: "noopener", textContent: document.title });
  source.className = "live-source";
  source.append("From ", link);
  element.after(source);

  for (const part of [element, source]) part.classList.add("live-isolated");
  for (let ancestor = element.parentElement; ancestor; ancestor = ancestor.parentElement) ancestor.classList.add("live-ancestor");
  const tell = () => parent.postMessage({ liveHeight: document.body.offsetHeight }, "*");
  new ResizeObserver(tell).observe(document.body);
}

export const notice = chosenApp || apps.length === 0 ? null : sayNoSuchApp();
export const onlyApp = isEmbedded && apps.length > 0 ? (notice ?? chosenApp.element) : null;
if (onlyApp) showAlone(onlyApp);
