// Replaces damaged files in the browser's cache. Hosts say that files named by their content never change,
// so a file that came damaged, or with a wrong type, may stay in the cache for a year. Reloading the page
// does not fetch it again. So each file is compared with the published list, and wrong ones are fetched.

import { LONG } from "./files.js";
import { constant, list, root } from "./published_files.js";

const OWN = "_static/live/"; // folder of the files that are named by their content
const AT_ONCE = 4;

const hex = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Return the cached response for an address, or null. */
const stored = (url) =>
  fetch(url, { cache: "only-if-cached", mode: "same-origin", signal: AbortSignal.timeout(LONG) }).catch(() => null);

/** Fetch a fresh response, which replaces the cached one. */
const fetchAnew = (url) => fetch(url, { cache: "reload", signal: AbortSignal.timeout(10 * LONG) });

/** Whether a response is the published file. Without https a browser computes no digest. */
async function isRight(response, [digest], type) {
  if (!response.ok || !crypto.subtle) return false;
  if (type && !(response.headers.get("Content-Type") ?? "").includes(type)) return false;
  return hex(await crypto.subtle.digest("SHA-256", await response.arrayBuffer())) === digest;
}

/** Fetch again each cached file of the book that differs from the published one. */
export async function repairCache() {
  const text = await list();
  const [files, types] = ["FILES", "TYPES"].map((name) => constant(text, name));
  const home = root().href;
  /** @type {NodeListOf<any>} */
  const tags = document.querySelectorAll("script[src], link[href]");
  const addresses = Array.from(tags, ({ src, href }) => (src || href).replace(/#.*/, ""));
  const own = Object.keys(files).filter((path) => path.startsWith(OWN)).map((path) => home + path);
  const left = [...new Set([...own, ...addresses.filter((url) => url.startsWith(`${home}_static/`))])];

  async function work() {
    for (let url = left.pop(); url; url = left.pop()) {
      const path = decodeURI(url.slice(home.length)).replace(/\?.*/, "");
      const response = await stored(url);
      if (!response || !files[path]) continue;
      const right = await isRight(response, files[path], types[path.split(".").at(-1)]).catch(() => false);
      if (!right) await fetchAnew(url).then((fresh) => fresh.arrayBuffer()).catch(() => {});
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
