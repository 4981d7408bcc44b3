// Names that a cell may use, offered to a reader who writes code. Names of the book's packages come from
// a list made with the book (runnable_cells.py). Names of all cells of the page are found in their code.
// No Python takes part.

import { page } from "./query.js";

const IMPORT = /^\s*import\s+([\w.]+)(?:\s+as\s+(\w+))?/gm;
const FROM = /^\s*from\s+([\w.]+)\s+import\s+(?:\(([^)]*)\)|(.+))$/gm;
const SET = /^\s*(?:(?:async\s+)?def|class|for)\s+(\w+)|^((?:\w+\s*,\s*)*\w+)\s*(?::[^=\n]*)?=(?!=)/gm;
const IMPORTED = /^\s*from\s+([\w.]+)\s+import\s+[\w\s,(]*$/;

/** @type {Promise<Record<string, string[]>> | null} */
let coming = null; // the public names of each module of the book's packages

function listed() {
  coming ??= fetch(new URL("names.json", new URL(page.dataset.content_root ?? "./", location.href)))
    .then((answer) => (answer.ok ? answer.json() : {}))
    .catch(() => ({}));
  return coming;
}

/** Map each name that code imports to a module, or to a name in a module. */
function imported(code) {
  const names = new Map();
  for (const [, module, alias] of code.matchAll(IMPORT)) {
    const top = module.split(".")[0];
    names.set(alias ?? top, alias ? module : top);
  }
  for (const [, module, inParentheses, plain] of code.matchAll(FROM)) {
    for (const part of (inParentheses ?? plain).replace(/#.*/g, "").split(",")) {
      const [, name, alias] = part.match(/(\w+)(?:\s+as\s+(\w+))?/) ?? [];
      if (name) names.set(alias ?? name, `${module}.${name}`);
    }
  }
  return names;
}

/** The names that code sets. */
const set = (code) =>
  [...code.matchAll(SET)].flatMap(([, name, several]) => name ?? several.split(/\s*,\s*/));

/**
 * What CodeMirror asks for the names that may stand at a place.
 * @param {() => string} code of all cells
 */
export function completion(code) {
  return async (context) => {
    const word = context.matchBefore(/[\w.]*/);
    if (word.text === "" && !context.explicit) return null;
    const { text: line, from } = context.state.doc.lineAt(context.pos);
    const beginning = line.slice(0, context.pos - from);
    const path = word.text.split(".").slice(0, -1).join(".");
    const importedNames = imported(code());
    const names = await listed();
    let offered;
    const [, module] = beginning.match(IMPORTED) ?? [];
    if (module) offered = names[module];
    else if (path) {
      const [first, ...rest] = path.split(".");
      const isNamed = /^\s*(?:from|import)\s/.test(beginning);
      offered = names[[isNamed ? first : importedNames.get(first), ...rest].join(".")];
    } else offered = [...importedNames.keys(), ...set(code())];
    if (!offered) return null;
    const options = [...new Set(offered)].map((label) => ({ label }));
    return { from: word.to - word.text.split(".").at(-1).length, options, validFor: /^\w*$/ };
  };
}
