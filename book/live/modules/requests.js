// Sends requests of the book's own scripts to the Python function that the book's settings name
// (request_handler). A page with apps uses their Python (page.js). On another page a Python starts for the
// first request.

import { page } from "./query.js";
import { begin } from "./python.js";

const ID = "requests"; // of the comm, in bridge.py, too

const unanswered = new Map(); // number of a request -> the functions of its promise
let requests = 0;

/**
 * Send a request, and return the function's answer.
 * @param {object} content what the function gets
 */
export function request(content) {
  requests += 1;
  return new Promise((resolve, reject) => {
    unanswered.set(requests, { resolve, reject });
    send({ number: requests, content });
  });
}

/** @param {BookReply} reply */
function settle({ number, failed, answer }) {
  if (failed) unanswered.get(number)?.reject(new Error(failed));
  else unanswered.get(number)?.resolve(answer);
  unanswered.delete(number);
}

function rejectAll(reason) {
  for (const { reject } of unanswered.values()) reject(new Error(reason));
  unanswered.clear();
}

let comm = null; // to the Python of the apps
/** @type {ReturnType<typeof begin> | null} */
let python = null; // or a Python for requests alone

/** @param {BookRequest} data */
function send(data) {
  if (["waiting", "starting", "on"].includes(page.dataset.live)) {
    comm ??= connectToApps();
    window.liveWidgets.want();
    comm.send(data);
  } else {
    python ??= startPython();
    python.tell({ id: ID, text: JSON.stringify(data), buffers: [] });
  }
}

function connectToApps() {
  const { line, Comm } = window.liveWidgets;
  const connected = new Comm(line, ID);
  connected.on_msg(({ content }) => settle(content.data));
  const rejectIfStopped = () => page.dataset.live === "error" && rejectAll("Python has stopped");
  new MutationObserver(rejectIfStopped).observe(page, { attributeFilter: ["data-live"] });
  return connected;
}

function startPython() {
  const hear = ({ kind, data }) => kind === "comm_msg" && settle(data);
  return begin({
    hear,
    lose(reason = "Python has stopped") {
      python = null;
      rejectAll(reason);
      dispatchEvent(new Event("refused")); // a policy of the host may be the reason (policy_notice.js)
    },
  });
}
