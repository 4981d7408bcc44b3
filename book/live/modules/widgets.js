// Models of widgets, made from the form in which a notebook stores them.

/**
 * @param {any} manager
 * @param {Models} models
 * @param {(id: string, cell: number) => object} comm makes the comm of each model
 */
export function putModels(manager, models, comm) {
  const { base } = window.widgetLibrary;
  const decode = (text) => Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0));
  for (const [id, { state, buffers = [], cell, ...model }] of Object.entries(models)) {
    const views = buffers.map(({ data }) => new DataView(decode(data).buffer));
    const paths = buffers.map(({ path }) => path);
    base.put_buffers(state, paths, views);
    manager.new_model({ model_id: id, comm: comm(id, cell), ...model }, state);
  }
}

/**
 * Define for require.js the modules that anywidget requests.
 * @param {string} address of anywidget, without its ending
 */
export function tellRequire(address, baseUrl) {
  const { _: loader } = window.requirejs.s.contexts;
  loader.nextTick = (go) => go(); // at once: a delay would lay out the page again
  window.requirejs.config({ baseUrl, paths: { anywidget: address } });
  window.define("@jupyter-widgets/base", [], () => window.widgetLibrary.base);
}

/** @type {() => Promise<any>} */
export const anywidget = () =>
  new Promise((resolve, reject) => {
    window.requirejs(["anywidget"], resolve, reject);
  });
