// Typeset the formulas of the book, as MathJax would in the reader's browser. Run by formulas.py:
//
//     node formulas.mjs FOLDER < PAGES
//
// FOLDER holds MathJax. PAGES, in JSON, has a list for each page, with a pair for each formula: its
// TeX, and whether it stands by itself. What is printed has an object for each page: `formulas`,
// their markup, and `style`, the stylesheet that this markup needs.

import { createRequire } from "node:module";
import { json } from "node:stream/consumers";

const folder = process.argv[2];
const MathJax = await createRequire(import.meta.url)(`${folder}/node-main.js`).init({
  loader: { load: ["input/tex", "output/chtml", "a11y/assistive-mml"] },
  tex: { packages: { "[-]": ["noundefined"] } }, // an unknown command is a fault, not red ink
  chtml: { fontURL: "output/chtml/fonts/woff-v2" },
});
const { adaptor, output } = MathJax.startup;

const LONG = 12; // letters and signs of a formula that fits beside others in a line of a phone
const LONGEST = 24; // of one that fits in a line of its own

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

/** The space goes before the break: the next line begins at the margin. */
function breakAfter(part) {
  const next = adaptor.next(part);
  adaptor.setStyle(part, "margin-right", `${SPACES[adaptor.getAttribute(next, "space")]}em`);
  adaptor.removeAttribute(next, "space");
  adaptor.insert(adaptor.node("wbr"), next);
}

const pages = [];
for (const formulas of await json(process.stdin)) {
  output.clearCache(); // the style is of this page alone
  const page = { formulas: [] };
  for (const [tex, display] of formulas) {
    const formula = await MathJax.tex2chtmlPromise(tex, { display });
    page.formulas.push(adaptor.outerHTML(display ? formula : breakable(formula)));
  }
  page.style = adaptor.textContent(MathJax.chtmlStylesheet());
  pages.push(page);
}
process.stdout.write(JSON.stringify(pages));
