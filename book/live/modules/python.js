// Starts the book's own Python (worker.js), receives its messages and notices when it has stopped. The types
// of all messages are in messages.d.ts.

import { page, savesData } from "./query.js";
import { boundWorker } from "./bound_worker.js";
import { HOME } from "./script_folder.js";

const WORKER = "worker.js";

/**
 * @param {object} with
 * @param {Early | null} [with.early] a worker that has started already, and its messages so far
 * @param {(message: any) => void} with.hear what it says, with its `buffers`
 * @param {(why?: string) => void} with.lose called once, when it has stopped by itself
 */
export function begin({ early: earlyStart, hear, lose }) {
  const plainly = page.dataset.line === "slow" || savesData(); // this start needs fewer bytes and takes longer
  const worker = earlyStart?.worker ?? boundWorker(HOME + WORKER);
  let isOver = false;

  function end(reason) {
    if (isOver) return;
    stop();
    lose(reason);
  }

  function stop() {
    isOver = true;
    worker.terminate();
  }

  function take(data) {
    if (isOver) return;
    try {
      understand(data);
    } catch (error) {
      console.warn(error);
      end(`it sent a message that the page does not know (${error.message})`);
    }
  }

  function understand({ text, buffers }) {
    /** @type {FromPython} */
    const message = JSON.parse(text);
    // The lock becomes free when this worker has stopped.
    if (message.kind === "alive") navigator.locks.request(message.lock, () => end());
    else if (message.kind === "lost") end(message.brief);
    else hear({ ...message, buffers: buffers.map(({ buffer }) => new DataView(buffer)) });
  }

  /** @param {ToPython} message */
  const tell = (message) => worker.postMessage(message);

  worker.onerror = ({ message }) => end(message ?? WORKER);
  for (const data of earlyStart?.messages ?? []) take(data);
  worker.onmessage = ({ data }) => take(data);
  tell({ wanted: true, plainly });
  return { tell, stop };
}
