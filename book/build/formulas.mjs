// Typeset the formulas of the book, as MathJax would in the reader's browser. Run by formulas.py:
//
//     node formulas.mjs FOLDER < PAGES
//
// FOLDER holds MathJax. PAGES is JSON with a list for each page. The list has a pair for each formula: its
// TeX, and whether it is a display. The output has an object for each page: `formulas` is their markup, and
// `style` is the stylesheet that this markup needs. A display with line breaks for a phone has a second form
// for a desktop, in a box of class `math-wide-layout` (style.css).

import { createRequire } from "node:module";
import { json } from "node:stream/consumers";

const folder = process.argv[2];
const MathJax = await createRequire(import.meta.url)(`${folder}/node-main.js`).init({
  loader: { load: ["input/tex", "output/chtml", "a11y/assistive-mml"] },
  tex: { packages: { "[-]": ["noundefined"] } }, // an unknown command raises an error and is not shown in red
});
const { adaptor, output } = MathJax.startup;

let width; // width of the last typeset formula, in em
const draw = output.processMath;
output.processMath = function (root, node) {
  draw.call(this, root, node);
  width = this.factory.wrap(root).getBBox().w;
};

const LONG = 12; // letters and signs of a formula that fits beside others in a line of a phone
const LONGEST = 24; // the same for a formula alone in a line

/** Let a long formula in a line of text break: after a relation, a plus or a comma, and within
    brackets only where they hold too much for a line. */
function breakable(formula) {
  if (letters(formula).length <= LONG) return formula;
  let row = adaptor.firstChild(formula);
  while (adaptor.childNodes(row).length === 1) row = adaptor.firstChild(row);
  let [depth, piece] = [0, { length: 0, within: [] }];
  for (const part of adaptor.childNodes(row)) {
    const sign = adaptor.kind(part) === "mjx-mo" ? adaptor.getAttribute(letters(part)[0], "class") : "";
    if (OPENS.test(sign)) depth += 1;
    if (CLOSES.test(sign)) depth -= 1;
    piece.length += letters(part).length;
    const next = adaptor.next(part);
    const operates = sign && !CLOSES.test(sign) && next && adaptor.hasAttribute(next, "space");
    if (!operates) continue;
    if (depth > 0) piece.within.push(part);
    else {
      finish(piece);
      breakAfter(part);
      piece = { length: 0, within: [] };
    }
  }
  finish(piece);
  return formula;
}

const OPENS = /mjx-c(28|5B|7B|27E8|2308|230A)\b/; // ( [ { and the like, by the code of the letter
const CLOSES = /mjx-c(29|5D|7D|27E9|2309|230B)\b/;
const SPACES = { 1: 0.111, 2: 0.167, 3: 0.222, 4: 0.278, 5: 0.333 }; // in em, as MathJax has them

function letters(part) {
  return adaptor.tags(part, "mjx-c");
}

function finish(piece) {
  if (piece.length > LONGEST) piece.within.forEach(breakAfter);
}

/** Put the space before the break, so that the next line begins at the margin. */
function breakAfter(part) {
  const next = adaptor.next(part);
  adaptor.setStyle(part, "margin-right", `${SPACES[adaptor.getAttribute(next, "space")]}em`);
  adaptor.removeAttribute(next, "space");
  adaptor.insert(adaptor.node("wbr"), next);
}

const DESK = 29; // em of a display on a desk, beside its number (style.css)
const ALIGNED = /^(?:\s|\\begin\{split\})*\\begin\{aligned\}(.*)\\end\{aligned\}(?:\s|\\end\{split\})*$/s;
const MARKS = /\\begin\{|\\end\{|\\\\/g;
const FURTHER = /^(?:[\s&]|\{\}|\\;)*(?:\\q?quad\b|[-+=]|\\(?:cdot|times|le|ge|to)\b)/;
const MARGIN = /^(?:[\s&]|\\;|\\q?quad\b)*/;

/** Return a display with those lines joined that fit on a desktop, or null. */
async function unbroken(tex) {
  const body = ALIGNED.exec(tex)?.[1];
  if (!body) return null;
  const [broken, lines] = [rows(body), []];
  let parts = [];
  for (const [n, row] of broken.entries()) {
    parts.push(row);
    const next = broken[n + 1];
    if (next && !/[,.]\s*$/.test(row) && FURTHER.test(next)) continue;
    lines.push(...(parts.length > 1 ? await joined(parts) : parts));
    parts = [];
  }
  return lines.length < broken.length ? aligned(lines) : null;
}

/** One equation in one line; if it is too long, with what is indented, or what is indented further,
    behind the line before it. */
async function joined(parts) {
  const whole = join(parts);
  if (await fits(whole)) return [whole];
  const least = Math.min(...parts.map(indent).filter((width) => width > 0));
  for (const more of [least, 0]) {
    const lines = [];
    for (const row of parts) {
      const longer = lines.length && indent(row) > more ? join([lines.at(-1), row]) : "";
      if (longer && (await fits(longer))) lines[lines.length - 1] = longer;
      else lines.push(row);
    }
    if (lines.length < parts.length) return lines;
  }
  return parts;
}

function indent(row) {
  return MARGIN.exec(row)[0].replaceAll("&", "").trim().length;
}

async function fits(line) {
  await MathJax.tex2chtmlPromise(aligned([line]), { display: true });
  return width <= DESK;
}

function join([first, ...others]) {
  return [first, ...others.map((row) => row.replace(MARGIN, "").replaceAll("&", ""))].join(" ");
}

function aligned(lines) {
  return `\\begin{aligned}${lines.join("\\\\")}\\end{aligned}`;
}

/** Return the lines between \\begin{aligned} and \\end{aligned}. Lines of a matrix are not split. */
function rows(body) {
  const found = [];
  let [depth, start] = [0, 0];
  for (const { 0: mark, index } of body.matchAll(MARKS)) {
    if (mark.startsWith("\\b")) depth += 1;
    else if (mark.startsWith("\\e")) depth -= 1;
    else if (depth === 0) {
      found.push(body.slice(start, index));
      start = index + mark.length;
    }
  }
  return [...found, body.slice(start)];
}

/** Return the markup of a formula, without parts that a browser infers in a page. */
function written(formula) {
  return adaptor.outerHTML(formula).replaceAll(/ (?:xmlns="[^"]*"|unselectable="on")/g, "");
}

const pages = [];
for (const formulas of await json(process.stdin)) {
  output.clearCache(); // each page gets only its own styles
  const page = { formulas: [] };
  for (const [tex, display] of formulas) {
    const formula = await MathJax.tex2chtmlPromise(tex, { display });
    let markup = written(display ? formula : breakable(formula));
    const wide = display && (await unbroken(tex));
    if (wide) {
      const again = await MathJax.tex2chtmlPromise(wide, { display });
      markup += `<div class="math-wide-layout">${written(again)}</div>`;
    }
    page.formulas.push(markup);
  }
  page.style = adaptor.textContent(MathJax.chtmlStylesheet()).replaceAll(/@font-face[^}]*\}\s*/g, "");
  pages.push(page);
}
// MathJax writes one name with capital letters, which HTML does not allow in names of elements.
process.stdout.write(JSON.stringify(pages).replaceAll("mjx-TeXAtom", "mjx-texatom"));
