import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ContractRecord } from '../analytics-store.contract.ts';
import type { FreshRows, LiveEvents, LiveWatch } from './live-events.ts';

export interface LiveSubject {
  readonly live: LiveEvents;
  /** Resolves when the segment's records can be asked for. */
  load(records: readonly ContractRecord[]): Promise<void>;
  /** Ends the store as a crash would; resolves when it answers again. */
  crash(): Promise<void>;
  close(): Promise<void>;
}

const scope = {
  projectId: '018f2f6e-7c1a-7000-8000-0000000000a1',
  environmentId: '018f2f6e-7c1a-7000-8000-0000000000b1',
};
const otherEnvironment = { ...scope, environmentId: '018f2f6e-7c1a-7000-8000-0000000000b2' };
const record = (...names: readonly string[]): ContractRecord => ({
  ...scope,
  receivedAtMs: Date.now(),
  batch: names.map((event) => ({ event, event_id: event })),
});

/** What was told to one watch. */
class SentEvents {
  readonly rows: { readonly status: string; readonly event: string }[] = [];
  skipped = 0;
  readonly take = ({ rows, skipped }: FreshRows): void => {
    this.rows.push(...rows.map((row) => JSON.parse(row)));
    this.skipped += skipped;
  };

  get names(): string[] {
    return this.rows.map(({ event }) => event);
  }

  async until(count: number): Promise<void> {
    const endsAt = performance.now() + 10_000;
    while (this.rows.length + this.skipped < count) {
      if (performance.now() > endsAt) throw new Error(`Told ${this.names}, waited for ${count}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}

/** What everything promises that tells what is being stored. */
export function liveEventsContract(name: string, open: () => Promise<LiveSubject>): void {
  describe(`${name} keeps the promises of live events`, () => {
    let subject: LiveSubject;
    beforeAll(async () => {
      subject = await open();
    });
    afterAll(() => subject.close());

    const watch = async (more: Partial<LiveWatch> = {}) => {
      const sent = new SentEvents();
      const end = await subject.live.watch({ scope, filter: {}, includeFailed: true, ...more }, sent.take);
      return { told: sent, end };
    };

    test('what comes after the watch began is reported once, in order, repeats and what was before are not', async () => {
      await subject.load([record('before')]);
      const { told: sent, end } = await watch();
      await subject.load([record('a', 'b'), record('before', 'a', 'c')]);
      await sent.until(3);
      await subject.load([record('d')]);
      await sent.until(4);
      expect(sent.names).toEqual(['a', 'b', 'c', 'd']);
      end();
      const later = await watch();
      await subject.load([record('e')]);
      await later.told.until(1);
      expect([sent.names.length, later.told.names]).toEqual([4, ['e']]);
      later.end();
    });

    test('a watch is told what it matches and nothing else, refused events with their reasons', async () => {
      const all = await watch();
      const some = await watch({ filter: { event: 'x2' } });
      const stored = await watch({ includeFailed: false });
      const elsewhere = await watch({ scope: otherEnvironment });
      const rejected = [{ index: 2, reason: 'too big', eventJson: '{"event":"big"}' }];
      await subject.load([
        { ...record('x1', 'x2'), rejected },
        { ...record('theirs'), ...otherEnvironment },
      ]);
      await all.told.until(3);
      await elsewhere.told.until(1);
      expect(all.told.rows).toMatchObject([
        { status: 'stored', event: 'x1' },
        { status: 'stored', event: 'x2' },
        { status: 'rejected', event: 'big', reason: 'too big', raw: { event: 'big' } },
      ]);
      expect([some.told.names, stored.told.names, elsewhere.told.names]).toEqual([['x2'], ['x1', 'x2'], ['theirs']]);
      for (const { end } of [all, some, stored, elsewhere]) end();
    });

    test('more than can be shown are counted', async () => {
      const { told: sent, end } = await watch();
      const names = Array.from({ length: 450 }, (_, index) => `many ${index}`);
      await subject.load([record(...names)]);
      await sent.until(450);
      expect(sent.names).toEqual(names.slice(0, sent.names.length));
      expect([sent.names.length > 0, sent.skipped > 0]).toEqual([true, true]);
      end();
    });

    test('a watch outlives the store, and is reported each row once', async () => {
      const { told: sent, end } = await watch();
      await subject.load([record('r1')]);
      await sent.until(1);
      await subject.crash();
      const young = await watch();
      await subject.load([record('r1', 'r2')]);
      await sent.until(2);
      await subject.crash();
      await subject.load([record('r3')]);
      await sent.until(3);
      expect(sent.names).toEqual(['r1', 'r2', 'r3']);
      for (const one of [end, young.end]) one();
    });
  });
}
