import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { scaled } from '../../src/telemetry/testing/torture-run.ts';
import type { TestServer } from '../harness/server.ts';
import { waitUntil } from '../harness/server.ts';

interface SentEvent {
  /** What the event is found by again: it is also its event id where it has one. */
  readonly ref: string;
  readonly digest: string;
  readonly hasId: boolean;
  attempts: number;
  isAcknowledged: boolean;
}

export interface OracleReport {
  readonly acknowledged: number;
  readonly sent: number;
  readonly stored: number;
  /** Acknowledged and not in the store. */
  readonly lost: readonly string[];
  /** In the store more than once. */
  readonly twice: readonly string[];
  /** In the store and never sent, or not as it was sent. */
  readonly foreign: readonly string[];
}

/**
 * Sends events, remembers which acknowledgements it read, and compares with what the store has in the end.
 * Half of the events have an id and are sent again when their answer did not come; the others are never repeated.
 */
export class Oracle {
  readonly #server: TestServer;
  readonly #events = new Map<string, SentEvent>();
  readonly statuses: Record<string, number> = {};
  readonly #workers: Promise<void>[] = [];
  #isRunning = false;

  readonly #random: () => number;

  constructor(server: TestServer, random: () => number) {
    this.#server = server;
    this.#random = random;
  }

  get acknowledged(): number {
    let count = 0;
    for (const { isAcknowledged } of this.#events.values()) if (isAcknowledged) count += 1;
    return count;
  }

  start(workers: number, pauseMs = scaled(25, 12)): void {
    this.#isRunning = true;
    for (let worker = 0; worker < workers; worker += 1) this.#workers.push(this.#work(pauseMs));
  }

  async stop(): Promise<void> {
    this.#isRunning = false;
    await Promise.all(this.#workers);
    this.#workers.length = 0;
  }

  async #work(pauseMs: number): Promise<void> {
    while (this.#isRunning) {
      const batch = Array.from({ length: 1 + Math.floor(this.#random() * 20) }, () => this.#newEvent());
      let isDone = await this.#send(batch);
      for (let attempt = 0; attempt < 8 && !isDone && this.#isRunning; attempt += 1) {
        await sleep(30);
        isDone = await this.#send(batch.filter(({ hasId }) => hasId));
      }
      await sleep(pauseMs);
    }
  }

  /** True when it was acknowledged. */
  async #send(events: readonly SentEvent[]): Promise<boolean> {
    if (events.length === 0) return true;
    for (const event of events) event.attempts += 1;
    const batch = events.map(({ ref, digest, hasId }) => ({
      event: 'torture',
      ...(hasId ? { event_id: ref } : {}),
      properties: { ref, digest, padding: ref.repeat(4) },
    }));
    let status = 'unreachable';
    try {
      const response = await this.#server.post('/v1/ingest', { batch }, { signal: AbortSignal.timeout(10_000) });
      status = String(response.status);
      await response.text();
    } catch (error) {
      if (!(error instanceof Error)) throw error;
    }
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
    if (status !== '202') return false;
    for (const event of events) event.isAcknowledged = true;
    return true;
  }

  #newEvent(): SentEvent {
    const ref = randomUUID();
    const event = { ref, digest: digestOf(ref), hasId: this.#random() < 0.5, attempts: 0, isAcknowledged: false };
    this.#events.set(ref, event);
    return event;
  }

  /** Waits until everything in the log is in the store, then reads all of it back. */
  async report(): Promise<OracleReport> {
    await this.#settled();
    const seen = new Map<string, number>();
    const foreign: string[] = [];
    for await (const properties of readBack(this.#server)) {
      const sent = this.#events.get(properties.ref);
      if (sent === undefined || sent.digest !== properties.digest) foreign.push(JSON.stringify(properties));
      seen.set(properties.ref, (seen.get(properties.ref) ?? 0) + 1);
    }
    const events = [...this.#events.values()];
    return {
      acknowledged: this.acknowledged,
      sent: events.length,
      stored: seen.size,
      lost: events.filter(({ ref, isAcknowledged }) => isAcknowledged && !seen.has(ref)).map(({ ref }) => ref),
      twice: [...seen].filter(([, count]) => count > 1).map(([ref]) => ref),
      foreign,
    };
  }

  async #settled(): Promise<void> {
    await waitUntil(async () => {
      const report = (await (await this.#server.request('/readyz', { key: null })).json()) as {
        store: { state: string; unloaded_bytes: number };
      };
      return report.store.state === 'ready' && report.store.unloaded_bytes === 0;
    });
  }
}

const digestOf = (ref: string): string => createHash('sha256').update(ref).digest('base64').slice(0, 20);

interface Page {
  readonly data: { readonly properties: { readonly ref: string; readonly digest: string } }[];
  readonly pagination: { readonly cursor: string | null };
}

/** A store that finds itself damaged answers 503 until it is rebuilt. */
async function readPage(server: TestServer, cursor: string | null): Promise<Page> {
  const path = `/v1/events?event=torture&limit=100${cursor === null ? '' : `&cursor=${cursor}`}`;
  let response = await server.request(path);
  await waitUntil(async () => {
    if (response.status === 503) response = await server.request(path);
    return response.status !== 503;
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Page;
}

async function* readBack(server: TestServer): AsyncGenerator<{ ref: string; digest: string }> {
  let cursor: string | null = null;
  do {
    const page: Page = await readPage(server, cursor);
    for (const row of page.data) yield row.properties;
    cursor = page.pagination.cursor;
  } while (cursor !== null);
}

export const countsOf = ({ acknowledged, sent, stored, lost, twice, foreign }: OracleReport) => ({
  sent,
  acknowledged,
  stored,
  lost: lost.length,
  twice: twice.length,
  foreign: foreign.length,
});
