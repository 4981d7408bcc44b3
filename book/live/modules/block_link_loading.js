// The frame's policy forbids all loading. But no policy forbids a browser to look up a host or to connect to
// it, as <link rel=preconnect> and dns-prefetch do, and the name of a host can carry data. So in this frame
// a link gets no `rel`, and a frame no address: Chromium connects to the address of a frame before the policy
// forbids it. Every function that parses markup or sets an attribute is wrapped or removed. A frame inside this
// one would have these functions again, so no frame gets a document. This script saves the functions that it
// uses before foreign code can change them.

// Browsers may also look up the hosts of ordinary links in advance.
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

/** Whether this attribute of this element could make the browser contact a host. */
const isHarmful = (tag, name) =>
  (tag === "link" && (name === "rel" || ends(name, ":rel"))) ||
  (tag === "iframe" && (name === "srcdoc" || ends(name, ":srcdoc"))) ||
  ((tag === "iframe" || tag === "frame") && (name === "src" || ends(name, ":src"))) ||
  (tag === "meta" && (name === "http-equiv" || ends(name, ":http-equiv")));

/** Remove such attributes from all parsed elements. */
function strip(root) {
  const find = findIn[kindOf(root)];
  const elements = find(root, "link, iframe, frame, meta");
  for (let n = 0; n < elements.length; n++) {
    removes(elements[n], "rel");
    removes(elements[n], "src");
    removes(elements[n], "srcdoc");
    removes(elements[n], "http-equiv");
  }
  const templates = find(root, "template");
  for (let n = 0; n < templates.length; n++) {
    // a template in SVG is not an HTML template
    if (templates[n] instanceof HTMLTemplateElement) strip(content(templates[n]));
  }
  return root;
}

/** Replace a method or a setter. `around` gets the original and returns the replacement. */
function wrap(prototype, name, around) {
  const own = described(prototype, name);
  if (own) define(prototype, name, own.set ? { ...own, set: around(own.set) } : { ...own, value: around(own.value) });
}

// ------------------------------------------------------------------------------ elements of text

const setMarkup = free(described(Element.prototype, "innerHTML").set);

/** Parse text as the content of an element. The result is not in the page yet, so it loads nothing. */
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
    if (name === "rel" || name === "src" || name === "srcdoc" || name === "http-equiv") return null;
    return apply(own, this, [node]);
  };
for (const name of ["setAttributeNode", "setAttributeNodeNS"]) wrap(Element.prototype, name, setNode);
for (const name of ["setNamedItem", "setNamedItemNS"]) wrap(NamedNodeMap.prototype, name, setNode);

for (const name of ["rel", "relList"]) Reflect.deleteProperty(HTMLLinkElement.prototype, name);
for (const name of ["src", "srcdoc"]) Reflect.deleteProperty(HTMLIFrameElement.prototype, name);
Reflect.deleteProperty(HTMLFrameElement.prototype, "src");
Reflect.deleteProperty(HTMLMetaElement.prototype, "httpEquiv");
