// The forms in exercises and quick checks (answers.py). games_exercises/page_requests.py replies to an
// answer. A reader's answer is read as a number, or chosen from options, and never run. It stays in this
// browser until the reader erases it.

import { isEmbedded, isFile, page } from "../live/modules/query.js";
import { request } from "../live/modules/requests.js";
import { button, home, make, save, setText, titleOf, wordsOf } from "../live/modules/elements.js";
import { everywhere, keeper, pathsWith, tryStorage } from "../live/modules/storage.js";
import { repairCache } from "../live/modules/repair_cache.js";
import { isRenewed } from "../live/modules/updates.js";
import { sayRenewed } from "../live/modules/notices.js";

const MOST = 50; // answers to one exercise that are kept
const WEEK = 7 * 24 * 3600 * 1000; // milliseconds
const keptAnswers = keeper("answers"); // by the names of the tasks
const otherKeepers = [keeper("guesses"), keeper("games")]; // of page.js
/** @type {Form[]} */
const forms = [];
let isDamaged = false; // whether the last request has failed, perhaps by a damaged file in the cache

// ------------------------------------------------------------------------------------- the forms

/** Return the questions on chapters that this browser has opened before. */
function onOpenedChapters(questions) {
  const opened = new Set(pathsWith("visits").map((path) => path.replace(/.*\/|\.html$/g, "")));
  return questions.filter((question) => opened.has(question.page));
}

/** Return the question whose last answer was wrong, or else is a week old, or else the first question. */
function due(questions) {
  const all = everywhere("answers");
  function need({ task }) {
    const given = all.flatMap((answers) => answers?.[task]?.log ?? []).sort((a, b) => (a?.at ?? 0) - (b?.at ?? 0));
    const last = given.at(-1);
    if (last?.verdict !== "right") return last?.verdict ? 2 : 0;
    return Date.now() - last.at > WEEK ? 1 : 0;
  }
  const started = questions.find(({ task }) => task in keptAnswers.all());
  return started ?? [...questions].sort((a, b) => need(b) - need(a))[0];
}

const kindOf = (value) => (Array.isArray(value) ? "array" : typeof value);

/** Return the stored part of an answer, without data in a wrong form. */
function readable(answered, fresh) {
  const fits = ([name, value]) => name in fresh && kindOf(value) === kindOf(fresh[name]);
  const own = { ...fresh, ...Object.fromEntries(Object.entries(answered ?? {}).filter(fits)) };
  const isText = (value) => typeof value === "string";
  own.options = own.options.filter(isText);
  own.log = own.log.filter((entry) => [entry?.prompt, entry?.text, entry?.verdict, entry?.message].every(isText));
  own.guess = isText(answered?.guess) ? answered.guess : null;
  return own;
}

/** Merge the answers that two tabs have stored: each once, in the order of their times. */
function joined(...logs) {
  const unique = new Map(logs.flat().map((entry) => [JSON.stringify([entry.at, entry.number, entry.text]), entry]));
  return [...unique.values()].sort((a, b) => (a.at ?? 0) - (b.at ?? 0)).slice(-MOST);
}

class Form {
  /** @type {Record<string, any>} */
  parts = {};

  constructor(element) {
    this.element = element;
    this.box = element.closest(".admonition, .answer-earlier");
    this.first = { number: 1, prompt: "", ...element.dataset };
    for (const part of ["prompt", "reply", "guess", "another", "back", "count", "format", "from"]) {
      this.parts[part] = this.box.querySelector(`.answer-${part}`);
    }
    if (this.box.dataset.review) {
      this.first = due(onOpenedChapters(JSON.parse(this.box.dataset.review)));
      this.parts.format.textContent = this.first.asks;
      this.parts.from.textContent = this.first.from;
      this.box.hidden = false;
    }
    this.task = this.first.task;
    this.label = element.querySelector("legend, label"); // of something to choose from; of a field
    this.choices = element.querySelector(".answer-options");
    this.options = this.offered.map(({ value }) => value); // in the book's question
    this.field = this.box.dataset.review ? "Your answer" : this.label.textContent;
    element.querySelector("[type=submit]").ariaLabel = `Check: ${this.title}, ${titleOf(this.box.parentElement)}`;
    this.parts.count.href = "#your-answers"; // which is there with the script
    this.recall(keptAnswers.all()[this.task]);

    element.addEventListener("submit", (event) => {
      event.preventDefault();
      this.check();
    });
    element.addEventListener("focusin", () => this.draw());
    element.addEventListener("input", () => this.keep({ text: this.value }));
    this.parts.another.addEventListener("click", () => this.goOn());
    this.parts.back.addEventListener("click", () => this.pose());
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
    for (const option of this.offered) option.checked = option.value === text;
  }

