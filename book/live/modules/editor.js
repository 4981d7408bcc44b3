// The editor of cells, fetched when one is first opened.

import { completion } from "./completion.js";
import { UNSEEN, codeName } from "./invisible_characters.js";

/** @type {Promise<ReturnType<typeof prepare>> | null} */
let coming = null;

/** @param {() => string} code of all cells, whose names are offered */
export function editor(code) {
  coming ??= import("./vendor/codemirror/codemirror.js").then((cm) => prepare(cm, code));
  coming.catch(() => (coming = null));
  return coming;
}

/** What all editors share. Colours are those of the page's own code. */
function prepare(cm, code) {
  const { tags: t } = cm;
  const colours = [
    { tag: [t.keyword, t.controlKeyword, t.definitionKeyword], class: "k" },
    { tag: t.moduleKeyword, class: "kn" },
    { tag: t.operatorKeyword, class: "ow" },
    { tag: [t.bool, t.null], class: "kc" },
    { tag: [t.string, t.special(t.string)], class: "s2" },
    { tag: t.number, class: "mi" },
    { tag: t.comment, class: "c1" },
    { tag: t.meta, class: "nd" },
    { tag: [t.operator, t.derefOperator], class: "o" },
    { tag: [t.punctuation, t.bracket], class: "p" },
    { tag: t.function(t.definition(t.variableName)), class: "nf" },
    { tag: t.definition(t.className), class: "nc" },
    { tag: [t.variableName, t.propertyName, t.className], class: "n" },
  ];
  const mark = cm.StateEffect.define();
  const fault = cm.Decoration.line({ class: "cell-fault" });
  const marked = cm.StateField.define({
    create: () => cm.Decoration.none,
    update(value, { docChanged, effects, state }) {
      for (const effect of effects) {
        if (!effect.is(mark)) continue;
        const number = Math.min(effect.value, state.doc.lines);
        return cm.Decoration.set([fault.range(state.doc.line(number).from)]);
      }
      return docChanged ? cm.Decoration.none : value;
    },
    provide: (field) => cm.EditorView.decorations.from(field),
  });
  const unseen = cm.EditorView.decorations.compute(["doc"], ({ doc }) => {
    const matches = doc.toString().matchAll(UNSEEN);
    const ranges = Array.from(matches, ({ 0: letter, index }) => {
      const mark = cm.Decoration.mark({ class: "unseen-character", attributes: { "data-name": codeName(letter) } });
      return mark.range(index, index + letter.length);
    });
    return cm.Decoration.set(ranges);
  });
  const isNotEscape = ({ key }) => key !== "Escape";
  const extensions = [
    cm.history(),
    cm.indentUnit.of("    "),
    cm.indentOnInput(),
    cm.bracketMatching(),
    cm.closeBrackets(),
    cm.python(),
    cm.pythonLanguage.data.of({ autocomplete: completion(code) }),
    // Only a chosen completion is inserted, so no delay is needed before a choice counts.
    cm.autocompletion({ defaultKeymap: false, icons: false, interactionDelay: 0, selectOnOpen: false }),
    cm.tooltips({ parent: document.body }), // a section of the page clips its content
    cm.syntaxHighlighting(cm.tagHighlighter(colours)),
    // Escape, if nothing else uses it, lets the next Tab leave the editor.
    cm.keymap.of([
      { key: "Escape", run: (view) => cm.closeCompletion(view) && false },
      ...cm.completionKeymap.filter(isNotEscape),
      ...cm.closeBracketsKeymap,
      ...cm.defaultKeymap.filter(isNotEscape),
      ...cm.historyKeymap,
      cm.indentWithTab,
    ]),
    marked,
    unseen,
  ];
  return { cm, mark, extensions };
}
