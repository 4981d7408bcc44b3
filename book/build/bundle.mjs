// Make one file of each script with the modules that it imports, and one of all stylesheets. Run by
// publish.py:
//
//     node bundle.mjs MODULES < ASKED
//
// MODULES is the folder of npm's packages. ASKED is JSON. It has the paths of the `scripts`, and lines that
// import the sheets. Of the sheets in `theirs` only the rules that a file in `content` uses are kept. The
// sheets in `ours` are kept whole, because scripts make many of the elements that they style. The output is
// JSON with the texts of the `scripts` by their names, and the text of the `sheet`.

import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, delimiter, dirname, join } from "node:path";
import { json } from "node:stream/consumers";

// esbuild starts a program called `node`. If pip installed Node, it is not in PATH.
process.env.PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
const require = createRequire(`${process.argv[2]}/`);
const { PurgeCSS } = require("purgecss");
const esbuild = require("esbuild-wasm");

const SET = [/^(show|fade|collapsing)$/, /^(bs-)?tooltip/]; // classes that Bootstrap sets and removes
const MODULE = /^export |import\.meta/m; // found in a script that is a module itself
const RAN = 'self.document?.currentScript?.setAttribute("data-executed", "");'; // see early_start.js
const APART = /^\.\/vendor\/|\.(woff2?|ttf)$/; // separate files; stylesheet.py subsets fonts

/** Leave dynamic imports as separate files. Leave missing drawings alone: they may be of another book. */
function leave(build) {
  build.onResolve({ filter: /^/ }, ({ kind, path, resolveDir }) => {
    const isMissing = kind === "url-token" && !existsSync(join(resolveDir, path));
    return kind === "dynamic-import" || isMissing || APART.test(path) ? { path, external: true } : undefined;
  });
}

async function made(asked) {
  const { outputFiles } = await esbuild.build({
    bundle: true,
    minify: true,
    write: false,
    charset: "utf8",
    outdir: "/",
    loader: { ".svg": "dataurl", ".png": "dataurl" },
    plugins: [{ name: "leave", setup: leave }],
    ...asked,
  });
  return outputFiles.map(({ path, text }) => [basename(path), text]);
}

async function joined(imports) {
  const [[, text]] = await made({ stdin: { contents: imports, loader: "css", resolveDir: "/" } });
  return text;
}

const { scripts, theirs, ours, content } = await json(process.stdin);
const isModule = (path) => MODULE.test(readFileSync(path, "utf8"));
const texts = [
  ...(await made({ entryPoints: scripts.filter(isModule), format: "esm" })),
  ...(await made({ entryPoints: scripts.filter((script) => !isModule(script)), format: "iife", footer: { js: RAN } })),
];
const raw = (await joined(theirs)).replaceAll(/@font-face\s*\{[^}]*\}/g, "");
const [{ css }] = await new PurgeCSS().purge({ css: [{ raw }], content, safelist: SET });
const done = { scripts: Object.fromEntries(texts), sheet: `${css}${await joined(ours)}html{--whole:1}` };
process.stdout.write(JSON.stringify(done), () => process.exit());
