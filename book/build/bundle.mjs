// Make one file of each script with the modules that it imports, and one of all stylesheets. Run by
// publish.py:
//
//     node bundle.mjs MODULES < ASKED
//
// MODULES is where npm has put its packages. ASKED, in JSON, has the paths of the `scripts` and, as
// lines that import them, the sheets: `theirs`, of which stays what one of the files in `content`
// names, and `ours`, which stay whole, for scripts make much that they style. What is printed, in
// JSON, has the texts of the `scripts` by their names, and that of the `sheet`.

import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, delimiter, dirname, join } from "node:path";
import { json } from "node:stream/consumers";

// esbuild starts a program called `node`. Where pip brought the Node that runs this, it is not in PATH.
process.env.PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
const require = createRequire(`${process.argv[2]}/`);
const { PurgeCSS } = require("purgecss");
const esbuild = require("esbuild-wasm");

const SET = [/^(show|fade|collapsing)$/, /^(bs-)?tooltip/]; // what Bootstrap gives and takes away
const MODULE = /^export |import\.meta/m; // in a script that is a module itself
const RAN = 'self.document?.currentScript?.setAttribute("data-ran", "");'; // to its end: see early_start.js
const APART = /^\.\/vendor\/|\.(woff2?|ttf)$/; // has its place; and of fonts stylesheet.py takes what is shown

/** What a script imports when it wants it stays a file of its own; and a drawing may be of another book. */
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
  ...(await made({ entryPoints: scripts.filter((it) => !isModule(it)), format: "iife", footer: { js: RAN } })),
];
const raw = (await joined(theirs)).replaceAll(/@font-face\s*\{[^}]*\}/g, "");
const [{ css }] = await new PurgeCSS().purge({ css: [{ raw }], content, safelist: SET });
const done = { scripts: Object.fromEntries(texts), sheet: `${css}${await joined(ours)}html{--whole:1}` };
process.stdout.write(JSON.stringify(done), () => process.exit());
