// The search dialog shows results while the reader types, from the places of the book (sections.json, written
// by book/build/search_index.py). It works by keyboard or pointer, with or without a network. It is a
// combobox with a listbox: the focus stays in the field, and screen readers announce the chosen result.

import { setText } from "./modules/elements.js";
import { dressed } from "./modules/notices.js";
import MiniSearch from "./vendor/minisearch/es/index.js";

const MOST = 20; // results
const FEW = 4; // with fewer results, places with only some of the words are added
const COMMON = new Set("a an and are can do does for how i in is it of on the to what why with".split(" "));
const ROUND = 60; // characters of an excerpt before the match
const LONG = 180; // characters of an excerpt
const FIELDS = ["title", "names", "page", "text", "formulas"];
const GREEK = {
  α: "alpha", β: "beta", γ: "gamma", δ: "delta", ε: "varepsilon", λ: "lambda", μ: "mu", ν: "nu",
  π: "pi", ρ: "rho", σ: "sigma", τ: "tau", φ: "varphi", ω: "omega", Σ: "sum",
}; // prettier-ignore

const root = new URL(document.documentElement.dataset.content_root ?? "./", location.href);

/** Return the form of a word for comparison: no capitals, no accents, no plural s, Greek as TeX names. */
function plain(word) {
  const bare = word.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return GREEK[word] ?? bare.replace(/(..)ies$/, "$1y").replace(/(..[^isu])s$/, "$1");
}

const words = (text) => text.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean);

async function load() {
  const answer = await fetch(new URL("sections.json", root));
  if (!answer.ok) throw new Error(`sections.json is missing (${answer.status})`);
  const places = await answer.json();
  const search = new MiniSearch({
    fields: FIELDS,
    storeFields: ["title", "page", "text", "names"],
    tokenize: words,
    processTerm: plain,
    searchOptions: {
      boost: { names: 6, title: 5, page: 2 },
      prefix: (term) => term.length > 1,
      fuzzy: (term) => (term.length > 4 && /\D/.test(term) ? 0.2 : false),
      weights: { fuzzy: 0.1, prefix: 0.6 }, // also in a title such a match counts less than the exact word
      // A chapter before its sections, these before single functions.
      boostDocument: (id) => (id.includes("/api/") ? 0.5 : id.includes("#") ? 1 : 1.5),
    },
  });
  search.addAll(places);
  return search;
}

/** Return the places with all words. If they are few, places with some of the words follow. */
function find(search, query) {
  const terms = words(query).filter((word) => !COMMON.has(word.toLowerCase()));
  const text = terms.join(" ") || query;
  const all = search.search(text, { combineWith: "AND" });
  if (all.length >= FEW) return all.slice(0, MOST);
  const ids = new Set(all.map(({ id }) => id));
  return [...all, ...search.search(text).filter(({ id }) => !ids.has(id))].slice(0, MOST);
}

function part(parent, name, className = "", text = "") {
  const child = parent.appendChild(document.createElement(name));
  return Object.assign(child, { className, textContent: text });
}

/** Add a text to an element, with the matching words marked. */
function mark(element, text, terms) {
  let end = 0;
  for (const match of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    if (!terms.has(plain(match[0]))) continue;
    element.append(text.slice(end, match.index));
    part(element, "mark", "", match[0]);
    end = match.index + match[0].length;
  }
  element.append(text.slice(end));
}

/** Return the part of a text around the first word that was found. */
function excerpt(text, terms) {
  const first = [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].find((match) => terms.has(plain(match[0])));
  let start = Math.max(0, (first?.index ?? 0) - ROUND);
  if (start > 0) start = text.indexOf(" ", start) + 1;
  let end = start + LONG;
  if (end < text.length) end = Math.max(text.lastIndexOf(" ", end), start + 1);
  const section = text.slice(start, end);
  return `${start > 0 ? "… " : ""}${section}${end < text.length ? " …" : ""}`;
}

