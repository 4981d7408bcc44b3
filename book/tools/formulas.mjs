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

/** Let a long formula in a line of text break: after a relation, a plus or a comma. */
function breakable(formula) {
  if (adaptor.tags(formula, "mjx-c").length <= LONG) return formula;
  let row = adaptor.firstChild(formula);
  while (adaptor.childNodes(row).length === 1) row = adaptor.firstChild(row);
  for (const part of adaptor.childNodes(row)) {
    const next = adaptor.next(part);
    const isOperator = adaptor.kind(part) === "mjx-mo";
    if (isOperator && next && adaptor.hasAttribute(next, "space")) {
      adaptor.insert(adaptor.node("wbr"), next);
    }
  }
  return formula;
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
