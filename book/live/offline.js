// The service worker: keeps the book whole, so that it can be read and played without a network.
//
// FIRST is the first page and FILES are the book's files, each with its sha256: book/tools/publish.py
// writes these above. They are one version of the book. All of it is fetched, and checked, before any
// of it is served; and a page gets everything from the version it began with. A new version waits
// until no page needs the old one; register.js lets it take over. What is in both is kept. What is in
// LATER is large and few need it: it is kept once a page has asked for it.

const worker = /** @type {any} */ (self); // a service worker
const SCOPE = worker.registration.scope;
const CACHE = `odds, exactly ${SCOPE}`;

/** Under which address a file of this version is kept. */
const place = (path) => `${SCOPE}${encodeURI(path)}?sha256=${FILES[path]}`;

const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

async function keep(cache, path) {
  if (await cache.match(place(path))) return;
  // A file named by its content is right in whichever cache it lies; others are asked for anew.
  const response = await fetch(SCOPE + encodeURI(path), {
    cache: path.startsWith("_static/live/") ? "default" : "no-cache",
  });
  if (!response.ok) throw new Error(`${path} is missing (${response.status})`);
  const content = await response.clone().arrayBuffer();
  const found = hex(new Uint8Array(await crypto.subtle.digest("SHA-256", content)));
  if (found !== FILES[path]) throw new Error(`${path} is of another version`);
  await cache.put(place(path), response);
}

async function keepAll() {
  const cache = await caches.open(CACHE);
  const paths = Object.keys(FILES).filter((path) => !LATER.includes(path));
  const work = async () => {
    while (paths.length > 0) await keep(cache, paths.shift());
  };
  await Promise.all(Array.from({ length: 4 }, work));
}

async function drop() {
  const cache = await caches.open(CACHE);
  const kept = new Set(Object.keys(FILES).map(place));
  const old = (await cache.keys()).filter(({ url }) => !kept.has(url));
  await Promise.all(old.map((request) => cache.delete(request)));
}

async function answer(request, path) {
  const cache = await caches.open(CACHE);
  if (LATER.includes(path)) await keep(cache, path).catch(() => {}); // then it is asked for plainly
  return (await cache.match(place(path))) ?? fetch(request);
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
