// A worker that is bound by the page's policy. One from a file has that of its host, which is none
// where nobody may set headers; one from a blob has that of the page which begins it.

/** @param {URL | string} program */
export function bound(program) {
  const text = `import ${JSON.stringify(`${program}`)};`;
  const blob = new Blob([text], { type: "text/javascript" });
  return new Worker(URL.createObjectURL(blob), { type: "module" });
}
