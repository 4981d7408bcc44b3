// Finds out whether a new version of the book was published while this page was open. Then files that the
// page still needs may be gone.

import { LONG } from "./files.js";
import { HOME } from "./script_folder.js";
import { list } from "./published_files.js";

/** Whether the published book now has another version of this script. */
export async function isRenewed() {
  try {
    return !(await list(LONG / 4)).includes(HOME.split("/").at(-2));
  } catch {
    return false;
  }
}
