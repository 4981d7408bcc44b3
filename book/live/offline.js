// The service worker: keeps the book, so that it can be read and played without a network.
//
// FIRST is the first page and FILES are the book's files, each with its sha256 and its bytes; TYPES
// are the types without which a browser refuses a file, by the ending of its name:
// book/build/publish.py writes these above. They are one version of the book. Kept is what a page asks
// us to keep (register_offline.js): itself and its neighbours with all that they name, and what all pages have,
// with Python in the form in which it has started, both in START; or the whole book. A new version fetches what the old one had, and checks it,
// before any of it is served; and it waits until no page needs the old one. What is in LATER is large
// and few need it: it is kept once a page has asked for it.
//
// What a browser keeps for a site, any script at its address can write to, of a neighbour on the same
// host, say. So a file is checked each time it is served, too: to remember that it was right would not
// do. In place of one that fails nothing is served; it is fetched anew, and if need be past what the
// browser itself keeps: a host may once have sent it damaged, to be kept for a year. A start loses nothing to be
// measured: files asked for together are checked side by side, and what is served is the response
// that was kept, with which a browser keeps what it has compiled.

const worker = /** @type {any} */ (self); // a service worker
const SCOPE = worker.registration.scope;
const BOOK = "odds, exactly";
const CACHE = `${BOOK}, checked ${SCOPE}`;
/** Under which address a file of this version is kept. */
const place = (path) => `${SCOPE}${encodeURI(path)}?sha256=${FILES[path][0]}`;

const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** A response if it is this file of this version; else the error says what is wrong. */
async function checked(response, path) {
  if (!response.ok) throw new Error(`The host has no ${path} (${response.status}).`); // a redirect has a content, too
  const content = await response.clone().arrayBuffer();
  const digest = hex(new Uint8Array(await crypto.subtle.digest("SHA-256", content)));
  if (digest !== FILES[path][0]) {
    throw new Error(`The host has another ${path} than this version of the book: load the page anew.`);
  }
  const type = TYPES[path.split(".").at(-1)];
  const sent = response.headers.get("Content-Type") ?? "";
  if (type && !sent.includes(type)) {
    throw new Error(`The host sends ${path} with the content type “${sent.slice(0, 60)}”, which browsers refuse.`);
  }
  return path.endsWith(".html") ? page(content, response.headers) : response;
}

/** A page with no header that could lead away or have it read in another way; a policy but narrows. */
function page(content, keptHeaders) {
  const headers = new Headers({ "Content-Type": "text/html; charset=utf-8" });
  for (const name of ["Content-Security-Policy", "X-Frame-Options"]) {
    if (keptHeaders.has(name)) headers.set(name, keptHeaders.get(name));
  }
  return new Response(content, { headers });
}

/** What is kept of a file, or null; what is wrong is dropped. */
async function keptFile(cache, path) {
  const any = { ignoreVary: true };
  const response = await cache.match(place(path), any);
  if (!response) return null;
  const right = await checked(response, path).catch(() => null);
  if (!right) await cache.delete(place(path), any);
  return right;
}

/** Keep a file, and return it. */
async function keep(cache, path) {
  const stored = await keptFile(cache, path);
  if (stored) return stored;
  const fetched = async (/** @type {RequestCache} */ cache) => checked(await fetch(SCOPE + encodeURI(path), { cache }), path);
  // The browser's own cache may have a file that is named by its content; others are asked for anew.
  const first = fetched(path.startsWith("_static/live/") ? "default" : "no-cache");
  const right = await first.catch(() => fetched("reload"));
  await cache.put(place(path), right.clone());
  return right;
}

/** Keep some files, four at a time; `hear` is told of each. */
async function keepAll(paths, hear = (_path) => {}) {
  const cache = await caches.open(CACHE);
  const left = [...paths];
  const work = async () => {
    for (let path = left.shift(); path; path = left.shift()) {
      await keep(cache, path);
      hear(path);
    }
  };
  await Promise.all(Array.from({ length: 4 }, work));
}

