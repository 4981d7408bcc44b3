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

const pages = [];
for (const formulas of await json(process.stdin)) {
  output.clearCache(); // the style is of this page alone
  const page = { formulas: [] };
  for (const [tex, display] of formulas) {
    page.formulas.push(adaptor.outerHTML(await MathJax.tex2chtmlPromise(tex, { display })));
  }
  page.style = adaptor.textContent(MathJax.chtmlStylesheet());
  pages.push(page);
}
process.stdout.write(JSON.stringify(pages));
