// QR codes, by a library that comes when the first is wanted.

import { within } from "./modules/notices.js";

/** Return the QR code of an address as an SVG; as large as it must be, a seventh may be unreadable. */
export async function code(link) {
  const whole = (it) => it.default ?? Promise.reject(new Error("it came damaged"));
  const qrcode = await within(import("./vendor/qrcode/qrcode.js").then(whole));
  const made = qrcode(0, "M");
  made.addData(link, "Byte");
  made.make();
  const size = made.getModuleCount();
  let dark = "";
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) if (made.isDark(y, x)) dark += `M${x} ${y}h1v1h-1z`;
  }
  const drawn = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  drawn.setAttribute("viewBox", `-4 -4 ${size + 8} ${size + 8}`); // scanners ask for such a margin
  drawn.setAttribute("role", "img");
  drawn.setAttribute("aria-label", "QR code");
  const path = drawn.appendChild(document.createElementNS(drawn.namespaceURI, "path"));
  path.setAttribute("d", dark);
  return drawn;
}
