// Makes the widgets of this page live. Each is drawn at once from the state stored in the notebook;
// Python then starts in a worker (worker.js, bridge.py), runs the cells tagged `live` again and
// takes the drawn widgets over as they stand. What the reader changes before that is kept in a
// queue. To a widget model this script is what a Jupyter server would be.

(() => {
  "use strict";

  const page = document.documentElement;
  const { liveEarly } = window; // the worker, what it has said, and what waits (early.js)
  const HOME = document.currentScript.src.replace(/[^/]*$/, ""); // the folder of this script
  const VIEW = 'script[type="application/vnd.jupyter.widget-view+json"]';
  const STATE = 'script[type="application/vnd.jupyter.widget-state+json"]';
  const SERVE =
    "This is a still picture: a browser does not start Python in a page opened from a file. " +
    "Serve the book's folder, for example with “python -m http.server” in it, and open the " +
    "address that it prints.";
  const SECTIONS = ".bd-article > section > section";
  const FAST = 3000; // bytes a millisecond
  const SOON = "Python starts in a moment.";
  const UNSTARTED = "Python could not start: a file of this page is missing, or came damaged.";
  const UNDRAWN = "The apps could not be drawn: a file of this page is missing, or came damaged.";
  const PYTHON = [
    "worker.js",
    "bridge.py",
    "vendor/pyodide/pyodide.mjs",
    "vendor/pyodide/pyodide.asm.mjs",
    "vendor/pyodide/pyodide.asm.wasm",
    "vendor/python/stdlib.zip",
    "vendor/python/packages.zip",
    "vendor/games/games.zip",
    "vendor/games/tables.zip",
    "vendor/memory/memory.bin",
  ];
  const TOUCH = "Touch a control, Python (7 MB) starts then.";

  // To ask for the place of what is in a section would have it laid out; so the section is asked.
  const isNear = (element) =>
    (element.closest(SECTIONS) ?? element).getBoundingClientRect().top < 2 * innerHeight;
  // Safari has no idle callbacks.
  const idle = () => new Promise((go) => (window.requestIdleCallback ?? setTimeout)(go));
  const viewScripts = (element) => [...element.querySelectorAll(VIEW)];
  const viewId = (script) => JSON.parse(script.textContent).model_id;

  // ------------------------------------------------------------------------------- the live cells

  /** A cell tagged `live`: its source, its views, and one quiet line that says how things stand. */
  class Cell {
    constructor(element) {
      this.element = element;
      this.source = element.querySelector(".cell_input pre")?.textContent ?? "";
      this.stored = viewScripts(element).map(viewId);
      const lines = element.querySelectorAll(".live-status"); // one for each view (still.py)
      this.status = [...lines].at(-1);
      for (const line of lines) if (line !== this.status) line.remove();
    }

    say(state, text, action, perform) {
      if (this.state === state && this.text === text) return;
      if (!this.status) {
        this.status = document.createElement("p"); // of a cell whose view comes from Python alone
        this.status.setAttribute("role", "status");
        this.element.append(this.status);
      }
      Object.assign(this, { state, text });
      this.status.className = `live-status live-${state}`;
      this.status.textContent = text;
      if (action) {
        const button = document.createElement("button");
        Object.assign(button, { type: "button", textContent: action, onclick: perform });
        this.status.append(" ", button);
      }
    }
  }

  const cells = [...document.querySelectorAll(".cell.tag_live")].map((cell) => new Cell(cell));

  function sayAll(state, ...words) {
    page.dataset.live = state;
    for (const cell of cells) if (cell.stored.length) cell.say(state, ...words);
  }

  // ------------------------------------------------------------------------- one app of the page
  //
  // `?app=name` speaks of one app: the one with this name (address.py), or with this number among
  // the live cells that show something. With `?embed=1` it is all that is shown, as in a frame on
  // another page. That page need do nothing, but may set the frame's height to what it is told:
  //
  //     addEventListener("message", ({ data, source }) => {
  //       for (const frame of document.querySelectorAll("iframe")) {
  //         if (frame.contentWindow === source) frame.height = data.liveHeight ?? frame.height;
  //       }
  //     });

  const { state: stored } = JSON.parse(document.querySelector(STATE)?.textContent ?? '{"state": {}}');

  // The parts that stored notebooks leave out (parts.py).
  const parts = JSON.parse(document.getElementById("live-parts")?.textContent ?? "{}");
  for (const { dataset, textContent } of document.querySelectorAll("style[data-part]")) {
    parts[dataset.part] = textContent;
  }
  for (const { state } of Object.values(stored)) {
    for (const key of ["value", "_esm"]) if (state[key] in parts) state[key] = parts[state[key]];
  }

  const asked = new URLSearchParams(location.search);
  const isPresented = asked.has("present");
  const isEmbedded = asked.has("embed") || isPresented;

  /** The widget among these and their parts that reads the address. */
  function reader(ids) {
    for (const { state } of ids.map((id) => stored[id]).filter(Boolean)) {
      if ("app" in state && "location" in state) return state;
      const found = reader((state.children ?? []).map((id) => id.replace("IPY_MODEL_", "")));
      if (found) return found;
    }
    return null;
  }

  const apps = cells.filter((cell) => cell.stored.length);
  for (const [n, cell] of apps.entries()) {
    const { app, first } = reader(cell.stored) ?? {};
    Object.assign(cell, { app: app ?? `${n + 1}`, isNamed: Boolean(app), isFirst: first });
    cell.element.id ||= `app-${cell.app}`;
  }

  const chosen = asked.has("app")
    ? apps.find(({ app }) => app === asked.get("app"))
    : apps.find(({ isFirst }) => isFirst) ?? apps[0];
  const seen = isEmbedded ? [chosen].filter(Boolean) : apps; // the apps that the reader can see

  /** Say which apps there are, where the address speaks of another; return where it is said. */
  function sayNoSuchApp() {
    const notice = document.createElement("p");
    notice.className = "live-status live-error";
    notice.setAttribute("role", "alert");
    notice.append(`No app of this page is called “${asked.get("app").slice(0, 40)}”. There are`);
    const named = apps.filter(({ isNamed }) => isNamed);
    for (const [n, { app, element }] of (named.length ? named : apps).entries()) {
      const link = document.createElement("a");
      asked.set("app", app);
      Object.assign(link, { href: `?${asked}#${element.id}`, textContent: app });
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
      if (!chosen) url.searchParams.delete("app");
      url.hash = chosen?.element.id ?? "";
      link.href = url.href;
    };
    back();
    for (const event of ["focus", "pointerdown", "click"]) link.addEventListener(event, back);
    Object.assign(link, { target: "_blank", rel: "noopener", textContent: document.title });
    source.className = "live-source";
    source.append("From ", link);
    element.after(source);

    for (const it of [element, source]) it.classList.add("live-alone");
    for (let it = element.parentElement; it; it = it.parentElement) it.classList.add("live-way");
    const tell = () => parent.postMessage({ liveHeight: document.body.offsetHeight }, "*");
    new ResizeObserver(tell).observe(document.body);
  }

  const notice = chosen || apps.length === 0 ? null : sayNoSuchApp();
  if (isEmbedded && apps.length > 0) showAlone(notice ?? chosen.element);
  if (isPresented && apps.length > 0) {
    import("./present.js").then(({ present }) => present(notice ?? chosen.element));
  }

  // --------------------------------------------------------------------- from the page to Python

  // What an app shows before it has read in the address that it shall not tell: early.js hides it.
  const unhide = () => queue.length === 0 && delete page.dataset.untold;

  /** What widget models have to say to a Python, in order. That of the cells has one, too. */
  class Line {
    constructor(deliver) {
      this.comms = new Map(); // model id -> Comm
      this.queue = [];
      this.deliver = deliver;
    }

    send(message) {
      const last = this.queue.at(-1);
      const isUpdate = (it) => it?.data.method === "update" && it.buffers.length === 0;
      if (last?.id === message.id && isUpdate(last) && isUpdate(message)) {
        // The newer change supersedes the older one.
        last.data = { ...last.data, state: { ...last.data.state, ...message.data.state } };
      } else {
        this.queue.push(message);
      }
      this.deliver();
    }

    /** Take out of a state what the reader has changed since, of which Python has yet to hear. */
    leaveChanged(id, state) {
      const changes = this.queue.filter((message) => message.id === id);
      for (const { data } of changes) for (const key in data.state) delete state[key];
    }
  }

  /** What a widget model takes for its line to a kernel. */
  class Comm {
    constructor(line, id, cell) {
      Object.assign(this, { line, comm_id: id, cell });
      line.comms.set(id, this);
    }

    on_msg(receive) {
      this.receive = receive;
    }

    on_close(closed) {
      this.closed = closed;
    }

    send(data, callbacks, _metadata, buffers = []) {
      const id = this.comm_id;
      if (this.line.comms.get(id) !== this) return ""; // another model has taken this one's place
      this.line.send({ id, data, buffers });
      // A model waits for this before it sends on. It need not: the queue keeps the order, and
      // what is outdated in it is replaced.
      queueMicrotask(() => callbacks?.iopub?.status?.({ content: { execution_state: "idle" } }));
      return "";
    }

    close() {}
  }

  const line = new Line(deliver);
  const { comms, queue } = line;
  let worker = null;
  let work = { failed: false }; // what Python is doing; null when it is idle

  function deliver() {
    if (work || queue.length === 0) return;
    const { id, data, buffers } = queue.shift();
    const cell = cells[comms.get(id)?.cell];
    const impatient = () => cell?.say("busy", "Python is at work…", "Stop it", restart);
    work = { cell, failed: false, timer: setTimeout(impatient, 1000) };
    worker.postMessage({ id, text: JSON.stringify(data), buffers: buffers.map(bytes) });
  }

  /** What a buffer or a view of one holds. */
  const bytes = (part) =>
    ArrayBuffer.isView(part)
      ? new Uint8Array(part.buffer, part.byteOffset, part.byteLength)
      : new Uint8Array(part);

  // ----------------------------------------------------------------------------- models and views

  let base, HTMLManager, manager;
  let known = {}; // the models on the page by id, in the form of the stored state

  const amd = (...names) =>
    new Promise((resolve, reject) => {
      window.requirejs(names, (...modules) => resolve(modules), reject);
    });

  function createModels(models) {
    known = models;
    manager = new HTMLManager({ loader: (name) => amd(name).then(([module]) => module) });
    const decode = (text) => Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0));
    for (const [id, { state, buffers = [], cell, ...model }] of Object.entries(models)) {
      const views = buffers.map(({ data }) => new DataView(decode(data).buffer));
      const paths = buffers.map(({ path }) => path);
      base.put_buffers(state, paths, views);
      manager.new_model({ model_id: id, comm: new Comm(line, id, cell), ...model }, state);
    }
  }

  /** Draw a widget where it belongs; what stands there until then (still.py) makes way at once. */
  async function showView(id, before) {
    const area = document.createElement("div");
    const still = before.nextElementSibling?.closest(".live-still");
    area.className = still ? "widget-subarea live-coming" : "widget-subarea";
    before.before(area);
    const model = await manager.get_model(id);
    await manager.display_view(manager.create_view(model), area);
    if (!still) return;
    await filled(area);
    still.remove();
    area.classList.remove("live-coming");
  }

  /** Settles once all pictures of an area are there, which widgets draw in their own time. */
  function filled(area) {
    const isDrawn = (it) => it.querySelector(".oe-picture:not(:empty)");
    const isDone = () => [...area.querySelectorAll(".oe-app")].every(isDrawn);
    return new Promise((resolve) => {
      const look = () => isDone() && (sight.disconnect(), resolve());
      const sight = new MutationObserver(look);
      sight.observe(area, { childList: true, subtree: true });
      look();
    });
  }

  async function showStored() {
    const paths = {
      anywidget: "vendor/python/anywidget",
      "@jupyter-widgets/html-manager": "vendor/html-manager/_",
    };
    const { _: loader } = window.requirejs.s.contexts;
    loader.nextTick = (go) => go(); // at once, and not after the page was laid out once more
    window.requirejs.config({ baseUrl: HOME, paths });
    const needed = Object.values(stored).some((model) => model.model_module === "anywidget");
    const ours = needed && amd("anywidget").then(([module]) => {
      if (!module) throw new Error("anywidget.js");
    });
    [{ HTMLManager }, base] = await amd("@jupyter-widgets/html-manager", "@jupyter-widgets/base");
    await ours;
    createModels(stored);
    const areas = isEmbedded ? seen.map(({ element }) => element) : [document];
    const scripts = areas.flatMap(viewScripts).filter((script) => viewId(script) in known);
    await Promise.all(scripts.map((script) => showView(viewId(script), script)));
  }

  /** Without Python nothing follows a control: better that it does not move. */
  async function hold(ids = Object.keys(known)) {
    for (const id of ids) {
      const model = await manager.get_model(id);
      if (model.has("disabled")) model.set_state({ disabled: true });
    }
  }

  /** Whether Python made the very widgets that stand on the page. */
  function isSame(models, shown) {
    const json = ({ value = null }) => JSON.stringify(value);
    const same = ([id, { model_name, model_module, state, buffers }]) =>
      known[id]?.model_name === model_name &&
      known[id].model_module === model_module &&
      known[id].state._esm === state._esm && // else its view would hear everything twice
      (buffers?.length || json(known[id].state) === json(state)); // else pictures may be old
    return (
      Object.entries(models).every(same) &&
      cells.every((cell, n) => cell.stored.join() === shown[n].join())
    );
  }

  /** Let the models on the page take the state they have in Python, but for the reader's changes. */
  async function adopt(models) {
    const adoptOne = async ([id, { state, cell }]) => {
      const model = await manager.get_model(id);
      const live = await model.constructor._deserialize_state(state, manager);
      // Stored state leaves out what is null; setting it now would draw some widgets once more.
      const isEmpty = (value) => (value ?? "") === "";
      for (const key in live) if (live[key] === null && isEmpty(model.get(key))) delete live[key];
      line.leaveChanged(id, live);
      comms.get(id).cell = cell;
      model.set_state(live);
    };
    await Promise.all(Object.entries(models).map(adoptOne));
  }

  /** The notebook was stored by other code than ran now: show what ran now. */
  async function replace(models, shown) {
    console.info("live: the stored widgets are not those of the live cells, and are replaced");
    queue.splice(0, queue.length, ...queue.filter(({ id }) => !(id in known))); // keep answers.js's
    createModels(models);
    for (const [n, cell] of cells.entries()) {
      if (shown[n].length === 0) continue;
      const output = cell.element.querySelector(".cell_output") ?? cell.element;
      output.querySelectorAll(".widget-subarea").forEach((area) => area.remove());
      const place = viewScripts(output)[0] ?? output.appendChild(document.createElement("span"));
      for (const id of shown[n]) await showView(id, place);
      cell.stored = shown[n];
    }
  }

  // ---------------------------------------------------------------------- from Python to the page

  const receive = {
    alive({ lock }) {
      const it = worker; // the lock is free when this worker is no more; another may be at work
      navigator.locks.request(lock, () => it === worker && stop("Python has stopped."));
    },

    async ran({ models, shown }) {
      await (isSame(models, shown) ? adopt(models) : replace(models, shown));
      hold(Object.keys(known).filter((id) => !(id in models))); // of cells that are not live
      page.dataset.live = "on";
      performance.mark("live");
      for (const cell of cells) if (cell.state === "starting") cell.say("on", "Live");
      settle();
      work = null;
      unhide();
      deliver();
    },

    done() {
      clearTimeout(work.timer);
      if (!work.failed) work.cell?.say("on", "Live");
      work = null;
      unhide();
      deliver();
    },

    error({ cell, brief, full }) {
      console.warn(full);
      if (work) work.failed = true;
      cells[cell].say("error", brief);
    },

    lost({ brief }) {
      fail(brief);
    },

    comm_open({ id, cell, data, metadata }, buffers) {
      manager.handle_comm_open(new Comm(line, id, cell), { content: { data }, metadata, buffers });
    },

    comm_msg({ id, data }, buffers) {
      if (data.method === "update") line.leaveChanged(id, data.state);
      comms.get(id)?.receive({ content: { data }, buffers });
    },

    comm_close({ id }) {
      comms.get(id)?.closed({});
      comms.delete(id);
    },
  };

  // ------------------------------------------------------------------------------- start and stop

  let early = liveEarly;
  let isUndrawn = false;

  async function start() {
    sayAll("starting", "Python is starting…");
    work = { failed: false };
    try {
      const { worker: begun, said = [] } = early ?? {};
      early = null;
      const it = (worker = begun ?? new Worker(HOME + "worker.js", { type: "module" }));
      it.onerror = ({ message }) => fail(message ?? "worker.js");
      // One message after the other: to take over all widgets takes a while. But what Python says
      // in answer to one change is taken in one go, or the page would be drawn in between.
      let taken = Promise.resolve();
      const heard = [];
      let soon = null;
      const takeHeard = () => {
        clearTimeout(soon);
        soon = null;
        for (const message of heard.splice(0)) {
          const perform = () => it === worker && take(message);
          taken = taken.then(perform).catch((error) => stop(error.message));
        }
      };
      const hear = ({ text, buffers }) => {
        const message = { ...JSON.parse(text), buffers };
        heard.push(message);
        if (message.kind !== "comm_msg") takeHeard();
        else soon ??= setTimeout(takeHeard, work ? 100 : 16); // while at work, it will say "done"
      };
      said.forEach(hear);
      it.onmessage = ({ data }) => hear(data);
      page.dataset.line = isFast() ? "fast" : "slow"; // for cells.js, too
      it.postMessage({ wanted: true, plainly: page.dataset.line === "slow" });
      await drawn;
      const sources = cells.map(({ source }) => source);
      it.postMessage({ cells: sources, ids: Object.keys(known).sort() });
    } catch (error) {
      if (!isUndrawn) fail(error.message);
    }
  }

  let want; // to be called if somebody else asks for Python

  /** Settles once Python is wanted: an app is near, or touched, or there is nothing else to do. */
  function wanted() {
    const savesData = navigator.connection?.saveData;
    sayAll("waiting", savesData ? TOUCH : SOON);
    return new Promise((resolve) => {
      want = resolve;
      const shown = seen.map((cell) => cell.element);
      const touched = ({ type, target }) => {
        const isControl = type !== "pointerdown" || target.closest(".noUi-target"); // or a scroll
        if (isControl && target.closest(".widget-subarea")) resolve();
      };
      for (const element of shown) {
        for (const touch of ["focusin", "input", "click", "pointerdown"]) {
          element.addEventListener(touch, touched);
        }
      }
      if (savesData) return;
      // An observer tells first when the page has been drawn, half a second later than this.
      fetched.then(() => shown.some(isNear) && resolve());
      const see = (seen) => seen.some((it) => it.isIntersecting) && resolve();
      const sight = new IntersectionObserver(see, { rootMargin: "100% 0px" });
      for (const element of shown) sight.observe(element);
      loaded.then(idle).then(resolve);
    });
  }

  /** Whether the line is so fast that Python's memory saves time; it takes 2 MB more to fetch. */
  function isFast() {
    const it = transfer();
    if (navigator.connection?.saveData || !it) return false;
    return it.encodedBodySize / (it.responseEnd - it.responseStart) > FAST;
  }

  function take({ kind, buffers, ...content }) {
    return receive[kind](content, buffers.map((part) => new DataView(part.buffer)));
  }

  function fail(detail) {
    const isStarting = page.dataset.live === "starting";
    const brief = isStarting ? UNSTARTED : "Python has stopped.";
    stop(`${brief} (${detail})`, isStarting ? startAnew : start);
  }

  function stop(reason, again = start, action = "Start again") {
    clearTimeout(work?.timer);
    worker?.terminate();
    worker = null;
    work = { failed: true };
    sayAll("error", reason, action, again);
    hold();
    settle();
  }

  /** A file that came damaged may be kept by the browser: have it fetch all that Python needs. */
  async function startAnew() {
    sayAll("waiting", "The files of Python are fetched again…");
    const again = (file) => fetch(HOME + file, { cache: "reload" }).catch(() => {});
    await Promise.all(PYTHON.map(again));
    start();
  }

  function restart() {
    stop("Python was stopped.");
    start();
  }

  // ----------------------------------------------------------------- what can wait for Python

  // Of the event "load" early.js may let nobody hear yet.
  const loaded = new Promise((resolve) => {
    const hear = () => document.readyState === "complete" && resolve();
    document.addEventListener("readystatechange", hear);
  });
  let settle; // called once Python is there, or is not to come
  const settled = new Promise((resolve) => (settle = resolve));
  settled.then(() => page.dataset.layout && layOut());

  /** Lay out what early.js has put off, a section at a time. */
  async function layOut() {
    for (const section of document.querySelectorAll(SECTIONS)) {
      section.style.contentVisibility = "visible";
      await idle();
    }
    layOutAll();
  }

  function layOutAll() {
    delete page.dataset.layout;
    liveEarly?.load?.();
  }

  // Who follows a link to a place of this page needs all that is above it.
  addEventListener("click", ({ target }) => target.closest("a[href^='#']") && layOutAll());

  // ----------------------------------------------------------------- what ipywidgets leaves to us

  // It gives the handle of a slider no name.
  const unnamed = ".widget-slider [role=slider]:not([aria-labelledby])";
  const nameSliders = (added) => {
    for (const handle of added.querySelectorAll?.(unnamed) ?? []) {
      const label = handle.closest(".widget-slider").querySelector(".widget-label");
      label.id ||= `slider-${Math.random()}`;
      handle.setAttribute("aria-labelledby", label.id);
    }
  };
  const namer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) addedNodes.forEach(nameSliders);
  });
  namer.observe(document, { childList: true, subtree: true });

  // ------------------------------------------------------------------------------------ beginning

  page.dataset.live = "stored";

  // What is stored comes first: Python's files, ten times the size of the libraries that draw it,
  // are asked for when the last of these has come.
  const library = document.querySelector('script[src*="libembed-amd.js"]');
  const ready = new Promise((resolve, reject) => {
    library.addEventListener("load", resolve);
    library.addEventListener("error", () => reject(new Error("the widgets did not load")));
  });
  // It has come before it has run, and the page is busy with that for a while.
  const transfer = () => performance.getEntriesByName(library.src)[0];
  const fetched = transfer() ? Promise.resolve() : ready;
  const isFile = location.protocol === "file:";
  const isLive = !isFile && cells.length > 0 && !(isEmbedded && notice);
  if (isLive) Promise.all([wanted(), fetched]).then(start, start);
  const drawn = ready.then(showStored);
  drawn.catch((error) => {
    console.info(`live: the apps are not drawn: ${error.message}`);
    isUndrawn = true;
    stop(UNDRAWN, () => location.reload(), "Load the page anew");
  });
  // For cells.js; and for answers.js, which has its say in our line.
  window.liveWidgets = { manager: () => drawn.then(() => manager), hold, bytes, Line, Comm };
  Object.assign(window.liveWidgets, { line, want: () => want() });
  if (isFile) sayAll("still", SERVE);
  if (!isLive) {
    drawn.then(() => hold());
    early?.worker?.terminate();
    settle();
  }
})();
