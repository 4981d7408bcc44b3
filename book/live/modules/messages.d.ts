// What the page and its Pythons say to each other, and what the scripts of a page have in common.
// It is for the checker (make check) alone. tests/book/test_scripts.py holds the Python end to it, and
// reads it line by line: one kind of message a line.

/** What a comm says, which is what a widget has in Python; or bridge.py to requests.js. */
interface FromComm {
  comm_open: { id: string; cell: number; target: string; data: Data; metadata: object };
  comm_msg: { id: string; cell?: number; target?: null; data: Data; metadata?: object };
  comm_close: { id: string; cell: number; target?: null; data: Data; metadata: object };
}

/** What each worker says of itself (worker.js, sandbox_worker.js). */
interface FromWorker {
  alive: { lock: string };
  lost: { brief: string };
  came: { bytes: number; of: number };
}

/** What sandbox_worker.js says besides. */
interface FromWalled {
  begun: object;
  want: { path: string };
  called: { answer: string };
}

/** What bridge.py tells page.js. */
interface FromBridge extends FromComm {
  ran: { models: Models; views: string[][] };
  error: { cell: number; brief: string; full: string };
  done: { id: string };
}

/** What runner.py tells cells.js; an error with `brief` is one of a widget (bridge.py). */
interface FromRunner extends FromComm {
  book: { recipes: string[] };
  recipes: { recipes: string[]; cells: number[]; sources: string[] };
  plan: { cell: number; cells: number[] };
  begin: { cell: number };
  fetch: object;
  text: { cell: number; text: string; stream: string };
  show: { cell: number; form: string; text: string; models: Models };
  clear: { cell: number };
  end: { cell: number };
  error: { cell: number; line?: number | null; text?: string; brief?: string; full?: string };
  done: { id?: string };
}

/** What the page tells a worker: one of these at a time. */
type ToPython = Wanted | Cells | Message;
/** The same behind the wall. */
type ToWalled = Asked | Call | Message;
interface Wanted {
  wanted: true;
  plainly: boolean;
}
interface Cells {
  cells: string[]; // sources
  ids: string[];
}
interface Asked {
  asked: string; // a Question, as JSON
}
interface Call {
  call: string; // a function of a module, with texts alone
  given: string[];
}
interface Message {
  id: string;
  text: string; // the data of a comm, or a BookRequest to "requests", as JSON
  buffers: Uint8Array[];
}

/** What cells.js asks of runner.py; the book and its files the first time. */
interface Question {
  sources: string[];
  about?: number[]; // what does a run of these cells take?
  run: number[];
  book?: string[];
  files?: Record<string, string>;
}

/** A request of a script of the book (requests.js), for the book's own function. */
interface BookRequest {
  number: number;
  content: object;
}

/** The reply of bridge.py: what the function returned, or why there is nothing. */
interface BookReply {
  number: number;
  answer?: any;
  failed?: string;
}

type Data = Record<string, any>;
type Models = Record<string, any>; // by id, in the form of a notebook's stored state
type Kinds<T> = { [K in keyof T]: { kind: K } & T[K] }[keyof T];
type FromPython = Kinds<FromBridge> | Kinds<FromWorker>;
/** Who takes each kind of message, and no other. */
type Receiver<T, Of = DataView[]> = { [K in keyof T]: (content: T[K], of: Of) => unknown };

/** A change of a widget on its way to Python. */
interface Change {
  id: string;
  data: Data;
  buffers: any[];
}

/** The worker that early_start.js begins, and what it has said. */
interface Early {
  worker: Worker | null;
  said: { text: string; buffers: Uint8Array[] }[];
  load?: () => void;
}

interface Window {
  liveEarly: Early | null;
  liveMemory: any; // guesses.js
  liveWidgets: any; // page.js
  liveTypeset: ((element: Element) => Promise<void>) | undefined; // typeset.js
  requirejs: any;
  define: any;
  widgetLibrary: any; // widgets.mjs
  MathJax: any;
}

declare function toggleFullScreen(): void; // of the theme
declare const SphinxHighlight: { hideSearchWords(): void };

// What the DOM's own types leave out, or do not know of what a selector finds.
interface Navigator {
  connection?: { saveData: boolean };
}
interface EventTarget {
  closest(selectors: string): any;
}
interface ParentNode {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}
interface NonElementParentNode {
  getElementById(id: string): any;
}
interface Document {
  getElementById(id: string): any;
}

declare module "*/vendor/book/settings.json" {
  const settings: { later: string[]; request_handler: string };
  export default settings;
}
declare module "*/vendor/codemirror/codemirror.js";
declare module "*/vendor/pyodide/pyodide.js" {
  export const loadPyodide: any;
}
declare module "*/vendor/pyodide/pyodide.asm.js";
declare module "*/vendor/minisearch/es/index.js";
declare module "*/vendor/qrcode/qrcode.js";

// What publish.py writes above offline.js.
declare const FIRST: string;
declare const FILES: Record<string, [string, number]>;
declare const START: Record<string, string[]>;
declare const LATER: string[];
declare const TYPES: Record<string, string>;
