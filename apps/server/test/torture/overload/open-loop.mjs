// Sends requests at a steady rate from a process of its own, whether or not the ones before were answered, or, without a
// rate, each connection as fast as it is answered. What to send comes as a message; what was counted goes back as one.
import { connect } from 'node:net';

const TICK_MS = 5;
const MAX_CONNECTIONS = 1_500;

/** @typedef {{ name: string, bytes: Buffer, share: number }} Kind */
/** @typedef {{ statuses: Record<string, number>, shedMs: number[], acceptedMs: number[] }} Tally */

/** One request at a time. */
class Connection {
  /** @param {string} host @param {number} port */
  constructor(host, port) {
    this.socket = connect({ host, port, noDelay: true });
    this.received = '';
    /** @type {((status: string) => void) | undefined} */
    this.onStatus = undefined;
    this.socket.setEncoding('latin1');
    this.socket.on('data', (text) => this.#read(String(text)));
    this.socket.on('error', () => this.#finish('error'));
    this.socket.on('close', () => this.#finish('closed'));
  }

  /** @param {Buffer} bytes @param {(status: string) => void} onStatus */
  send(bytes, onStatus) {
    this.onStatus = onStatus;
    this.socket.write(bytes);
  }

  /** @param {string} text */
  #read(text) {
    this.received += text;
    const end = this.received.indexOf('\r\n\r\n');
    if (end < 0) return;
    const length = Number(/^content-length: (\d+)/im.exec(this.received.slice(0, end))?.[1] ?? 0);
    if (this.received.length < end + 4 + length) return;
    const status = this.received.slice(9, 12);
    this.received = '';
    this.#finish(status);
  }

  /** @param {string} status */
  #finish(status) {
    const { onStatus } = this;
    this.onStatus = undefined;
    onStatus?.(status);
  }
}

/** @param {{ host: string, port: number, seconds: number, perSecond?: number, connections: number, kinds: { name: string, request: string, share: number }[] }} plan */
async function run({ host, port, seconds, perSecond, connections, kinds }) {
  /** @type {Kind[]} */
  const prepared = kinds.map(({ name, request, share }) => ({ name, share, bytes: Buffer.from(request) }));
  /** @type {Record<string, Tally>} */
  const tallies = Object.fromEntries(kinds.map(({ name }) => [name, { statuses: {}, shedMs: [], acceptedMs: [] }]));
  /** @type {Connection[]} */
  const idle = [];
  let [open, unsent, sequence, underWay] = [0, 0, 0, 0];

  /** In turn, so that the shares are exact. */
  const next = () => {
    let place = ((sequence++ * 37) % 100) / 100;
    for (const kind of prepared) {
      if (place < kind.share) return kind;
      place -= kind.share;
    }
    return /** @type {Kind} */ (prepared.at(-1));
  };
  /** @param {Connection} connection @param {() => void} [then] */
  const sendOn = (connection, then) => {
    const { name, bytes } = next();
    const sentAt = performance.now();
    underWay++;
    connection.send(bytes, (status) => {
      underWay--;
      const tally = /** @type {Tally} */ (tallies[name]);
      tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
      if (status === '503') tally.shedMs.push(performance.now() - sentAt);
      if (status.startsWith('2')) tally.acceptedMs.push(performance.now() - sentAt);
      if (status === 'error' || status === 'closed') open--;
      else if (then === undefined) idle.push(connection);
      else then();
    });
  };
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  if (perSecond === undefined) {
    for (let at = 0; at < connections; at++) {
      const connection = new Connection(host, port);
      const again = () => {
        if (performance.now() < endsAt) sendOn(connection, again);
      };
      again();
    }
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  } else {
    let sent = 0;
    while (performance.now() < endsAt) {
      const due = Math.floor(((performance.now() - startedAt) / 1000) * perSecond);
      for (; sent < due; sent++) {
        const free = idle.pop();
        if (free !== undefined) {
          sendOn(free);
        } else if (open < MAX_CONNECTIONS) {
          open++;
          sendOn(new Connection(host, port));
        } else {
          unsent++;
        }
      }
      await new Promise((resolve) => setTimeout(resolve, TICK_MS));
    }
  }
  const tookSeconds = (performance.now() - startedAt) / 1000;
  const until = performance.now() + 10_000;
  while (underWay > 0 && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 20));
  return { tallies, unsent, unanswered: underWay, tookSeconds };
}

process.on('message', (plan) => {
  run(/** @type {any} */ (plan)).then((result) => process.send?.(result, () => process.exit(0)));
});
