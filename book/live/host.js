// In the inner frame of wall.html: begins the worker in which Python runs (walled.js), and passes on
// what it and the page say to each other.

(() => {
  const say = (it) => parent.parent.postMessage(it, "*");
  let worker = null;

  addEventListener("message", ({ source, data }) => {
    if (source !== parent.parent) return;
    if (data.is === "ping") return say({ is: "pong" });
    if (data.program) {
      const blob = new Blob([data.program], { type: "text/javascript" });
      worker = new Worker(URL.createObjectURL(blob));
      worker.onmessage = ({ data }) => say({ is: "said", text: data.text, buffers: data.buffers });
      worker.onerror = ({ message }) => say({ is: "lost", why: `${message}` });
    }
    const large = [...Object.values(data.files ?? {}), data.content];
    worker?.postMessage(data, large.filter((it) => it instanceof ArrayBuffer));
  });
})();
