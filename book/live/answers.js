// The forms in exercises and quick checks (answers.py). `games.tasks` says what an answer is told, in
// the Python of the apps where there is one (page.js), else in one begun for the first answer. What
// is written there is read as a number, or chosen, and never run. It stays in this browser until it is erased.

import { isEmbedded, isFile, page } from "./modules/asked.js";
import { button, home, make, save } from "./modules/elements.js";
import { keeper } from "./modules/kept.js";
import { begin } from "./modules/python.js";

(() => {
  const elements = [...document.querySelectorAll("form.answer")];
  if (isFile || isEmbedded || elements.length === 0) return;

  const MOST = 50; // answers to one exercise that are kept
  const kept = keeper("answers"); // by the names of the tasks
  const guesses = keeper("guesses"); // of page.js

  // ---------------------------------------------------------------------------------------- Python

  const waiting = new Map(); // turn -> who waits for what Python says
  let turns = 0;

  /** Ask what an answer is told, or for another question if there is no answer. */
  function ask(question) {
    turns += 1;
    return new Promise((resolve, reject) => {
      waiting.set(turns, { resolve, reject });
      send({ turn: turns, ...question });
    });
  }

  function take({ turn, ...told }) {
    waiting.get(turn)?.resolve(told);
    waiting.delete(turn);
  }

  function lose(brief) {
    for (const { reject } of waiting.values()) reject(new Error(brief));
    waiting.clear();
  }

  let comm = null; // to the Python of the apps
  /** @type {ReturnType<typeof begin> | null} */
  let own = null; // or a worker of our own

  function send(data) {
    if (["waiting", "starting", "on"].includes(page.dataset.live)) {
      comm ??= joined();
      window.liveWidgets.want();
      comm.send(data);
    } else {
      own ??= begun();
      own.tell({ id: "answers", text: JSON.stringify(data), buffers: [] });
    }
  }

  function joined() {
    const { line, Comm } = window.liveWidgets;
    const it = new Comm(line, "answers");
    it.on_msg(({ content }) => take(content.data));
    const look = () => page.dataset.live === "error" && lose("Python has stopped");
    new MutationObserver(look).observe(page, { attributeFilter: ["data-live"] });
    return it;
  }

  function begun() {
    const hear = ({ kind, data }) => kind === "comm_msg" && take(data);
    return begin({
      hear,
      lose(why = "Python has stopped") {
        own = null;
        lose(why);
      },
    });
  }

  // ------------------------------------------------------------------------------------- the forms

  class Form {
    /** @type {Record<string, any>} */
    parts = {};

    constructor(element) {
      this.element = element;
      this.task = element.dataset.task;
      this.box = element.closest(".admonition");
      for (const part of ["prompt", "reply", "guess", "another", "back", "count"]) {
        this.parts[part] = element.querySelector(`.answer-${part}`);
      }
      this.label = element.querySelector("legend, label"); // of something to choose from; of a field
      this.choices = element.querySelector(".answer-options");
      this.options = this.offered.map(({ value }) => value); // in the book's question
      this.field = this.label.textContent;
      this.parts.count.href = "#your-answers"; // which is there with the script
      this.recall(kept.all()[this.task]);

      element.addEventListener("submit", (event) => {
        event.preventDefault();
        this.check();
      });
      element.addEventListener("input", () => this.keep({ text: this.value }));
      this.parts.another.addEventListener("click", () => this.goOn());
      this.parts.back.addEventListener("click", () => this.pose(1, ""));
      this.watch();
      element.hidden = false;
    }

    /** The buttons of the options, if there is something to choose from. */
    get offered() {
      return [...(this.choices?.querySelectorAll("input") ?? [])];
    }

    get value() {
      if (!this.choices) return this.input.value.trim();
      return this.offered.find(({ checked }) => checked)?.value ?? "";
    }

    set value(text) {
      if (!this.choices) this.input.value = text;
      for (const it of this.offered) it.checked = it.value === text;
    }

    get input() {
      return this.element.querySelector("input");
    }

    offer(options) {
      if (!this.choices || this.offered.map(({ value }) => value).join("\n") === options.join("\n")) return;
      const name = `answer-${this.task}`;
      const inputs = options.map((value) => Object.assign(make("input", ""), { type: "radio", name, value }));
      this.choices.replaceChildren(...inputs.map((it) => make("label", "", it, it.value)));
    }

    /** Have the form as it was when it was kept. */
    recall(answered) {
      const fresh = { number: 1, prompt: "", options: [], text: "", verdict: "", says: "", guess: null, log: [] };
      this.answered = { ...fresh, ...answered };
      this.draw();
      this.value = this.answered.text;
    }

    keep(changes) {
      Object.assign(this.answered, changes);
      kept.keep(this.task, this.answered);
      this.draw();
      tally();
    }

    get isSolved() {
      return this.answered.log.some(({ verdict }) => verdict === "right");
    }

    draw() {
      const { number, prompt, options, verdict, says, guess } = this.answered;
      this.offer(number === 1 ? this.options : options);
      this.parts.prompt.textContent = prompt;
      this.parts.prompt.hidden = this.parts.back.hidden = number === 1;
      this.label.textContent = number === 1 ? this.field : "Your answer";
      this.element.dataset.verdict = verdict;
      if (this.parts.reply.textContent !== says) this.parts.reply.textContent = says;
      this.parts.guess.hidden = !guess;
      this.parts.guess.textContent = guess ? `Before you looked you had ${guess}.` : "";
    }

    say(says) {
      this.answered.verdict = "";
      this.answered.says = says;
      this.draw();
    }

    /** Ask Python; what it says counts only if nothing else was asked in the meantime. */
    async ask(question, use) {
      this.drop();
      const turn = (this.turn = {});
      const { task } = this;
      const { number } = this.answered;
      this.slow = setTimeout(() => this.say("Python is at work…"), 300);
      try {
        const told = await ask({ task, number, ...question });
        if (turn !== this.turn) return;
        if ("wrong" in told) {
          this.pose(1, "");
          this.say("The question was not there any more; this is the one of the book.");
        } else use(told);
      } catch (error) {
        if (turn === this.turn) this.say(`Nobody is there to check it. (${error.message}) Try again.`);
      } finally {
        if (turn === this.turn) this.drop();
      }
    }

    /** What is still to be answered is not asked any more. */
    drop() {
      this.turn = null;
      clearTimeout(this.slow);
    }

    check() {
      const text = this.value;
      const isLost = (it) => it.number === this.answered.number && it.verdict === "not yet";
      const again = this.answered.log.filter(isLost).length; // each time a better hint
      this.ask({ text, again }, ({ verdict, says }) => {
        const { number, prompt, guess, log } = this.answered;
        const answer = { number, prompt, text, verdict, says, isLate: guess !== null };
        this.keep({ verdict, says, log: [...log, answer].slice(-MOST) });
      });
    }

    goOn() {
      this.ask({}, ({ number, prompt, options }) => this.pose(number, prompt, options));
    }

    /** Put a question: one like that of the book, or number 1, that of the book itself. */
    pose(number, prompt, options = []) {
      this.drop();
      this.value = "";
      const posed = number === 1 ? { prompt: "", options: [] } : { prompt, options };
      this.keep({ number, ...posed, text: "", verdict: "", says: "" });
      this.input.focus();
    }

    /** What stands in the field when the solution is first opened is kept as a guess. */
    watch() {
      const title = `.solution > .admonition-title a[href$="#${this.task}"]`;
      const solution = document.querySelector(title)?.closest(".solution");
      const folded = solution ?? this.box.querySelector("details:last-of-type > summary");
      folded?.addEventListener("click", ({ target }) => {
        const isLink = target.closest("a");
        if (this.answered.guess === null && !isLink) this.keep({ guess: this.value });
      });
    }

    /** What was answered, as text. */
    get text() {
      const { guess, log } = this.answered;
      const title = this.box.querySelector(".admonition-title").cloneNode(true);
      title.querySelector(".headerlink")?.remove(); // the mark to link by
      const lines = [`${title.textContent.replace(/\s+/g, " ").trim()}: ${this.field}`];
      let now = "";
      for (const { prompt, text, says, isLate } of log) {
        if (prompt !== now) lines.push(`  ${(now = prompt) || "The question of the book"}`);
        lines.push(`    ${text || "(nothing)"}    ${says}${isLate ? " (after a look)" : ""}`);
      }
      if (guess) lines.push(`  Before a look at the answer: ${guess}`);
      return lines.length > 1 ? lines.join("\n") : "";
    }
  }

  // -------------------------------------------------------------------------- all forms of the page

  const count = make("span", "");
  const told = make("p", "answers-told", count);
  told.setAttribute("role", "status");
  const saver = button("Save as text", download);
  const tools = make("p", "answers-tools", saver, button("Erase", erase));
  const summary = make("div", "answers", told, tools);
  summary.id = "your-answers";

  function tally() {
    const solved = forms.filter(({ isSolved }) => isSolved).length;
    const says = `${solved} of ${forms.length} solved`;
    count.textContent = `${says} on this page. Your answers and guesses are kept in this browser alone.`;
    saver.hidden = forms.every(({ text }) => text === "");
    tools.hidden = saver.hidden && Object.keys(guesses.all()).length === 0;
    for (const form of forms) {
      form.parts.count.textContent = says;
      form.parts.count.hidden = !form.isSolved;
    }
  }

  function download() {
    const now = new Date().toLocaleString();
    const head = [document.title, location.href.replace(/[?#].*/, ""), `${now}, ${forms[0].parts.count.textContent}`];
    const texts = [head.join("\n"), ...forms.map(({ text }) => text).filter(Boolean)];
    const name = `answers ${location.pathname.match(/([^/]*?)(\.html)?$/)[1]}.txt`;
    save(`${texts.join("\n\n")}\n`, "text/plain", name);
  }

  function erase() {
    if (!confirm("Erase all your answers and guesses on this page?")) return;
    kept.forget();
    guesses.forget();
    dispatchEvent(new Event("erased"));
    for (const form of forms) {
      form.drop();
      form.recall();
    }
    tally();
    summary.tabIndex = -1;
    summary.focus(); // the button is gone
  }

  const forms = [];
  for (const element of elements) forms.push(new Form(element));
  const scratch = document.querySelector(".cell-scratch-title"); // of cells.js
  if (scratch) scratch.before(summary);
  else home().append(summary);
  addEventListener("guesses", tally);
  tally();
})();