  get input() {
    return this.element.querySelector("input");
  }

  offer(options) {
    if (!this.choices || this.offered.map(({ value }) => value).join("\n") === options.join("\n")) return;
    const name = `answer-${this.task}`;
    const inputs = options.map((value) => Object.assign(make("input", ""), { type: "radio", name, value }));
    this.choices.replaceChildren(...inputs.map((input) => make("label", "", input, input.value)));
  }

  /** Return the stored state of the form, or its first state. */
  fromStorage(answered) {
    const fresh = { options: [], text: "", verdict: "", message: "", guess: null, log: [] };
    return readable(answered, Object.assign(fresh, { number: this.first.number, prompt: "" }));
  }

  /** Restore the stored state of the form. */
  recall(answered) {
    this.answered = this.fromStorage(answered);
    this.draw();
    this.value = this.answered.text;
  }

  /** Store changes. Changes that another tab has stored since then stay. */
  keep(changes) {
    Object.assign(this.answered, changes);
    const stored = this.fromStorage(keptAnswers.all()[this.task]);
    this.answered.log = joined(stored.log, this.answered.log);
    this.answered.guess ??= stored.guess;
    keptAnswers.keep(this.task, this.answered);
    this.draw();
    tally();
  }

  /** Return the numbers of its questions that were answered, or answered right. */
  numbers(onlyVerdict = "") {
    const fit = this.answered.log.filter(({ verdict }) => !onlyVerdict || verdict === onlyVerdict);
    return new Set(fit.map(({ number }) => number)).size;
  }

  get isSolved() {
    return this.numbers("right") > 0;
  }

  draw() {
    const { number, prompt, options, text, verdict, message, guess } = this.answered;
    const isFirst = number === this.first.number;
    this.offer(isFirst ? this.options : options);
    this.parts.prompt.textContent = isFirst ? this.first.prompt : prompt;
    this.parts.prompt.hidden = this.parts.prompt.textContent === "";
    this.parts.back.hidden = isFirst;
    this.label.textContent = isFirst ? this.field : "Your answer";
    this.element.dataset.verdict = verdict;
    const isAt = this.element.contains(document.activeElement);
    if (isAt || !isFirst || text || verdict) this.element.dataset.touched = "";
    setText(this.parts.reply, message);
    this.parts.guess.hidden = !guess;
    this.parts.guess.textContent = guess ? `Your answer before you looked: ${guess}.` : "";
  }

  say(message) {
    this.answered.verdict = "";
    this.answered.message = message;
    this.draw();
  }

  /**
   * Ask Python. Its answer counts only if there was no newer request in the meantime.
   * @param {Partial<AnswerRequest>} question
   * @param {(answer: any) => void} use
   */
  async ask(question, use) {
    this.drop();
    const turn = (this.turn = {});
    const { task } = this;
    const { number } = this.answered;
    this.slow = setTimeout(() => this.say("Python is at work…"), 300);
    try {
      /** @type {AnswerRequest} */
      const content = { task, number, ...question };
      if (isDamaged) await repairCache().catch(() => {}); // the host may work again by now
      isDamaged = false;
      const answer = await request(content);
      if (turn !== this.turn) return;
      if ("unknown" in answer) {
        this.pose();
        this.say("That question is not in the book any more. This is the first one.");
      } else use(answer);
    } catch (error) {
      const isGone = await isRenewed();
      isDamaged = !isGone;
      const reason = `Your answer could not be checked. (${error.message}) Try again.`;
      if (turn === this.turn) this.say(isGone ? `${sayRenewed()} Load the page anew.` : reason);
    } finally {
      if (turn === this.turn) this.drop();
    }
  }

  /** Cancel the pending request: its answer is no longer used. */
  drop() {
    this.turn = null;
    clearTimeout(this.slow);
  }

  check() {
    const text = this.value;
    const isLost = (entry) => entry.number === this.answered.number && entry.verdict === "not yet";
    const misses = this.answered.log.filter(isLost).length; // each time a better hint
    this.ask({ text, misses }, ({ verdict, message }) => {
      const { number, prompt, guess, log } = this.answered;
      const answer = { number, prompt, text, verdict, message, isLate: guess !== null, at: Date.now() };
      this.parts.reply.textContent = ""; // the same reply to another answer is read aloud, too
      this.keep({ verdict, message, log: [...log, answer].slice(-MOST) });
    });
  }

  goOn() {
    this.ask({}, ({ number, prompt, options }) => this.pose(number, prompt, options));
  }

  /** Show a question: a variant of the first, or the first itself. */
  pose(number = this.first.number, prompt = "", options = []) {
    this.drop();
    this.value = "";
    const posed = number === this.first.number ? { prompt: "", options: [] } : { prompt, options };
    this.keep({ number, ...posed, text: "", verdict: "", message: "" });
    this.input.focus();
  }

