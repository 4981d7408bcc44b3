// Finds headers of the host that keep Python from starting. A browser does not tell a script why it
// refuses a file, so the page sends its host another request and reads the headers.

import { LONG } from "./files.js";
import { HOME } from "./script_folder.js";
import { UNSTARTED } from "./notices.js";

const WORKER = "worker.js"; // some script of the book
const HELP = "Whoever publishes this book finds in its README, under “Host it”, what to change.";

// Each directive with its fallbacks, and the sources of which Python needs one.
const PYTHON_NEEDS = [
  [["script-src", "default-src"], ["'wasm-unsafe-eval'", "'unsafe-eval'"]],
  [["script-src", "default-src"], ["blob:"]],
  [["script-src", "default-src"], ["'unsafe-inline'", "'sha256-"]],
  [["worker-src", "child-src", "script-src", "default-src"], ["blob:"]],
];

/** Return the sources that Python needs and that a header, with one policy or more, forbids. */
function forbidden(header) {
  const missing = new Set();
  for (const policy of header.split(",")) {
    const directives = policy.split(";").map((part) => part.trim().split(/\s+/));
    const allowed = Object.fromEntries(directives.map(([name, ...sources]) => [name.toLowerCase(), sources]));
    for (const [names, starts] of PYTHON_NEEDS) {
      const sources = allowed[names.find((name) => name in allowed)];
      if (sources && !sources.some((source) => starts.some((start) => source.startsWith(start)))) {
        missing.add(`${names[0]} ${starts[0]}`);
      }
    }
  }
  return [...missing];
}

async function headersOf(address) {
  const signal = AbortSignal.timeout(LONG / 4);
  const { ok, headers } = await fetch(address, { method: "HEAD", cache: "no-store", signal });
  return { ok, policy: headers.get("Content-Security-Policy") ?? "", type: headers.get("Content-Type") ?? "" };
}

/**
 * Return which header of the host keeps Python from starting; "" if none does or the host does not answer.
 * @param {string} [script] the address of a script of the book, if it is not in HOME
 */
export async function hostFault(script = HOME + WORKER) {
  try {
    const [page, file] = await Promise.all([location.href, script].map(headersOf));
    const missing = forbidden(page.policy);
    if (missing.length) {
      return (
        `The host of this page sends the header “Content-Security-Policy: ${page.policy.slice(0, 200)}”. ` +
        `It forbids what Python needs in a page (${missing.join(", ")}), so nothing runs here. ${HELP}`
      );
    }
    if (file.ok && !/(java|ecma)script/.test(file.type)) {
      const sent = file.type ? `with the content type “${file.type.slice(0, 60)}”` : "without a content type";
      return (
        `The host of this page sends scripts (.js) ${sent}. A browser starts Python only from scripts ` +
        `that come as “text/javascript”. ${HELP}`
      );
    }
  } catch {
    // The host does not answer, so its headers are unknown.
  }
  return "";
}

/** Return why Python could not start: a fault of the host, or else the given reason. */
export const whyUnstarted = async (reason) => (await hostFault()) || `${UNSTARTED} (${reason})`;
