// ?vote=name: one question of a page stands alone on a projector, with its lettered options. The
// teacher types how many hands went up for each option, before and after the class has talked. Bars
// show both votes. Nothing is sent. The tab keeps what was typed until it is closed, because a teacher may
// leave a vote for the app and come back.
//
// The question is an element with this id (`vote-name` or `name`): a vote of a class page, a quick
// check, or an exercise. Options come from its table or from its form. A question without options gets
// empty ones, and the teacher writes them.

import { present } from "./present.js";

const LETTERS = "ABCDEFGH";
const EMPTY_OPTIONS = 4;
const ROUNDS = ["before", "after"];
const ANSWERS = "form, input, details, table, .admonition-title, .vote-link, .headerlink, script";
const name = new URLSearchParams(location.search).get("vote") ?? "";
const STORE = `vote ${location.pathname} ${name}`;

/** Add an element to a parent, with a class and a text. */
function add(parent, tag, className = "", text = "") {
  const element = parent.appendChild(document.createElement(tag));
  return Object.assign(element, { className, textContent: text });
}

/** Return a copy of the content of an element, without what would give the answer away. */
function contentOf(element) {
  const copy = /** @type {HTMLElement} */ (element.cloneNode(true));
  for (const part of copy.querySelectorAll(ANSWERS)) part.remove();
  for (const part of copy.querySelectorAll("[id]")) part.removeAttribute("id");
  return [...copy.childNodes];
}

/** Return the options of a question, each as a list of nodes. */
function optionsOf(source) {
  const labels = [...source.querySelectorAll("form .answer-options label")].map(contentOf);
  for (const [first] of labels) first.textContent = first.textContent.replace(/^[a-h]\) /, "");
  const rows = [...source.querySelectorAll("table tbody tr")].map((row) => contentOf(row.cells[1]));
  return labels.length ? labels : rows;
}

/** Return what is asked: the text of the question, and the legend of its form. */
function questionOf(source) {
  const vote = source.matches("[id^=vote-]") && source.querySelector("p > strong");
  if (vote) return [vote.cloneNode(true)];
  const legend = source.querySelector("form:has(.answer-options) legend");
  const strong = document.createElement("strong");
  strong.append(...(legend ? contentOf(legend) : []));
  return [...contentOf(source), strong];
}

/** Return the row of an option: its letter, its text, and a number and a bar for each vote. */
function addOption(list, letter, content) {
  const row = add(list, "li", "vote-option");
  add(row, "b", "vote-letter", letter);
  const text = add(row, "div", "vote-text");
  if (content) text.append(...content);
  else Object.assign(text, { contentEditable: "plaintext-only", ariaLabel: `Option ${letter}` });
  if (!content) text.setAttribute("role", "textbox");
  const inputs = ROUNDS.map((round) => {
    const input = /** @type {HTMLInputElement} */ (add(row, "input", `vote-count vote-${round}`));
    const digits = { type: "text", inputMode: "numeric", maxLength: 3, autocomplete: "off" };
    return Object.assign(input, { ...digits, ariaLabel: `${letter}, hands ${round}` });
  });
  const bars = ROUNDS.map((round) => add(row, "div", `vote-bar vote-${round}`));
  return { inputs, bars, text };
}

/** Store what the teacher has typed, until the tab is closed. */
function save(options) {
  const typed = options.map(({ inputs, text }) => [...inputs.map(({ value }) => value), text.textContent]);
  sessionStorage.setItem(STORE, JSON.stringify(typed));
}

/** Return what is stored for each option. Another version of the page may have stored something else. */
function readStored() {
  try {
    return JSON.parse(sessionStorage.getItem(STORE) ?? "[]").filter(Array.isArray);
  } catch {
    return [];
  }
}

/** Fill in what the teacher had typed before the page was left. */
function restore(options) {
  for (const [n, typed] of readStored().entries()) {
    if (!options[n]) return; // the question has lost an option
    const { inputs, text } = options[n];
    for (const round of ROUNDS.keys()) inputs[round].value = typed[round] ?? "";
    if (text.isContentEditable) text.textContent = typed.at(-1) ?? "";
  }
  keepDigits(options);
}

