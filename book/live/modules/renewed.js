// Whether the book was renewed while this page was open: then files may be gone that it still needs.

import { page } from "./asked.js";
import { LONG } from "./files.js";
import { HOME } from "./home.js";

/** Whether the book that is at this address now has another script in the place of this one. */
export async function isRenewed() {
  try {
    const list = new URL("offline.js", new URL(page.dataset.content_root ?? "./", location.href));
    const answer = await fetch(list, { cache: "no-cache", signal: AbortSignal.timeout(LONG / 4) });
    const files = await answer.text(); // or what stands between us and the book has to say
    return files.startsWith("const FIRST") && !files.includes(HOME.split("/").at(-2));
  } catch {
    return false;
  }
}
