// Finds headers of the host that stop something of the page. A browser does not tell a script why it
// refuses a file, so the page sends its host another request and reads the headers.

import { LONG } from "./files.js";
import { HOME } from "./script_folder.js";
import { UNSTARTED } from "./notices.js";
import { isFile } from "./query.js";

const WORKER = "worker.js"; // some script of the book
const HELP = "Whoever publishes this book finds in its README, under “Host it”, what to change.";
const SANDBOX =
  "This page is in a sandbox, by its host’s header “Content-Security-Policy: sandbox” or by a frame around it. " +
  `Its scripts do not run. ${HELP}`;
const TRUSTED_TYPES = "require-trusted-types-for"; // a directive without sources: it forbids workers by their address
const ANY = ""; // any source

/** @typedef {[names: string[], sources: string[], what: string]} Need */
const PYTHON = "Python, so no app, no cell and no check of an answer runs";
const CELLS = "cells of code and own games, which run apart from the page";
// Each directive with its fallbacks, the sources of which one is needed, and what stops without.
/** @type {Need[]} */
export const PYTHON_NEEDS = [
  [["script-src", "default-src"], ["'wasm-unsafe-eval'", "'unsafe-eval'"], PYTHON],
  [["script-src", "default-src"], ["blob:"], CELLS],
  [["script-src", "default-src"], ["'unsafe-inline'", "'sha256-"], CELLS],
  [["worker-src", "child-src", "script-src", "default-src"], ["blob:"], PYTHON],
  [["connect-src", "default-src"], [ANY], PYTHON],
  [["style-src", "default-src"], [ANY], "all style sheets, so no app can be drawn"],
];
let refusal = ""; // the policy that the browser has named last
addEventListener("securitypolicyviolation", ({ disposition, originalPolicy }) => {
  if (disposition === "enforce") refusal = originalPolicy;
});

/** Return that policy after a request was refused. The event comes later than the refusal. */
const namedPolicy = () => new Promise((resolve) => setTimeout(() => resolve(refusal), 100));

/**
 * Return the sources that are needed and that a header, with one policy or more, forbids; and what stops.
 * @param {string} header
 * @param {Need[]} needs
 */
function forbidden(header, needs) {
  /** @type {Record<string, Set<string>>} */
  const missing = {};
  const add = (what, source) => (missing[what] ??= new Set()).add(source);
  for (const policy of header.split(",")) {
    const directives = policy.split(";").map((part) => part.trim().split(/\s+/));
    const allowed = Object.fromEntries(directives.map(([name, ...sources]) => [name.toLowerCase(), sources]));
    if (TRUSTED_TYPES in allowed) add(PYTHON, TRUSTED_TYPES);
    for (const [names, starts, what] of needs) {
      const sources = allowed[names.find((name) => name in allowed)]?.filter((source) => source !== "'none'");
      if (sources && !sources.some((source) => starts.some((start) => source.startsWith(start)))) {
        add(what, `${names[0]} ${starts[0]}`.trim());
      }
    }
  }
  return Object.entries(missing).map(([what, sources]) => `${what} (${[...sources].join(", ")})`);
}

async function headersOf(address) {
  const signal = AbortSignal.timeout(LONG / 4);
  const { ok, headers } = await fetch(address, { method: "HEAD", cache: "no-store", signal });
  return { ok, policy: headers.get("Content-Security-Policy") ?? "", type: headers.get("Content-Type") ?? "" };
}

/**
 * Return what a policy of the host stops, or "".
 * @param {Need[]} needs
 */
export async function policyFault(needs) {
  // The policy may forbid the request for its own header.
  const policy = await headersOf(location.href).then((headers) => headers.policy, namedPolicy);
  const missing = forbidden(policy, needs);
  if (!missing.length) return "";
  const header = `“Content-Security-Policy: ${policy.slice(0, 200)}${policy.length > 200 ? "…" : ""}”`;
  return `The host of this page sends the header ${header}. It stops ${missing.join("; and ")}. ${HELP}`;
}

/**
 * Return which header of the host keeps Python from starting; "" if none does or the host does not answer.
 * @param {string} [script] the address of a script of the book, if it is not in HOME
 */
export async function hostFault(script = HOME + WORKER) {
  if (self.origin === "null" && !isFile) return SANDBOX;
  const [fault, file] = await Promise.all([policyFault(PYTHON_NEEDS), headersOf(script).catch(() => null)]);
  if (fault) {
    dispatchEvent(new Event("refused")); // policy_notice.js
    return fault;
  }
  if (!file?.ok || /(java|ecma)script/.test(file.type)) return "";
  const sent = file.type ? `with the content type “${file.type.slice(0, 60)}”` : "without a content type";
  return (
    `The host of this page sends scripts (.js) ${sent}. A browser starts Python only from scripts ` +
    `that come as “text/javascript”. ${HELP}`
  );
}

/** Return why Python could not start: a fault of the host, or else the given reason. */
export const whyUnstarted = async (reason) => (await hostFault()) || `${UNSTARTED} (${reason})`;
