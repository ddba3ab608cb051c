import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as afterPoll, setTimeout as sleep } from 'node:timers/promises';
import type { Listeners } from './listeners.ts';

export interface DrainPatience {
  readonly drainAcceptMs: number;
  readonly drainIdleMs: number;
  readonly drainAllMs: number;
}

const LOOK_EVERY_MS = 50;
/** What is under way is answered by then, but for what takes long. */
const HOLD_MS = 20;
/** On a busy machine clients take longer to connect: so often it is waited for one more that came meanwhile. */
const MAX_HOLDS = 15;

/**
 * Stops a server without failing a request. The system takes connections before this process sees them, and resets those
 * that it has not seen when it stops listening, together with the requests that were sent on them. So:
 *
 * 1. It is told to balancers, and nothing else changes. No connection is closed: its client would open another one.
 * 2. Requests wait until nobody connects, since all wait for an answer. Then no more connections are taken.
 * 3. Each connection ends with its next answer. Those without a request stay for a moment: one may be on its way.
 */
export class Drain {
  /** The latest request of each connection: those before it are answered first. */
  readonly #latest = new WeakMap<Socket, ServerResponse>();
  readonly #held: (() => void)[] = [];
  #isDraining = false;
  #isHolding = false;
  #isClosing = false;

  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** Every request comes through here: handled at once, or in a moment. */
  admit({ socket }: IncomingMessage, response: ServerResponse, handle: () => void): void {
    this.#latest.set(socket, response);
    if (this.#isHolding) this.#held.push(handle);
    // Those that were sent behind it are seen before it is answered: its answer may end the connection.
    else if (this.#isClosing) setImmediate(handle);
    else handle();
  }

  /** Whether this answer ends its connection. One that others wait behind does not: they would be lost. */
  isLastResult({ socket }: IncomingMessage, response: ServerResponse): boolean {
    return this.#isClosing && this.#latest.get(socket) === response;
  }

  /** `onClosing` ends what would otherwise stay open for ever. */
  async run(server: Server, listeners: Listeners, patience: DrainPatience, onClosing: () => void): Promise<void> {
    this.#isDraining = true;
    await sleep(patience.drainAcceptMs);
    this.#isHolding = true;
    await untilNobodyConnects(server);
    // Right behind the moment in which all connections that waited were taken.
    await afterPoll();
    const closed = listeners.close();
    this.#isClosing = true;
    this.#isHolding = false;
    for (const handle of this.#held.splice(0)) handle();
    onClosing();
    await this.#wait(server, closed, patience);
  }

  async #wait(server: Server, closed: Promise<void>, { drainIdleMs, drainAllMs }: DrainPatience): Promise<void> {
    const patient = new AbortController();
    const wait = (ms: number) => sleep(ms, 'elapsed', { signal: patient.signal, ref: false });
    // What has arrived is read before anything counts as idle.
    const closeIdle = (): void => void setImmediate(() => server.closeIdleConnections());
    try {
      if ((await Promise.race([closed, wait(drainIdleMs)])) !== 'elapsed') return;
      closeIdle();
      const poll = setInterval(closeIdle, LOOK_EVERY_MS);
      const end = await Promise.race([closed, wait(drainAllMs - drainIdleMs)]);
      clearInterval(poll);
      if (end === 'elapsed') server.closeAllConnections();
    } finally {
      patient.abort();
    }
  }
}

async function untilNobodyConnects(server: Server): Promise<void> {
  let connected = true;
  server.on('connection', () => {
    connected = true;
  });
  for (let holds = 0; connected && holds < MAX_HOLDS; holds++) {
    connected = false;
    await sleep(HOLD_MS);
  }
}
