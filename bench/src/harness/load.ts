import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface LoadOptions {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  /** The whole request as it goes over the wire; called once for each. */
  readonly next: () => Buffer;
  /** Requests per second, sent on time whether or not answers come (open loop); absent: each connection asks again when answered. */
  readonly perSecond?: number;
}

export interface LoadResult {
  readonly perSecond: number;
  readonly requests: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  readonly statuses: Readonly<Record<string, number>>;
}

/** A load generator that costs little: raw sockets, prepared requests, and only as much of HTTP as the answers need. */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const { hostname, port } = new URL(options.url);
  const latencies: number[] = [];
  const statuses: Record<string, number> = {};
  const connections = await Promise.all(
    Array.from({ length: options.connections }, () =>
      Connection.open(hostname, Number(port), (status, ms) => {
        statuses[status] = (statuses[status] ?? 0) + 1;
        latencies.push(ms);
      }),
    ),
  );
  const startedAt = performance.now();
  const endsAt = startedAt + options.seconds * 1000;
  if (options.perSecond === undefined)
    await Promise.all(connections.map((connection) => askUntil(connection, options.next, endsAt)));
  else await askOnTime(connections, options.next, options.perSecond, endsAt);
  const seconds = (performance.now() - startedAt) / 1000;
  for (const connection of connections) connection.close();
  latencies.sort((a, b) => a - b);
  const at = (share: number): number =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? Number.NaN;
  return {
    perSecond: latencies.length / seconds,
    requests: latencies.length,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    maxMs: at(1),
    statuses,
  };
}

async function askUntil(connection: Connection, next: () => Buffer, endsAt: number): Promise<void> {
  while (performance.now() < endsAt) await connection.run(next(), performance.now());
}

/** Latency counts from when a request was due, so a server that stalls cannot hide the requests it kept from being sent. */
async function askOnTime(
  connections: readonly Connection[],
  next: () => Buffer,
  perSecond: number,
  endsAt: number,
): Promise<void> {
  const startedAt = performance.now();
  let sent = 0;
  const waiting: Promise<void>[] = [];
  while (performance.now() < endsAt) {
    const due = Math.floor(((performance.now() - startedAt) / 1000) * perSecond);
    while (sent < due) {
      const dueAt = startedAt + (sent / perSecond) * 1000;
      const connection = connections[sent % connections.length] as Connection;
      waiting.push(connection.run(next(), dueAt));
      sent += 1;
    }
    await sleep(1);
  }
  await Promise.race([Promise.all(waiting), sleep(10_000)]);
}

type Answered = (status: string, ms: number) => void;

class Connection {
  readonly #socket: Socket;
  readonly #answered: Answered;
  readonly #waiting: { askedAt: number; resolve: () => void }[] = [];
  #unread = '';
  #bodyLeft = 0;
  #status = '';

  private constructor(socket: Socket, answered: Answered) {
    this.#socket = socket;
    this.#answered = answered;
    socket.setNoDelay(true);
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => this.#read(String(chunk)));
    socket.on('close', () => this.#finishAll());
    socket.on('error', () => this.#finishAll());
  }

  static open(host: string, port: number, answered: Answered): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, host);
      socket.once('connect', () => resolve(new Connection(socket, answered)));
      socket.once('error', reject);
    });
  }

  run(request: Buffer, askedAt: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ askedAt, resolve });
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(chunk: string): void {
    this.#unread += chunk;
    while (this.#unread !== '') {
      if (this.#status === '' && !this.#readHead()) return;
      const body = Math.min(this.#bodyLeft, this.#unread.length);
      this.#bodyLeft -= body;
      this.#unread = this.#unread.slice(body);
      if (this.#bodyLeft > 0) return;
      this.#finish(this.#status);
      this.#status = '';
    }
  }

  #readHead(): boolean {
    const end = this.#unread.indexOf('\r\n\r\n');
    if (end < 0) return false;
    const head = this.#unread.slice(0, end);
    const length = /content-length: (\d+)/i.exec(head)?.[1];
    // Its end cannot be told here: better no figure than one of answers cut in pieces.
    const isChunked = length === undefined && /transfer-encoding: chunked/i.test(head);
    this.#status = isChunked ? 'chunked' : head.slice(9, 12);
    this.#bodyLeft = Number(length ?? 0);
    this.#unread = this.#unread.slice(end + 4);
    if (this.#bodyLeft === 0 && this.#unread === '') {
      this.#finish(this.#status);
      this.#status = '';
    }
    return true;
  }

  #finish(status: string): void {
    const first = this.#waiting.shift();
    if (first === undefined) return;
    this.#answered(status, performance.now() - first.askedAt);
    first.resolve();
  }

  #finishAll(): void {
    while (this.#waiting.length > 0) this.#finish('closed');
  }
}
