import type { DemoBatch, DemoItem } from '../demo-item.ts';
import { type ApiClient, Stopped } from './api-client.ts';
import { Lanes } from './lanes.ts';

/** What has been sent so far and what became of it. */
export interface Tally {
  /** Different ones, whose batch has been answered. */
  events: number;
  accepted: number;
  /** Refused because they are broken on purpose. */
  refused: number;
  /** Refused although nothing should be wrong with them, with the first reason. */
  unexpected: number;
  firstUnexpected: string | undefined;
  /** Events that were sent a second time. */
  repeated: number;
  registered: number;
  identified: number;
  crashes: number;
  metrics: number;
  isComplete: boolean;
}

export interface SendOptions {
  readonly client: ApiClient;
  readonly parallel: number;
  readonly signal: AbortSignal;
  readonly tally: Tally;
}

export const emptyTally = (): Tally => ({
  events: 0,
  accepted: 0,
  refused: 0,
  unexpected: 0,
  firstUnexpected: undefined,
  repeated: 0,
  registered: 0,
  identified: 0,
  crashes: 0,
  metrics: 0,
  isComplete: false,
});

/** Sends items side by side, those of one device one after the other. Ends early, and in order, when it is stopped. */
export async function sendStream(items: Iterable<DemoItem>, options: SendOptions): Promise<void> {
  const lanes = new Lanes(options.parallel);
  const sender = new Sender(options);
  try {
    for (const item of items) {
      if (options.signal.aborted) break;
      await lanes.add(() => sender.send(item));
    }
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  } finally {
    await lanes.drain().catch((error: unknown) => {
      if (!(error instanceof Stopped)) throw error;
    });
  }
  options.tally.isComplete = !options.signal.aborted;
}

interface IngestAnswer {
  readonly data: {
    readonly accepted: number;
    readonly rejected?: readonly { readonly event: string; readonly reason: string }[];
  };
}

class Sender {
  readonly #client: ApiClient;
  readonly #tally: Tally;
  /** The last request of each device, while it is on its way. */
  readonly #devices = new Map<string, Promise<void>>();

  constructor({ client, tally }: SendOptions) {
    this.#client = client;
    this.#tally = tally;
  }

  async send(item: DemoItem): Promise<void> {
    switch (item.kind) {
      case 'events':
        return await this.#sendBatch(item);
      case 'crash':
        await this.#client.send('POST', '/v1/crashes/report', item.body);
        this.#tally.crashes += 1;
        return;
      case 'metrics':
        await this.#client.send('POST', '/v1/performance/ingest', item.body);
        this.#tally.metrics += item.metrics;
        return;
      case 'register':
        return await this.#afterOthersOf(item.deviceId, async () => {
          await this.#client.send('POST', '/v1/devices/register', item.body);
          this.#tally.registered += 1;
        });
      case 'identify':
        return await this.#afterOthersOf(item.deviceId, async () => {
          await this.#client.send('POST', `/v1/devices/${item.deviceId}/identify`, item.body);
          this.#tally.identified += 1;
        });
    }
  }

  async #sendBatch({ body, events, broken, isResent }: DemoBatch): Promise<void> {
    const timed = `{"sent_at":"${new Date().toISOString()}",${body.slice(1)}`;
    const { data } = (await this.#client.send('POST', '/v1/ingest', timed)).body as IngestAnswer;
    const { accepted, rejected = [] } = data;
    const tally = this.#tally;
    if (isResent) tally.repeated += events;
    else {
      tally.events += events;
      tally.accepted += accepted;
      tally.refused += Math.min(broken, rejected.length);
    }
    if (rejected.length > broken) {
      tally.unexpected += rejected.length - broken;
      tally.firstUnexpected ??= `${rejected[0]?.event}: ${rejected[0]?.reason}`;
    }
  }

  async #afterOthersOf(deviceId: string, call: () => Promise<void>): Promise<void> {
    const before = this.#devices.get(deviceId) ?? Promise.resolve();
    const run = before.then(call);
    this.#devices.set(deviceId, run);
    try {
      await run;
    } finally {
      if (this.#devices.get(deviceId) === run) this.#devices.delete(deviceId);
    }
  }
}
