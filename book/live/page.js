// Makes the widgets of this page live. Each is drawn at once from the state stored in the notebook;
// Python then starts in a worker (worker.js, bridge.py), runs the cells tagged `live` again and
// takes the drawn widgets over. What the reader changes before that waits in a queue.

(() => {
  "use strict";

  const HOME = document.currentScript.src.replace(/[^/]*$/, ""); // the folder of this script
  const MIME = "application/vnd.jupyter.widget-";
  window.__jupyter_widgets_assets_path__ = HOME + "vendor/html-manager/";

  // ------------------------------------------------------------------ the live cells of the page

  class Cell {
    constructor(element) {
      this.element = element;
      this.source = element.querySelector(".cell_input pre")?.textContent ?? "";
      this.hasViews = element.querySelector(`script[type="${MIME}view+json"]`) !== null;
    }

    /** Say how things stand with this app, in one quiet line below it. */
    say(state, text, action, perform) {
      if (!this.status) {
        this.status = document.createElement("p");
        this.status.setAttribute("role", "status");
        this.element.append(this.status);
      }
      this.state = state;
      this.status.className = `live-status live-${state}`;
      this.status.textContent = text;
      if (action) {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = action;
        button.onclick = perform;
        this.status.append(" ", button);
      }
    }
  }

  const cells = [...document.querySelectorAll(".cell.tag_live")].map((cell) => new Cell(cell));
  const sayAll = (...words) => cells.forEach((cell) => cell.hasViews && cell.say(...words));

  // --------------------------------------------------------------- messages from widget to Python

  const queue = []; // what the page has to say to Python, in order
  let worker = null;
  let busy = true; // Python is starting, or at work on a message

  function enqueue(message) {
    const last = queue.at(-1);
    const isUpdate = (it) => it?.data.method === "update" && it.buffers.length === 0;
    if (last?.id === message.id && isUpdate(last) && isUpdate(message)) {
      Object.assign(last.data.state, message.data.state); // the newer change supersedes the older
    } else {
      queue.push(message);
    }
    deliver();
  }

  function deliver() {
    if (busy || queue.length === 0) return;
    busy = true;
    const { id, data, buffers } = queue.shift();
    worker.postMessage({ id, text: JSON.stringify(data), buffers });
  }

  // ---------------------------------------------------------------------------- widgets and views

  const comms = new Map();

  /** The page's end of a comm: what a widget model takes for its line to a kernel. */
  class Comm {
    constructor(id, cell) {
      this.comm_id = id;
      this.cell = cell;
      comms.set(id, this);
    }

    on_msg(receive) {
      this.receive = receive;
    }

    on_close(closed) {
      this.closed = closed;
    }

    send(data, callbacks, _metadata, buffers = []) {
      const state = data.state && { ...data.state };
      enqueue({ id: this.comm_id, data: state ? { ...data, state } : data, buffers });
      // The model may send on at once: the queue above keeps the order and drops what is outdated.
      queueMicrotask(() => callbacks?.iopub?.status?.({ content: { execution_state: "idle" } }));
      return "";
    }

    close() {}
  }

  const amd = (...names) =>
    new Promise((resolve, reject) =>
      window.requirejs(names, (...modules) => resolve(modules), reject),
    );

  let base, HTMLManager, manager;
  let known = {}; // the models on the page by id, as in the stored state

  function createModels(models) {
    known = models;
    const decoded = (text) => Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0)).buffer;
    const loader = (name) => amd(name).then(([module]) => module);
    manager = new HTMLManager({ loader });
    for (const [id, { state, buffers = [], cell, ...model }] of Object.entries(models)) {
      const parts = buffers.map(({ data }) => new DataView(decoded(data)));
      base.put_buffers(state, buffers.map(({ path }) => path), parts);
      manager.new_model({ model_id: id, comm: new Comm(id, cell), ...model }, { ...state });
    }
  }

  async function showView(id, before) {
    const area = document.createElement("div");
    area.className = "widget-subarea";
    before.before(area);
    const view = manager.create_view(await manager.get_model(id));
    await manager.display_view(view, area);
  }

  const viewScripts = (element) => [...element.querySelectorAll(`script[type="${MIME}view+json"]`)];
  const viewId = (script) => JSON.parse(script.textContent).model_id;

  async function showStored() {
    [{ HTMLManager }, base] = await amd("@jupyter-widgets/html-manager", "@jupyter-widgets/base");
    const stored = document.querySelector(`script[type="${MIME}state+json"]`);
    createModels(JSON.parse(stored.textContent).state);
    const scripts = viewScripts(document).filter((script) => viewId(script) in known);
    await Promise.all(scripts.map((script) => showView(viewId(script), script)));
  }

  /** Whether the live widgets are the ones on the page: then these become live as they stand. */
  function isSame(models, shown) {
    const same = (id) =>
      known[id]?.model_name === models[id].model_name &&
      known[id]?.model_module === models[id].model_module;
    return (
      Object.keys(models).every(same) &&
      cells.every(({ element }, n) => viewScripts(element).map(viewId).join() === shown[n].join())
    );
  }

  async function adopt(models) {
    const adoptOne = async ([id, { state, cell }]) => {
      const model = await manager.get_model(id);
      const live = await model.constructor._deserialize_state(state, manager);
      for (const { id: to, data } of queue) {
        if (to === id) for (const key in data.state) delete live[key]; // the reader changed it
      }
      comms.get(id).cell = cell;
      model.set_state(live);
    };
    await Promise.all(Object.entries(models).map(adoptOne));
  }

  /** The notebook was stored by other code than ran now: draw what ran now. */
  async function replace(models, shown) {
    console.info("live: the stored widgets differ from the live ones and are drawn anew");
    queue.length = 0;
    createModels(models);
    for (const [n, { element }] of cells.entries()) {
      const output = element.querySelector(".cell_output") ?? element;
      output.querySelectorAll(".widget-subarea").forEach((area) => area.remove());
      const anchor = viewScripts(output)[0] ?? output.appendChild(document.createElement("span"));
      for (const id of shown[n]) await showView(id, anchor);
    }
  }

  // --------------------------------------------------------------- messages from Python to widget

  const receive = {
    alive({ lock }) {
      const it = worker; // granted when this worker is no more; by then another may be at work
      navigator.locks.request(lock, () => it === worker && stop("Python has stopped."));
    },

    async ran({ models, shown }) {
      await (isSame(models, shown) ? adopt(models) : replace(models, shown));
      cells.forEach((cell) => cell.hasViews && cell.state === "starting" && cell.say("on", "Live"));
      busy = false;
      deliver();
    },

    done({ id }) {
      busy = false;
      deliver();
    },

    error({ cell, brief, full }) {
      console.warn(full);
      cells[cell].say("error", brief);
    },

    lost({ brief }) {
      stop(`Python has stopped: ${brief}`);
    },

    comm_open({ id, cell, data, metadata }, buffers) {
      manager.handle_comm_open(new Comm(id, cell), { content: { data }, metadata, buffers });
    },

    comm_msg({ id, data }, buffers) {
      comms.get(id)?.receive({ content: { data }, buffers });
    },

    comm_close({ id }) {
      comms.get(id)?.closed({});
      comms.delete(id);
    },
  };

  function start() {
    sayAll("starting", "Python is starting…");
    busy = true;
    worker = new Worker(HOME + "worker.js", { type: "module" });
    worker.onerror = (event) => stop(`Python could not start: ${event.message ?? "no worker"}`);
    worker.onmessage = ({ data: { text, buffers } }) => {
      const { kind, ...content } = JSON.parse(text);
      receive[kind](content, buffers.map((part) => new DataView(part.buffer)));
    };
    worker.postMessage({ cells: cells.map(({ source }) => source), ids: Object.keys(known).sort() });
  }

  function stop(reason) {
    worker.terminate();
    worker = null;
    busy = true;
    sayAll("error", reason, "Start again", start);
  }

  // ------------------------------------------------------------------------------------ beginning

  // ipywidgets asks for the interface of MathJax 2; the page has MathJax 3, which comes when it may.
  const loaded = new Promise((resolve) => window.addEventListener("load", resolve));
  const typeset = ([, , element]) => loaded.then(() => window.MathJax.typesetPromise([element]));
  let mathjax = window.MathJax;
  const withHub = () => mathjax && Object.assign(mathjax, { Hub: { Queue: typeset } });
  const set = (value) => (mathjax = value);
  Object.defineProperty(window, "MathJax", { get: withHub, set, configurable: true });

  document.addEventListener("DOMContentLoaded", async () => {
    // The two libraries come after this script and are there now.
    window.requirejs.config({ paths: { anywidget: HOME + "vendor/python/anywidget" } });
    await showStored();
    start();
  });
})();
