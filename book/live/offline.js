// The service worker: keeps the book, so that it can be read and played without a network.
//
// book/build/publish.py writes constants above this text. FIRST is the first page. FILES are the book's
// files, each with its sha256 and its size. TYPES are the content types that browsers insist on, by the
// ending of a file's name. Together they are one version of the book. The worker keeps what a page requests
// (register_offline.js): either the whole book, or the page and its neighbours with all files that they name,
// and START, which has the files of all pages and Python in the form in which it has started. A new version
// fetches and checks the files that the old version had before it serves any of them, and it waits until no
// page needs the old version. The files in LATER are large and rarely needed, so each is kept when a page
// has requested it.
//
// Every script of the same origin can write to a site's cache, for example a script of another site on the
// same host. So each file is checked each time it is served. A file that fails is not served. It is fetched
// again, and if needed without the browser's own cache: a host may once have sent it damaged with a lifetime
// of a year. The checks cost no measurable time: files requested together are checked in parallel, and the
// served response is the cached one, with which the browser keeps its compiled code.

const worker = /** @type {any} */ (self); // a service worker
const SCOPE = worker.registration.scope;
const BOOK = "odds, exactly";
const CACHE = `${BOOK}, checked ${SCOPE}`;
/** Return the address under which a file of this version is cached. */
const place = (path) => `${SCOPE}${encodeURI(path)}?sha256=${FILES[path][0]}`;

const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Return the response if it is this file of this version. Otherwise throw an error with the reason. */
async function checked(response, path) {
  if (!response.ok) throw new Error(`The host has no ${path} (${response.status}).`); // redirects have bodies
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

/** Return a page without headers that could redirect it or change how it is read. Policies stay, because they
    only forbid. */
function page(content, keptHeaders) {
  const headers = new Headers({ "Content-Type": "text/html; charset=utf-8" });
  for (const name of ["Content-Security-Policy", "X-Frame-Options"]) {
    if (keptHeaders.has(name)) headers.set(name, keptHeaders.get(name));
  }
  return new Response(content, { headers });
}

/** Return a file from the cache, or null. A wrong file is deleted. */
async function keptFile(cache, path) {
  const any = { ignoreVary: true };
  const response = await cache.match(place(path), any);
  if (!response) return null;
  const right = await checked(response, path).catch(() => null);
  if (!right) await cache.delete(place(path), any);
  return right;
}

/** Put a file into the cache, and return it. */
async function keep(cache, path) {
  const stored = await keptFile(cache, path);
  if (stored) return stored;
  const fetched = async (/** @type {RequestCache} */ cache) => checked(await fetch(SCOPE + encodeURI(path), { cache }), path);
  // Files named by their content may come from the browser's own cache. Others are fetched again.
  const first = fetched(path.startsWith("_static/live/") ? "default" : "no-cache");
  const right = await first.catch(() => fetched("reload"));
  await cache.put(place(path), right.clone());
  return right;
}

/** Keep some files, four at a time. `hear` is called for each. */
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

/** Keep pages with all files of the book that they name. */
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

/** Keep the whole book. Report the progress, or why it failed. */
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

/** Return as a sentence why a file could not be kept. */
function reason({ name, message }) {
  if (name === "QuotaExceededError") return "This browser has no more room for it.";
  if (name === "TypeError") return "The host does not answer, or there is no network.";
  return message;
}

/** Report how much of the book is kept, its size, and the reason for a failure, if any. */
async function count(page, failed = "") {
  const cache = await caches.open(CACHE);
  const keys = new Set((await cache.keys()).map(({ url }) => url));
  const keptBytes = bytes(WHOLE.filter((path) => keys.has(place(path))));
  page.postMessage({ kept: keptBytes, of: bytes(WHOLE), failed });
}

/** Fetch the files of this version that an earlier version had kept. */
async function renew() {
  const cache = await caches.open(CACHE);
  const bare = (path) => path.replace(/live\/[0-9a-f]{16}/, "live");
  const earlierPaths = new Set((await cache.keys()).map(({ url }) => bare(inside(new URL(url)))));
  await keepAll(Object.keys(FILES).filter((path) => earlierPaths.has(bare(path))));
  if ((await oldCaches()).length > 0) worker.skipWaiting();
}

/** Return the caches of earlier versions, whose files were not checked. No page may get a file from them. */
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
  const plain = () => fetch(request); // without this worker's cache
  if (request.cache === "reload") {
    // The page wants to replace the file in the browser's own cache, too (mend.js).
    const fresh = await plain().then((response) => checked(response, path)).catch(() => null);
    if (fresh) return fresh;
  }
  return keep(cache, path).catch(plain).catch((error) => {
    if (request.mode === "navigate") return missing(cache);
    throw error;
  });
}

/** Return the message for a page that is not kept, if there is no network. */
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

/** A new page asks the waiting version to take over. It does so if no other page is open. */
async function takeOver() {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.filter(({ url }) => url.startsWith(SCOPE)).length === 1) worker.skipWaiting();
}

/** The actions that a page can request. `page` receives the reports. */
const DO = {
  takeOver,
  pages: ({ pages, line }) => Promise.all([keepPages(pages), keepAll([...START.all, ...(START[line] ?? [])])]),
  whole: (_, page) => keepWhole(page),
  count: (_, page) => count(page),
};

worker.addEventListener("install", (event) => event.waitUntil(renew()));
worker.addEventListener("activate", (event) => event.waitUntil(drop()));
worker.addEventListener("message", (event) => {
  event.waitUntil(DO[event.data.is](event.data, event.source).catch(() => {})); // pages work without it
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || !url.href.startsWith(SCOPE)) return;
  if (request.cache === "only-if-cached") return; // the page reads the browser's own cache (mend.js)
  const path = decodeURI(url.pathname).slice(new URL(SCOPE).pathname.length);
  if (["", "index.html"].includes(path) && FIRST !== "index.html") {
    event.respondWith(Response.redirect(SCOPE + FIRST));
  } else if (path in FILES) {
    event.respondWith(answer(request, path));
  }
});
