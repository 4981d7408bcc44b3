// From widget models to a Python.

/** Return the bytes of a buffer or of a view of one. */
const bytes = (part) =>
  ArrayBuffer.isView(part)
    ? new Uint8Array(part.buffer, part.byteOffset, part.byteLength)
    : new Uint8Array(part);

/** The queue of messages from widget models to one Python, in order. */
export class Line {
  comms = new Map(); // model id -> Comm
  /** @type {Change[]} */
  queue = [];
  /** Sends the next message when Python can take it. */
  deliver = () => {};

  /** @param {() => void} deliver called when a message may wait */
  connect(deliver) {
    this.deliver = deliver;
  }

  /** Remove and return the next message. */
  next() {
    const { id, data, buffers } = this.queue.shift();
    return { id, text: JSON.stringify(data), buffers: buffers.map(bytes) };
  }

  /** @param {Change} message */
  send(message) {
    const last = this.queue.at(-1);
    const isUpdate = (change) => change?.data.method === "update" && change.buffers.length === 0;
    const isHand = (change) => change?.data.content?.act === "hand"; // a position: the newest is enough
    const own = this.queue.findLast(({ id }) => id === message.id);
    if (isHand(own) && isHand(message)) {
      own.data = message.data;
    } else if (last?.id === message.id && isUpdate(last) && isUpdate(message)) {
      // The newer change supersedes the older one.
      last.data = { ...last.data, state: { ...last.data.state, ...message.data.state } };
    } else {
      this.queue.push(message);
    }
    this.deliver();
  }

  /** Take out the messages of models. @param {(id: string) => boolean} isDropped */
  drop(isDropped) {
    this.queue = this.queue.filter(({ id }) => !isDropped(id));
  }

  /** Remove from a state of Python the values for which changes of the reader still wait. */
  leaveChanged(id, state) {
    const changes = this.queue.filter((message) => message.id === id);
    for (const { data } of changes) for (const key in data.state) delete state[key];
  }
}

/** Acts as the comm of a widget model to a kernel. */
export class Comm {
  /** @type {((message: object) => void) | undefined} */
  receive;
  /** @type {((message: object) => void) | undefined} */
  closed;

  /**
   * @param {Line} line
   * @param {string} id
   * @param {number} [cell]
   */
  constructor(line, id, cell) {
    this.line = line;
    this.comm_id = id;
    this.cell = cell;
    line.comms.set(id, this);
  }

  on_msg(receive) {
    this.receive = receive;
  }

  on_close(closed) {
    this.closed = closed;
  }

  send(data, callbacks, _metadata, buffers = []) {
    const id = this.comm_id;
    if (this.line.comms.get(id) !== this) return ""; // another model has taken this one's place
    this.line.send({ id, data, buffers });
    // A model waits for this status before it sends more. Waiting is not needed: the queue keeps the
    // order and replaces outdated changes.
    queueMicrotask(() => callbacks?.iopub?.status?.({ content: { execution_state: "idle" } }));
    return "";
  }

  close() {}
}
