// The policy of the frame forbids to load anything. No policy forbids to look up a host or to open a
// connection to it, as <link rel=preconnect> and dns-prefetch do; yet a name that is looked up tells what
// is in it. So in this frame a link gets no `rel`: whatever makes elements of text is wrapped or taken
// away, and so is whatever sets an attribute. A frame within it would have all of that anew, so none
// gets a document of its own. What is used here is taken before foreign code could change it.

// What else a browser may look up ahead are the hosts of links to click.
const quiet = document.createElement("meta");
quiet.httpEquiv = "x-dns-prefetch-control";
quiet.content = "off";
document.head.append(quiet);

/** @type {(method: Function) => (of: unknown, ...given: any[]) => any} */
const free = (method) => Function.prototype.call.bind(method);
const { apply, getOwnPropertyDescriptor: described, defineProperty: define } = Reflect;
const getter = (prototype, name) => free(described(prototype, name).get);

const lower = free(String.prototype.toLowerCase);
const ends = free(String.prototype.endsWith);
const create = document.createElement.bind(document);
const removes = free(Element.prototype.removeAttribute);
const clones = free(Node.prototype.cloneNode);
const content = getter(HTMLTemplateElement.prototype, "content");
const parentOf = getter(Node.prototype, "parentNode");
const kindOf = getter(Node.prototype, "nodeType");
const childrenOf = getter(Node.prototype, "childNodes");
const localName = getter(Element.prototype, "localName");
const attributeName = getter(Attr.prototype, "localName");
const findIn = {
  1: free(Element.prototype.querySelectorAll),
  9: free(Document.prototype.querySelectorAll),
  11: free(DocumentFragment.prototype.querySelectorAll),
};
const replaceIn = {
  1: free(Element.prototype.replaceChildren),
  11: free(DocumentFragment.prototype.replaceChildren),
};

/** Whether an attribute of an element, by their names, would reach a host. */
const isHarmful = (tag, name) =>
  (tag === "link" && (name === "rel" || ends(name, ":rel"))) ||
  (tag === "iframe" && (name === "srcdoc" || ends(name, ":srcdoc"))) ||
  (tag === "meta" && (name === "http-equiv" || ends(name, ":http-equiv")));

/** Take away such attributes from all that was made of a text. */
function strip(root) {
  const find = findIn[kindOf(root)];
  const elements = find(root, "link, iframe, meta");
  for (let n = 0; n < elements.length; n++) {
    removes(elements[n], "rel");
    removes(elements[n], "srcdoc");
    removes(elements[n], "http-equiv");
  }
  const templates = find(root, "template");
  for (let n = 0; n < templates.length; n++) {
    // one of SVG is none
    if (templates[n] instanceof HTMLTemplateElement) strip(content(templates[n]));
  }
  return root;
}

/** Do something else, for which there is the method, or the setter, as it was. */
function wrap(prototype, name, around) {
  const own = described(prototype, name);
  if (own) define(prototype, name, own.set ? { ...own, set: around(own.set) } : { ...own, value: around(own.value) });
}

// ------------------------------------------------------------------------------ elements of text

const setMarkup = free(described(Element.prototype, "innerHTML").set);

/** What text is within an element. It is nowhere in the page yet, so it reaches nobody. */
function parsed(text, parent) {
  const isElement = parent && kindOf(parent) === 1 && localName(parent) !== "template";
  const box = isElement ? clones(parent) : create("div");
  setMarkup(box, text);
  return [...childrenOf(strip(box))];
}

const setInner = (own) =>
  function innerHTML(text) {
    if (kindOf(this) === 1 && localName(this) === "template") {
      apply(own, this, [text]);
      strip(content(this));
    } else {
      replaceIn[kindOf(this)](this, ...parsed(text, this));
    }
  };
wrap(Element.prototype, "innerHTML", setInner);
wrap(ShadowRoot.prototype, "innerHTML", setInner);

const { before, after, prepend, append, replaceWith } = Element.prototype;
const places = { beforebegin: before, afterbegin: prepend, beforeend: append, afterend: after };
const setOuter = () =>
  function outerHTML(text) {
    apply(replaceWith, this, parsed(text, parentOf(this)));
  };
const insert = () =>
  function insertAdjacentHTML(place, text) {
    const position = lower(`${place}`);
    const parent = position === "beforebegin" || position === "afterend" ? parentOf(this) : this;
    apply(places[position], this, parsed(text, parent));
  };
wrap(Element.prototype, "outerHTML", setOuter);
wrap(Element.prototype, "insertAdjacentHTML", insert);

const stripped = (own) =>
  function parsed(...given) {
    return strip(apply(own, this, given));
  };
wrap(DOMParser.prototype, "parseFromString", stripped);
wrap(Range.prototype, "createContextualFragment", stripped);

for (const name of ["write", "writeln", "execCommand"]) delete Document.prototype[name];
for (const name of ["parseHTML", "parseHTMLUnsafe"]) delete Document[name];
const KNOWN = ["innerHTML", "outerHTML", "insertAdjacentHTML", "getHTML"];
for (const { prototype } of [Element, ShadowRoot]) {
  for (const name of Object.getOwnPropertyNames(prototype)) {
    if (/HTML/.test(name) && !KNOWN.includes(name)) delete prototype[name];
  }
}
Reflect.deleteProperty(self, "XSLTProcessor");

// ----------------------------------------------------------------------------------- attributes

/** @param {number} index which argument is the name */
const setter = (index) => (own) =>
  function setAttribute(...given) {
    const name = lower((given[index] = `${given[index]}`));
    if (isHarmful(localName(this), name)) return;
    return apply(own, this, given);
  };
wrap(Element.prototype, "setAttribute", setter(0));
wrap(Element.prototype, "toggleAttribute", setter(0));
wrap(Element.prototype, "setAttributeNS", setter(1));

const setNode = (own) =>
  function setAttributeNode(node) {
    const name = lower(attributeName(node));
    if (name === "rel" || name === "srcdoc" || name === "http-equiv") return null;
    return apply(own, this, [node]);
  };
for (const name of ["setAttributeNode", "setAttributeNodeNS"]) wrap(Element.prototype, name, setNode);
for (const name of ["setNamedItem", "setNamedItemNS"]) wrap(NamedNodeMap.prototype, name, setNode);

for (const name of ["rel", "relList"]) Reflect.deleteProperty(HTMLLinkElement.prototype, name);
Reflect.deleteProperty(HTMLIFrameElement.prototype, "srcdoc");
Reflect.deleteProperty(HTMLMetaElement.prototype, "httpEquiv");