/** Pages, and all that they name of the book. */
async function keepPages(pages) {
  const cache = await caches.open(CACHE);
  for (const path of pages.filter((name) => name in FILES)) {
    const text = await (await keep(cache, path)).text();
    const paths = [...text.matchAll(/ (?:src|href)="([^"#?]+)/g)].map(([, link]) => inside(new URL(link, SCOPE + path)));
    await keepAll(paths.filter((name) => name in FILES && !name.endsWith(".html")));
  }
}

const inside = ({ origin, pathname }) => decodeURI(origin + pathname).slice(SCOPE.length);
const WHOLE = Object.keys(FILES).filter((path) => !LATER.includes(path));
const bytes = (paths) => paths.reduce((sum, path) => sum + FILES[path][1], 0);

/** Keep the whole book, and say how far it has come, or why it comes no further. */
async function keepWhole(page) {
  let keptBytes = 0;
  try {
    await keepAll(WHOLE, (path) => {
      keptBytes += bytes([path]);
      page.postMessage({ kept: keptBytes, of: bytes(WHOLE) });
    });
  } catch (error) {
    await count(page, reason(error));
  }
}

/** Why a file could not be kept, as a sentence. */
function reason({ name, message }) {
  if (name === "QuotaExceededError") return "This browser has no more room for it.";
  if (name === "TypeError") return "The host does not answer, or there is no network.";
  return message;
}

/** Say how much of the book is kept, how large it is, and why not more of it, if this is to be said. */
async function count(page, failed = "") {
  const cache = await caches.open(CACHE);
  const keys = new Set((await cache.keys()).map(({ url }) => url));
  const keptBytes = bytes(WHOLE.filter((path) => keys.has(place(path))));
  page.postMessage({ kept: keptBytes, of: bytes(WHOLE), failed });
}

/** Of this version, what an earlier one had. */
async function renew() {
  const cache = await caches.open(CACHE);
  const bare = (path) => path.replace(/live\/[0-9a-f]{16}/, "live");
  const earlierPaths = new Set((await cache.keys()).map(({ url }) => bare(inside(new URL(url)))));
  await keepAll(Object.keys(FILES).filter((path) => earlierPaths.has(bare(path))));
  if ((await oldCaches()).length > 0) worker.skipWaiting();
}

/** What was kept of this book before all was checked: no page should get anything from there. */
async function oldCaches() {
  const names = await caches.keys();
  return names.filter((name) => name.startsWith(BOOK) && name.endsWith(` ${SCOPE}`) && name !== CACHE);
}

async function drop() {
  await Promise.all((await oldCaches()).map((name) => caches.delete(name)));
  const cache = await caches.open(CACHE);
  const places = new Set(Object.keys(FILES).map(place));
  const old = (await cache.keys()).filter(({ url }) => !places.has(url));
  await Promise.all(old.map((request) => cache.delete(request)));
}

async function answer(request, path) {
  const cache = await caches.open(CACHE);
  const plain = () => fetch(request); // as it would be without us
  if (request.cache === "reload") {
    // The page wants what the browser keeps to be replaced, too (mend.js).
    const fresh = await plain().then((response) => checked(response, path)).catch(() => null);
    if (fresh) return fresh;
  }
  return keep(cache, path).catch(plain).catch((error) => {
    if (request.mode === "navigate") return missing(cache);
    throw error;
  });
}

/** What is said without a network in place of a page that is not kept. */
async function missing(cache) {
  const paths = (await cache.keys()).map(({ url }) => inside(new URL(url)));
  const pages = paths.filter((path) => path.startsWith("book/") && path.endsWith(".html") && path in FILES);
  const link = (path) => `<li><a href="${SCOPE}${path}">${path.slice(5, -5).replaceAll("_", " ")}</a></li>`;
  const text = `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>Not kept</title><body style="max-width: 40rem; margin: 3rem auto; padding: 0 1rem; font: 1rem/1.6 sans-serif">
<h1>This page is not kept here</h1><p>There is no network, and of the book this device has kept only:</p>
<ul>${pages.map(link).join("")}</ul>`;
  return new Response(text, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
}

/** A page that has just come asks the version that waits: if no other is open, it takes over. */
async function takeOver() {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.filter(({ url }) => url.startsWith(SCOPE)).length === 1) worker.skipWaiting();
}

/** What a page asks of us; `page` hears of it. */
const DO = {
  takeOver,
  pages: ({ pages, line }) => Promise.all([keepPages(pages), keepAll([...START.all, ...(START[line] ?? [])])]),
  whole: (_, page) => keepWhole(page),
  count: (_, page) => count(page),
};

worker.addEventListener("install", (event) => event.waitUntil(renew()));
worker.addEventListener("activate", (event) => event.waitUntil(drop()));
worker.addEventListener("message", (event) => {
  event.waitUntil(DO[event.data.is](event.data, event.source).catch(() => {})); // a page goes on without
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || !url.href.startsWith(SCOPE)) return;
  if (request.cache === "only-if-cached") return; // the page looks at what the browser keeps (mend.js)
  const path = decodeURI(url.pathname).slice(new URL(SCOPE).pathname.length);
  if (["", "index.html"].includes(path) && FIRST !== "index.html") {
    event.respondWith(Response.redirect(SCOPE + FIRST));
  } else if (path in FILES) {
    event.respondWith(answer(request, path));
  }
});
