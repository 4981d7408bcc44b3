// What tests/browser/test_walk.py runs in a page. A walk is random, but the same for the same seed.

(() => {
  const parts = window.partsOfApps; // their selectors
  // Python is idle when each message to the worker has been answered.
  const page = (window.walk = { sent: 0, answered: 0, opened: 0, heard: [] });
  window.Worker = class extends Worker {
    constructor(...words) {
      super(...words);
      this.addEventListener("message", ({ data }) => {
        const { kind } = JSON.parse(data.text);
        if (kind === "done" || kind === "ran") page.answered += 1;
        if (kind === "comm_open") page.opened += 1;
        if (kind === "comm_close") page.opened -= 1;
      });
    }

    postMessage(message, ...more) {
      if (!message.wanted) page.sent += 1;
      if (message.id) page.heard.push({ model: message.id, text: message.text });
      super.postMessage(message, ...more);
    }
  };

  navigator.clipboard.writeText = async (text) => {
    page.copied = text;
  };

  const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const isBusy = (app) =>
    page.sent !== page.answered || app.querySelector(`${parts.progress}:not([hidden])`) !== null;

  /** Wait until an app has drawn its last change; return false if that takes too long. */
  page.settled = async (app, patience) => {
    const end = performance.now() + patience;
    for (let quiet = 0; quiet < 2; quiet += 1) {
      await sleep(0);
      while (isBusy(app)) {
        if (performance.now() > end) return false;
        await sleep(2);
        quiet = 0;
      }
    }
    return true;
  };

  function random(seed) {
    // mulberry32
    return () => {
      seed = (seed + 0x6d2b79f5) | 0;
      let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
      t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
      return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
    };
  }

  const NONSENSE = ["", " ", "0", "-1", "1e9", "12", "7", "½", "RRB", "rb", "<b>&amp;", "'\"\\", "𝟙", "9".repeat(40)];
  const KEYS = ["ArrowLeft", "ArrowRight", "PageUp", "PageDown", "Home", "End"];
  const pressed = (key) => new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });

  function write(field, text) {
    field.focus();
    field.value = text;
    for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
    field.dispatchEvent(pressed("Enter"));
    field.form?.requestSubmit();
  }

  /** All acts that a reader can do in the app now, by kind. */
  function possible(app, pick) {
    const all = (selector) => [...app.querySelectorAll(selector)].filter((node) => node.checkVisibility());
    const acts = {
      slide: all(".noUi-handle").map((node) => () => node.dispatchEvent(pressed(pick(KEYS)))),
      choose: all("select").map((node) => () => {
        node.selectedIndex = Math.floor(pick.random() * node.options.length);
        node.dispatchEvent(new Event("change", { bubbles: true }));
      }),
      write: all("input:not([type=checkbox])").map((node) => () => write(node, pick(NONSENSE))),
      check: all("input[type=checkbox]").map((node) => () => node.click()),
      preset: all(`${parts.presets} button`).map((node) => () => node.click()),
      click: all(`${parts.picture} button:enabled, ${parts.picture} [data-act]:not(button, form)`).map(
        (node) => () => node.dispatchEvent(new MouseEvent("click", { bubbles: true })),
      ),
      press: all(`${parts.picture} button:enabled`).map((node) => () => {
        node.focus();
        node.dispatchEvent(pressed(pick(["1", "2", "r", "Enter", "ArrowRight", "ArrowUp", "x"])));
      }),
      button: all("button.jupyter-button:enabled").map((node) => () => node.click()),
    };
    return Object.entries(acts).filter(([, some]) => some.length);
  }

  /** Do this many random acts in an app; return the fault and the acts before it, or null. */
  page.take = async (app, steps, seed) => {
    const rng = random(seed);
    const pick = Object.assign((list) => list[Math.floor(rng() * list.length)], { random: rng });
    const done = [];
    for (let n = 0; n < steps; n += 1) {
      const kinds = possible(app, pick);
      // an app that only replays a game has no acts
      if (app.matches(parts.surface) && !app.querySelector(`${parts.picture} [data-act]`)) return null;
      if (kinds.length === 0) return `nothing to do after ${done.slice(-5)}`;
      const [kind, acts] = pick(kinds);
      const act = Math.floor(rng() * acts.length);
      done.push(`${kind} ${act}`);
      acts[act]();
      await page.settled(app, 60); // longer work is interrupted by the next act
      const wrong = document.querySelector(".live-error");
      if (wrong) return `${wrong.textContent} after ${done.slice(-8)}`;
      const summary = app.querySelector(parts.summary);
      if (summary && !summary.textContent) return `no summary after ${done.slice(-8)}`;
    }
    return null;
  };

  /** Return the text of an app, its widget model, and the number of messages that Python had received. */
  page.stand = async (app, patience) => {
    if (!(await page.settled(app, patience))) return null;
    const view = app.closest(".widget-subarea").nextElementSibling; // of the stored page
    return {
      heard: page.heard.length,
      model: JSON.parse(view.textContent).model_id,
      summary: app.querySelector(parts.summary).textContent,
      picture: app.querySelector(parts.picture).innerHTML,
    };
  };

  page.reset = (app) =>
    app.querySelector(`${parts.presets} [data-act="preset"][data-value="Reset"]`)?.click();
})();
