// A worker under the page's content security policy. A worker from a file has the policy of its host's
// headers; many hosts let nobody set headers. A worker from a blob has the policy of the page.

/** @param {URL | string} program */
export function boundWorker(program) {
  const text = `import ${JSON.stringify(`${program}`)};`;
  const blob = new Blob([text], { type: "text/javascript" });
  return new Worker(URL.createObjectURL(blob), { type: "module" });
}
