// Makes QR codes, with a library that loads for the first of them.

import { inTime } from "./modules/notices.js";

/** Return the QR code of an address as an SVG; as large as it must be, a seventh may be unreadable. */
export async function code(link) {
  const exportOf = (module) => module.default ?? Promise.reject(new Error("it came damaged"));
  const qrcode = await inTime(import("./vendor/qrcode/qrcode.js").then(exportOf));
  const qr = qrcode(0, "M");
  qr.addData(link, "Byte");
  qr.make();
  const size = qr.getModuleCount();
  let dark = "";
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) if (qr.isDark(y, x)) dark += `M${x} ${y}h1v1h-1z`;
  }
  const image = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  image.setAttribute("viewBox", `-4 -4 ${size + 8} ${size + 8}`); // scanners need this margin
  image.setAttribute("role", "img");
  image.setAttribute("aria-label", "QR code");
  const path = image.appendChild(document.createElementNS(image.namespaceURI, "path"));
  path.setAttribute("d", dark);
  return image;
}