  /** Store the text in the field as a guess when the solution is first opened. */
  watch() {
    const title = `.solution > .admonition-title a[href$="#${this.task}"]`;
    const solution = document.querySelector(title)?.closest(".solution");
    const folded = solution ?? this.box.querySelector("details:last-of-type > summary");
    folded?.addEventListener("click", ({ target }) => {
      const isLink = target.closest("a");
      if (this.answered.guess === null && !isLink) this.keep({ guess: this.value });
    });
  }

  get title() {
    return wordsOf(this.box.querySelector(".admonition-title, summary"));
  }

  /** Return the answer as text. */
  get text() {
    const { guess, log } = this.answered;
    const lines = [`${this.title}: ${this.field}`];
    let currentPrompt = "";
    for (const { prompt, text, message, isLate } of log) {
      if (prompt !== currentPrompt) lines.push(`  ${(currentPrompt = prompt) || "The question of the book"}`);
      lines.push(`    ${text || "(nothing)"}    ${message}${isLate ? " (after a look)" : ""}`);
    }
    if (guess) lines.push(`  Before a look at the answer: ${guess}`);
    return lines.length > 1 ? lines.join("\n") : "";
  }
}

// -------------------------------------------------------------------------- all forms of the page

const count = make("span", "");
const status = make("p", "answers-status", count);
status.setAttribute("role", "status");
const saver = button("Save as text", download);
const tools = make("p", "answers-tools", saver, button("Erase", erase));
const summary = make("div", "answers", status, tools);
summary.id = "your-answers";

function tally() {
  const solved = forms.filter(({ isSolved }) => isSolved).length;
  const solvedCount = `${solved} of ${forms.length} solved`;
  const head = forms.length ? `${solvedCount} on this page. ` : "";
  const { storage } = page.dataset;
  const warning = `This browser keeps nothing${storage === "full" ? " more" : ""}: save your answers as text before you leave.`;
  setText(count, head + (storage ? warning : "Your answers, guesses and games are kept in this browser alone."));
  status.classList.toggle("answers-lost", storage !== undefined);
  const guessed = storage ? window.liveMemory?.sentences.size : Object.keys(otherKeepers[0].all()).length;
  saver.hidden = forms.every(({ text }) => text === "") && !guessed;
  tools.hidden = saver.hidden && otherKeepers.every((keeper) => Object.keys(keeper.all()).length === 0);
  summary.hidden = tools.hidden && forms.length === 0;
  for (const form of forms) {
    if (form.isSolved || form.answered.guess !== null) window.liveMemory?.unfold(form.task);
    const posed = form.numbers();
    const course = posed > 1 ? `${form.numbers("right")} of ${posed} like this right; ` : "";
    form.parts.count.textContent = `${course}${solvedCount}`;
    form.parts.count.hidden = !form.isSolved;
  }
}

function download() {
  const date = new Date().toLocaleString();
  const head = [document.title, location.href.replace(/[?#].*/, ""), `${date}, ${count.textContent}`];
  const guessed = [...(window.liveMemory?.sentences.values() ?? [])];
  const texts = [head.join("\n"), ...guessed, ...forms.map(({ text }) => text)].filter(Boolean);
  const name = `answers ${location.pathname.match(/([^/]*?)(\.html)?$/)[1]}.txt`;
  save(`${texts.join("\n\n")}\n`, "text/plain", name);
}

function erase() {
  if (!confirm("Erase all your answers, guesses and games on this page?")) return;
  for (const store of [keptAnswers, ...otherKeepers]) store.forget();
  dispatchEvent(new Event("erased"));
  for (const form of forms) {
    form.drop();
    form.recall();
  }
  tally();
  summary.tabIndex = -1;
  summary.focus(); // the button is gone
}

function begin() {
  tryStorage();
  const isAsked = (element) => {
    const { review: questions } = element.closest(".answer-earlier")?.dataset ?? {};
    return questions === undefined || onOpenedChapters(JSON.parse(questions)).length > 0;
  };
  const asked = [...document.querySelectorAll("form.answer")].filter(isAsked);
  forms.push(...asked.map((element) => new Form(element)));
  if (forms.length && page.dataset.storage !== "none") keeper("visits").keep("opened", true);
  tally(); // before it is in the page, so that it is not read aloud when the page opens
  const scratch = document.querySelector(".cell-scratch-title"); // of cells.js
  if (scratch) scratch.before(summary);
  else home()?.append(summary); // not on the page of the search
  addEventListener("saved", tally);
}

if (!isFile && !isEmbedded) begin();
