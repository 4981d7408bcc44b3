// In the inner frame of sandbox.html: starts the worker in which Python runs (sandbox_worker.js), and gives
// it the message port to the page.

(() => {
  const say = (message) => parent.parent.postMessage(message, "*");
  let worker = null;

  addEventListener("message", ({ source, data }) => {
    if (source !== parent.parent) return;
    if (data.is === "ping") return say({ is: "pong" });
    if (data.program) {
      const blob = new Blob([data.program], { type: "text/javascript" });
      worker = new Worker(URL.createObjectURL(blob));
      worker.onerror = ({ message }) => say({ is: "lost", why: `${message}` });
      worker.postMessage(data, [data.line, ...Object.values(data.files)]);
    }
  });
})();
