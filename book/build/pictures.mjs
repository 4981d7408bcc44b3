// Draw pictures as PNG, for programs that show no SVG. Run by plain_notebooks.py:
//
//     node pictures.mjs FOLDER < PICTURES
//
// FOLDER holds the packages of npm. PICTURES is JSON: `font` is the path of a font file, `pictures` is a list
// of SVG texts. The output is a list of PNG pictures in base64, in the same order.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { json } from "node:stream/consumers";

const SCALE = 2; // most screens have two pixels where a page has one

const load = createRequire(`${process.argv[2]}/`);
const { Resvg, initWasm } = load("@resvg/resvg-wasm");
await initWasm(readFile(load.resolve("@resvg/resvg-wasm/index_bg.wasm")));

const { font, pictures } = await json(process.stdin);
const options = {
  font: { fontBuffers: [await readFile(font)], defaultFontFamily: "DejaVu Sans" },
  fitTo: { mode: "zoom", value: SCALE },
};
const drawn = pictures.map((svg) => Buffer.from(new Resvg(svg, options).render().asPng()).toString("base64"));
console.log(JSON.stringify(drawn));
