// The service worker: keeps the book whole, so that it can be read and played without a network.
//
// FIRST is the first page and FILES are the book's files, each with its sha256: book/tools/publish.py
// writes these above. They are one version of the book. All of it is fetched, and checked, before any
// of it is served; and a page gets everything from the version it began with. A new version waits
// until no page needs the old one; register.js lets it take over. What is in both is kept. What is in
// LATER is large and few need it: it is kept once a page has asked for it.
//
// What a browser keeps for a site, any script at its address can write to, of a neighbour on the same
// host, say. So a file is checked each time it is served, too: to remember that it was right would not
// do. In place of one that fails nothing is served; it is fetched anew. A start loses nothing to be
// measured: files asked for together are checked side by side, and what is served is the response
// that was kept, with which a browser keeps what it has compiled.

const worker = /** @type {any} */ (self); // a service worker
const SCOPE = worker.registration.scope;
const BOOK = "odds, exactly";
const CACHE = `${BOOK}, checked ${SCOPE}`;
/** Under which address a file of this version is kept. */
const place = (path) => `${SCOPE}${encodeURI(path)}?sha256=${FILES[path]}`;

const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** A response if it is this file of this version, else null. */
async function checked(response, path) {
  const content = await response.clone().arrayBuffer();
  const found = hex(new Uint8Array(await crypto.subtle.digest("SHA-256", content)));
  if (found !== FILES[path] || !response.ok) return null; // what redirects has a content, too
  return path.endsWith(".html") ? page(content, response.headers) : response;
}

/** A page with no header that could lead away or have it read in another way; a policy but narrows. */
function page(content, kept) {
  const headers = new Headers({ "Content-Type": "text/html; charset=utf-8" });
  for (const name of ["Content-Security-Policy", "X-Frame-Options"]) {
    if (kept.has(name)) headers.set(name, kept.get(name));
  }
  return new Response(content, { headers });
}

/** What is kept of a file, or null; what is wrong is dropped. */
async function kept(cache, path) {
  const any = { ignoreVary: true };
  const found = await cache.match(place(path), any);
  if (!found) return null;
  const right = await checked(found, path).catch(() => null);
  if (!right) await cache.delete(place(path), any);
  return right;
}

/** Keep a file, and return it. */
async function keep(cache, path) {
  const before = await kept(cache, path);
  if (before) return before;
  // A file named by its content is right in whichever cache it lies; others are asked for anew.
  const response = await fetch(SCOPE + encodeURI(path), {
    cache: path.startsWith("_static/live/") ? "default" : "no-cache",
  });
  if (!response.ok) throw new Error(`${path} is missing (${response.status})`);
  const right = await checked(response, path);
  if (!right) throw new Error(`${path} is of another version`);
  await cache.put(place(path), right.clone());
  return right;
}

async function keepAll() {
  const cache = await caches.open(CACHE);
  const paths = Object.keys(FILES).filter((path) => !LATER.includes(path));
  const work = async () => {
    while (paths.length > 0) await keep(cache, paths.shift());
  };
  await Promise.all(Array.from({ length: 4 }, work));
  if ((await others()).length > 0) worker.skipWaiting();
}

/** What was kept of this book before all was checked: no page should get anything from there. */
async function others() {
  const names = await caches.keys();
  return names.filter((it) => it.startsWith(BOOK) && it.endsWith(` ${SCOPE}`) && it !== CACHE);
}

async function drop() {
  await Promise.all((await others()).map((name) => caches.delete(name)));
  const cache = await caches.open(CACHE);
  const kept = new Set(Object.keys(FILES).map(place));
  const old = (await cache.keys()).filter(({ url }) => !kept.has(url));
  await Promise.all(old.map((request) => cache.delete(request)));
}

async function answer(request, path) {
  const cache = await caches.open(CACHE);
  return keep(cache, path).catch(() => fetch(request)); // as it would be without us
}

/** A page that has just come asks the version that waits: if no other is open, it takes over. */
async function takeOver() {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.filter(({ url }) => url.startsWith(SCOPE)).length === 1) worker.skipWaiting();
}

worker.addEventListener("install", (event) => event.waitUntil(keepAll()));
worker.addEventListener("activate", (event) => event.waitUntil(drop()));
worker.addEventListener("message", (event) => event.waitUntil(takeOver()));

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || !url.href.startsWith(SCOPE)) return;
  const path = decodeURI(url.pathname).slice(new URL(SCOPE).pathname.length);
  if (["", "index.html"].includes(path) && FIRST !== "index.html") {
    event.respondWith(Response.redirect(SCOPE + FIRST));
  } else if (path in FILES) {
    event.respondWith(answer(request, path));
  }
});
