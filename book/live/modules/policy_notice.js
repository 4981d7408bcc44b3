// Says at the top of the page what a policy of its host stops.

import { PYTHON_NEEDS, policyFault } from "./host_fault.js";
import { make } from "./elements.js";
import { page } from "./query.js";

/** @type {import("./host_fault.js").Need[]} */
const NEEDS = [
  ...PYTHON_NEEDS,
  [["style-src", "default-src"], ["'unsafe-inline'"], "styles, so apps and pictures lose their form"],
  [["img-src", "default-src"], ["data:"], "drawings and signs"],
  [["font-src", "default-src"], ["data:"], "the signs of buttons"],
];

async function tell() {
  const fault = await policyFault(NEEDS);
  if (!fault) return;
  const notice = make("p", "live-status live-busy live-error live-isolated", fault);
  notice.setAttribute("role", "alert");
  const hasStyles = getComputedStyle(page).getPropertyValue("--whole"); // else the menus come first
  ((hasStyles && document.querySelector(".bd-article")) || document.body).prepend(notice);
}

/** Look for such a policy as soon as something has been refused. */
export function watchPolicy() {
  // Each page has early_start.js. If it has not run, a policy refuses scripts that stand in a page.
  if (page.dataset.refused !== undefined || !("liveEarly" in window)) tell();
  else addEventListener("refused", tell, { once: true });
}