/** Make the dialog. Return the function that opens it. */
export async function prepare() {
  await dressed(new URL("./search.css", import.meta.url).href);
  const dialog = part(document.body, "dialog", "live-search");
  dialog.ariaLabel = "Search the book";
  const head = part(dialog, "div", "live-search-head");
  const field = part(head, "input");
  const list = part(dialog, "div", "live-search-list");
  const status = part(dialog, "p", "live-search-status", "Fetching the words of the book …");
  Object.assign(field, {
    type: "text",
    placeholder: "A word, a name, a formula",
    autocomplete: "off",
    spellcheck: false,
    enterKeyHint: "go",
    role: "combobox",
    ariaLabel: "Search the book",
    ariaAutoComplete: "list",
    ariaExpanded: "false",
  });
  field.setAttribute("autocapitalize", "off");
  field.setAttribute("aria-controls", "live-search-list");
  Object.assign(list, { id: "live-search-list", role: "listbox", ariaLabel: "Places" });
  Object.assign(status, { role: "status" });
  const close = part(head, "button", "live-search-close", "Close");
  close.type = "button";
  close.onclick = () => dialog.close();

  let search = null;
  let current = -1;
  const options = () => [...list.children];

  function go(index) {
    const all = options();
    current = all.length > 0 ? (index + all.length) % all.length : -1;
    for (const [n, option] of all.entries()) option.ariaSelected = String(n === current);
    if (current >= 0) {
      field.setAttribute("aria-activedescendant", all[current].id);
      all[current].scrollIntoView({ block: "nearest" });
    } else {
      field.removeAttribute("aria-activedescendant");
    }
  }

  function add({ id, title, page, text, names, terms, match }, n) {
    const option = part(list, "a");
    const foundTerms = new Set(terms);
    Object.assign(option, { id: `live-search-${n}`, href: new URL(id, root), role: "option" });
    option.tabIndex = -1;
    mark(part(option, "span", "live-search-title"), title, foundTerms);
    option.append(" ");
    if (page !== title) part(option, "span", "live-search-page", page);
    const nameTerms = terms.filter((term) => match[term].includes("names"));
    if (nameTerms.length > 0) {
      const isMeant = (name) => words(name).some((word) => nameTerms.includes(plain(word)));
      const otherNames = names.split(", ").filter(isMeant).join(", ");
      mark(part(option, "span", "live-search-page"), otherNames, foundTerms);
    }
    option.append(" ");
    if (text) mark(part(option, "span", "live-search-text"), excerpt(text, foundTerms), foundTerms);
    option.onclick = () => dialog.close();
    option.onpointermove = () => {
      if (current !== n) go(n);
    };
  }

  function show() {
    if (!search) return;
    const query = field.value.trim();
    const results = query ? find(search, query) : [];
    list.replaceChildren();
    results.forEach(add);
    field.ariaExpanded = String(results.length > 0);
    list.scrollTop = 0;
    go(0);
    const count = results.length === MOST ? `The best ${MOST} places` : `${results.length} places`;
    if (!query) setText(status, "Try a game, a name, an idea, or a word of a formula.");
    else if (results.length) setText(status, results.length === 1 ? "1 place" : count);
    else {
      status.textContent = `The book has no “${query}”. What its games and ideas are called stands in the `;
      const link = part(status, "a", "", "glossary");
      link.href = new URL("book/glossary.html", root);
      status.append(".");
    }
  }

  field.oninput = show;
  field.onkeydown = (event) => {
    const steps = { ArrowDown: current + 1, ArrowUp: current - 1, PageDown: current + 5, PageUp: current - 5 };
    if (event.isComposing) return;
    if (event.key in steps) {
      event.preventDefault();
      const last = options().length - 1;
      const step = steps[event.key];
      go(event.key.startsWith("Page") ? Math.max(0, Math.min(last, step)) : step);
    } else if (event.key === "Enter") {
      event.preventDefault();
      options()[current]?.click();
    }
  };
  // A click beside the dialog closes it.
  dialog.onclick = ({ target }) => {
    if (target === dialog) dialog.close(); // what returns false would keep links from leading on
  };

  load().then(
    (loaded) => {
      search = loaded;
      show();
    },
    (error) => {
      console.info(`search: ${error.message}`);
      status.textContent = "The index of the book could not be loaded. ";
      const link = part(status, "a", "", "Search on a page of its own");
      link.href = new URL("search.html", root);
    },
  );

  return () => {
    if (!dialog.open) dialog.showModal();
    field.focus();
    field.select();
  };
}
