// The parts of CodeMirror that the pages use. fetch.py makes one file of them with esbuild. cells.js loads
// that file when a reader first opens a cell.

export {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionKeymap,
} from "@codemirror/autocomplete";
export { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
export { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
export { python, pythonLanguage } from "@codemirror/lang-python";
export { EditorState, Prec, StateEffect, StateField } from "@codemirror/state";
export { Decoration, drawSelection, EditorView, keymap, tooltips } from "@codemirror/view";
export { tagHighlighter, tags } from "@lezer/highlight";
