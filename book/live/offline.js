// The service worker: keeps the book, so that it can be read and played without a network.
//
// book/build/publish.py writes constants above this text. FIRST is the first page. FILES are the book's
// files, each with its sha256 and its size. TYPES are the content types that browsers insist on, by the
// ending of a file's name. Together they are one version of the book. The worker keeps what a page requests
// (register_offline.js): either the whole book, or the page, its neighbours and FIRST with all files that they
// name, and START, which has the files of all pages and Python in the form in which it has started. A new version
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

/** Keep some files, four at a time. `hear` is called for each. The first failure ends the whole run: its
    later reports would come between those of the next run. */
async function keepAll(paths, hear = (_path) => {}) {
  const cache = await caches.open(CACHE);
  const left = [...paths];
  let hasFailed = false;
  const work = async () => {
    while (left.length > 0 && !hasFailed) {
      const path = left.shift();
      await keep(cache, path);
      if (!hasFailed) hear(path);
    }
  };
  const fail = (error) => {
    hasFailed = true;
    throw error;
  };
  await Promise.all(Array.from({ length: 4 }, () => work().catch(fail)));
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
    // The page wants to replace the file in the browser's own cache, too (repair_cache.js).
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
  const pages = [...new Set(paths)].filter((path) => path.startsWith("book/") && path.endsWith(".html") && path in FILES);
  const links = await Promise.all(pages.map(async (path) => [path, await titleOf(cache, path)]));
  links.sort(([a], [b]) => Number(b === FIRST) - Number(a === FIRST));
  const items = links.map(([path, title]) => `<li><a href="${SCOPE}${encodeURI(path)}">${title}</a></li>`);
  const text = `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>This page is not kept here</title><style>${LOOK}</style>
<script>
const { mode } = localStorage;
if (mode === "light" || mode === "dark") document.documentElement.style.colorScheme = mode;
</script>
<h1>This page is not kept here</h1>
<p>There is no network, and this device has not kept this page.</p>
<p><button onclick="location.reload()">Try again</button> <button onclick="history.back()">Back</button></p>
<p>It has kept these pages:</p>
<ul>${items.join("")}</ul>
<p>With a network, <em>Keep the whole book</em> at the foot of each page keeps all pages
(${Math.round(bytes(WHOLE) / 1e6)} MB).</p></html>`;
  return new Response(text, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
}

/** Return the title of a kept page, as markup, without the name of the book at its end. */
async function titleOf(cache, path) {
  if (path === FIRST) return "Front page";
  const text = await keptFile(cache, path).then((response) => response?.text());
  return text?.match(/<title>(.*?)(?: (?:—|&#8212;) [^<]*)?<\/title>/)?.[1] ?? path.slice(5, -5);
}

// The book's look, without its stylesheet: the message must not need a file.
const LOOK = `html { color-scheme: light dark; color: light-dark(#222832, #ced6dd); background: light-dark(#fff, #14181e) }
body { max-width: 40rem; margin: 3rem auto; padding: 0 1rem; font: 1rem/1.6 system-ui, sans-serif }
h1, a { color: light-dark(oklch(0.45 0.085 210), oklch(0.79 0.085 210)) }
button { padding: 0.4em 1em; border: 1px solid; border-radius: 0.3em; font: inherit; cursor: pointer }`;

/** A new page asks the waiting version to take over. It does so if no other page is open. */
async function takeOver() {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.filter(({ url }) => url.startsWith(SCOPE)).length === 1) worker.skipWaiting();
}

/** The actions that a page can request. `page` receives the reports. */
const DO = {
  takeOver,
  async pages({ pages, line }) {
    await Promise.all([keepPages(pages), keepAll([...START.all, ...(START[line] ?? [])])]);
    await keepPages([FIRST]); // the way back from everywhere; other files come first on a slow line
  },
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
  if (request.cache === "only-if-cached") return; // the page reads the browser's own cache (repair_cache.js)
  const path = decodeURI(url.pathname).slice(new URL(SCOPE).pathname.length);
  if (["", "index.html"].includes(path) && FIRST !== "index.html") {
    event.respondWith(Response.redirect(SCOPE + FIRST));
  } else if (path in FILES) {
    event.respondWith(answer(request, path));
  }
});
