// The messages between a page and its Pythons, and the types that the scripts of a page share. Only the
// checker (make check) uses this file. tests/book/test_scripts.py compares it with the code in Python, and
// reads it line by line: each kind of message has one line.

/** The messages of a comm: of a widget in Python, or from bridge.py to requests.js. */
interface FromComm {
  comm_open: { id: string; cell: number; target: string; data: Data; metadata: object };
  comm_msg: { id: string; cell?: number; target?: null; data: Data; metadata?: object };
  comm_close: { id: string; cell: number; target?: null; data: Data; metadata: object };
}

/** The messages of each worker about itself (worker.js, sandbox_worker.js). */
interface FromWorker {
  alive: { lock: string };
  lost: { brief: string };
  came: { bytes: number; of: number };
}

/** The other messages of sandbox_worker.js. */
interface FromWalled {
  begun: object;
  want: { path: string };
  called: { answer: string };
}

/** The messages from bridge.py to page.js. */
interface FromBridge extends FromComm {
  ran: { models: Models; views: string[][] };
  error: { cell: number; brief: string; full: string };
  done: { id: string };
}

/** The messages from runner.py to cells.js; an error with `brief` is from a widget (bridge.py). */
interface FromRunner extends FromComm {
  book: { recipes: string[] };
  recipes: { recipes: string[]; cells: number[]; sources: string[] };
  plan: { cell: number; cells: number[] };
  begin: { cell: number };
  fetch: { library: string };
  fetched: object;
  text: { cell: number; text: string; stream: string };
  show: { cell: number; form: string; text: string; models: Models };
  clear: { cell: number };
  end: { cell: number };
  error: { cell: number; line?: number | null; text?: string; brief?: string; full?: string };
  done: { id?: string };
}

/** The messages of the page to its worker, one at a time. */
type ToPython = Wanted | Cells | Message;
/** The messages of the page to a worker in the sandbox. */
type ToWalled = Asked | Call | Prepare | Message;
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
interface Prepare {
  prepare: string; // a library that is imported before a text needs it
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

/** A question of cells.js to runner.py; the first one has the book and its files. */
interface Question {
  sources: string[];
  about?: number[]; // the cells whose needs are asked for
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
/** An object with a method for each kind of message, and no other method. */
type Receiver<T, Of = DataView[]> = { [K in keyof T]: (content: T[K], of: Of) => unknown };

/** A change of a widget on its way to Python. */
interface Change {
  id: string;
  data: Data;
  buffers: any[];
}

/** The worker that early_start.js starts, and its messages so far. */
interface Early {
  worker: Worker | null;
  messages: { text: string; buffers: Uint8Array[] }[];
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

// Additions to the types of the DOM, also for elements that a selector finds.
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

// The constants that publish.py writes above offline.js.
declare const FIRST: string;
declare const FILES: Record<string, [string, number]>;
declare const START: Record<string, string[]>;
declare const LATER: string[];
declare const TYPES: Record<string, string>;
