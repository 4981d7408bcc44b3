// The page of all apps: QR codes, HTML to embed them, and lessons written line by line (lesson.js).

import { address, carried, parse, textOf } from "./lesson.js";
import { makeAnnouncer } from "./modules/elements.js";
import { code } from "./qr.js";

const home = new URL("./", location.href).href;
const lines = document.getElementById("lesson-lines");
const wrong = document.getElementById("lesson-wrong");
const board = document.getElementById("code");
const announcer = makeAnnouncer(); // many screen readers read no change of a button
document.body.append(announcer);

/** Return the lesson as written. If it has an error, show the error and return null. */
function steps() {
  wrong.textContent = "";
  try {
    return parse(lines.value, home);
  } catch ({ message }) {
    wrong.textContent = message;
    return null;
  }
}

/** Copy a text and say so on the button. If the browser forbids it, show the text. */
async function copy(button, text) {
  try {
    await navigator.clipboard.writeText(text);
    say(button, "Copied");
  } catch {
    prompt(button.textContent, text);
  }
}

function say(button, text) {
  button.dataset.label ??= button.textContent; // a second press must not change the stored label
  button.textContent = text;
  announcer.textContent = text;
  setTimeout(() => {
    button.textContent = button.dataset.label;
    announcer.textContent = "";
  }, 2000);
}

function add(button, line) {
  lines.value = `${lines.value.trimEnd()}\n${line}`.trimStart();
  say(button, "Added");
  const link = Object.assign(document.createElement("a"), { href: "#lesson-own", textContent: "Lesson" });
  if (!button.nextElementSibling) button.after(" ", link); // the lesson's form is far from this button
}

function embeddedApp(link) {
  const url = new URL(link, home);
  url.searchParams.set("embed", "1");
  return url.href;
}

function frame(link, title) {
  const iframe = document.createElement("iframe");
  Object.assign(iframe, { src: embeddedApp(link), title, width: "100%", height: "700", loading: "lazy" });
  iframe.style.border = "0";
  iframe.allow = "clipboard-write";
  return iframe.outerHTML;
}

async function show(link) {
  board.replaceChildren(await code(embeddedApp(link)));
  const text = board.appendChild(document.createElement("p"));
  text.textContent = embeddedApp(link);
  board.showModal();
}

for (const links of document.querySelectorAll(".live-card-links")) {
  const { link } = links.dataset;
  const { textContent: title } = links.parentElement.querySelector(".live-card-title");
  const actions = {
    QR: () => show(link),
    Embed: ({ target }) => copy(target, frame(link, title)),
    Add: ({ target }) => add(target, `${link} ${title}`),
  };
  for (const [label, perform] of Object.entries(actions)) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", textContent: label, onclick: perform });
    button.ariaLabel = `${label}: ${title}`;
    links.append(" ", button);
  }
}

document.getElementById("lesson").addEventListener("submit", (event) => {
  event.preventDefault();
  const lesson = steps();
  if (lesson) location.assign(address(lesson, 0, home));
});
document.getElementById("lesson-link").addEventListener("click", ({ target }) => {
  const lesson = steps();
  if (lesson) copy(target, address(lesson, 0, home));
});
board.addEventListener("click", () => board.close());
board.addEventListener("keydown", ({ key }) => key === "Escape" && board.close());

/** Put a lesson in the address into the form, where it can be changed. */
function take() {
  const { text } = carried(location.hash);
  if (!text) return;
  lines.value = text;
  const lesson = steps();
  if (lesson) lines.value = textOf(lesson);
  lines.scrollIntoView({ block: "center" });
}
addEventListener("hashchange", take);
take();