/** Return the fields of all counts: those of the first vote, then those of the second. */
const fieldsOf = (options) => [...ROUNDS.keys()].flatMap((round) => options.map(({ inputs }) => inputs[round]));

/** Let Enter and the arrows go to the next count, or back. Enter leaves the last count of all. */
function goOn(options, event) {
  const step = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
  const fields = fieldsOf(options);
  const place = fields.indexOf(event.target);
  if (!step || place < 0) return;
  event.preventDefault();
  const next = fields[place + step];
  if (next) next.select();
  else if (event.key === "Enter") event.target.blur();
}

/** Let a digit go to the first empty count if no field has the focus. */
function takeDigit(options, { key, target, ctrlKey, altKey, metaKey }) {
  const isTyped = target.matches("input, [contenteditable]");
  if (!/^\d$/.test(key) || isTyped || ctrlKey || altKey || metaKey) return;
  fieldsOf(options)
    .find(({ value }) => !value)
    ?.focus();
}

/** Remove all but digits from the fields. A change without need would move the cursor. */
function keepDigits(options) {
  for (const field of fieldsOf(options)) {
    if (/\D/.test(field.value)) field.value = field.value.replace(/\D/g, "");
  }
}

/** Add a button, and return it. */
function addButton(parent, text, title) {
  const button = /** @type {HTMLButtonElement} */ (add(parent, "button", "vote-button", text));
  return Object.assign(button, { type: "button", title });
}

/** Draw the bars of all options: the share of each in each vote. */
function draw(options, areVisible) {
  for (const round of ROUNDS.keys()) {
    const counts = options.map(({ inputs }) => Number(inputs[round].value));
    const total = counts.reduce((sum, count) => sum + count, 0);
    for (const [n, { bars }] of options.entries()) {
      const share = total ? counts[n] / total : 0;
      bars[round].style.setProperty("--share", areVisible ? `${share}` : "0");
      bars[round].textContent = areVisible && total ? `${Math.round(100 * share)} %` : "";
    }
  }
}

/** Return the board with the question, or with a message where there is none. */
function board() {
  const element = document.createElement("main");
  element.className = "vote-board live-isolated";
  const source = document.getElementById(`vote-${name}`) ?? document.getElementById(name);
  if (!source) {
    const message = `No question of this page is called “${name.slice(0, 40)}”.`;
    add(element, "p", "live-status live-error", message).setAttribute("role", "alert");
    return element;
  }
  add(element, "div", "vote-question").append(...questionOf(source));
  const heads = add(element, "p", "vote-header");
  for (const round of ROUNDS) add(heads, "span", "", round);
  const list = add(element, "ol", "vote-options");
  const contents = optionsOf(source);
  const rows = contents.length ? contents.slice(0, LETTERS.length) : Array(EMPTY_OPTIONS).fill(null);
  const options = rows.map((content, n) => addOption(list, LETTERS[n], content));
  const buttons = add(element, "div", "vote-buttons");
  const button = addButton(buttons, "Show the votes", "Show the votes, or hide them (V)");
  button.ariaPressed = "false";
  button.dataset.key = "v";
  const clearButton = addButton(buttons, "Clear", "Clear the counts of both votes");
  const redraw = () => draw(options, button.ariaPressed === "true");
  button.addEventListener("click", () => {
    button.ariaPressed = `${button.ariaPressed === "false"}`;
    button.textContent = button.ariaPressed === "true" ? "Hide the votes" : "Show the votes";
    redraw();
  });
  const update = () => {
    save(options);
    redraw();
  };
  clearButton.addEventListener("click", () => {
    for (const field of fieldsOf(options)) field.value = "";
    update();
  });
  list.addEventListener("input", () => {
    keepDigits(options);
    update();
  });
  list.addEventListener("keydown", (event) => goOn(options, event));
  addEventListener("keydown", (event) => takeDigit(options, event));
  restore(options);
  return element;
}

/** Show the question that the address names, and nothing else of the page. */
export function project() {
  const element = board();
  document.body.append(element);
  document.body.classList.add("live-ancestor");
  return present(element);
}
