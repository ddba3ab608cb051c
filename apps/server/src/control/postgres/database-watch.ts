import type { Client, Notification } from 'pg';
import { endConnection } from './end-connection.ts';
import { reasonOf, refusalOf, sqlState } from './postgres-failure.ts';

/** An answer to "how far are you?" that takes longer than this is no answer. */
const ANSWER_WITHIN_MS = 2_000;

export interface WatchPorts {
  /** A client that is not connected yet. */
  readonly newClient: () => Client;
  /** After each connection is made: true when the database is new. */
  readonly prepare: (client: Client) => Promise<boolean>;
  readonly channel: string;
  readonly onNotified: (notification: Notification) => void;
  /** SQL that answers one row with the `revision`. */
  readonly readRevision: string;
  /** How often the revision is looked at, and a lost connection tried again. */
  readonly everyMs: number;
  readonly onOpen: (isNew: boolean) => void;
  readonly onLost: (error: Error) => void;
  /** The revision is another one than when it was last looked at. */
  readonly onChanged: () => void;
}

/**
 * One connection that hears of changes (LISTEN), looks at the revision every second in case it has not heard, and so
 * notices that the database is gone or hangs.
 */
export class DatabaseWatch {
  readonly #ports: WatchPorts;
  #client: Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #revision: string | undefined;
  #isOpen = false;
  #isStopped = false;

  constructor(ports: WatchPorts) {
    this.#ports = ports;
  }

  start(): void {
    void this.#connect();
  }

  /** An operation has lost its connection: look at once. */
  check(): void {
    if (this.#client === undefined) return;
    clearTimeout(this.#timer);
    void this.#look(this.#client);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    const client = this.#client;
    this.#client = undefined;
    if (client !== undefined) await endConnection(client);
  }

  async #connect(): Promise<void> {
    const { newClient, prepare, channel, onOpen, onNotified } = this.#ports;
    const client = newClient();
    client.on('error', (error) => this.#lose(client, error));
    client.on('end', () => this.#lose(client, new Error('the connection was closed')));
    client.on('notification', onNotified);
    this.#client = client;
    try {
      await client.connect();
      const isNew = await prepare(client);
      await client.query(`LISTEN ${channel}`);
      if (client !== this.#client) return;
      this.#isOpen = true;
      onOpen(isNew);
      await this.#look(client);
    } catch (error) {
      this.#lose(client, error);
    }
  }

  async #look(client: Client): Promise<void> {
    try {
      const { rows } = await within(ANSWER_WITHIN_MS, client.query<{ revision: string }>(this.#ports.readRevision));
      if (client !== this.#client) return;
      const before = this.#revision;
      this.#revision = rows[0]?.revision;
      if (before !== undefined && before !== this.#revision) this.#ports.onChanged();
      this.#later(() => this.#look(client));
    } catch (error) {
      this.#lose(client, error);
    }
  }

  /** A connection that was open is first tried again at once: only if that fails the database counts as lost. */
  #lose(client: Client, error: unknown): void {
    if (client !== this.#client || this.#isStopped) return;
    this.#client = undefined;
    clearTimeout(this.#timer);
    void endConnection(client);
    const isFirst = this.#isOpen && sqlState(error) === undefined;
    this.#isOpen = false;
    if (isFirst && !(error instanceof NoAnswer)) void this.#connect();
    else {
      this.#ports.onLost(refusalOf(error) ?? new Error(reasonOf(error), { cause: error }));
      this.#later(() => this.#connect());
    }
  }

  #later(run: () => Promise<void>): void {
    clearTimeout(this.#timer);
    if (!this.#isStopped) this.#timer = setTimeout(() => void run(), this.#ports.everyMs).unref();
  }
}

class NoAnswer extends Error {
  override readonly message = `it did not respond within ${ANSWER_WITHIN_MS / 1_000} s`;
}

async function within<Value>(ms: number, promise: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswer()), ms);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
