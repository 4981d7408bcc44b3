// Whether the book was renewed while this page was open: then files may be gone that it still needs.

import { LONG } from "./files.js";
import { HOME } from "./script_folder.js";
import { list } from "./published.js";

/** Whether the book that is at this address now has another script in the place of this one. */
export async function isRenewed() {
  try {
    return !(await list(LONG / 4)).includes(HOME.split("/").at(-2));
  } catch {
    return false;
  }
}
