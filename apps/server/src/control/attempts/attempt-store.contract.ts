import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ControlPlane } from '../../compose/control/control-plane.ts';
import { WrongState } from '../control-errors.ts';
import type { LoadedLog, ShippedSegment } from './attempt-store.ts';

const logA = '018f2f6e-7c1a-7000-8000-00000000000a';
const logB = '018f2f6e-7c1a-7000-8000-00000000000b';

const segment = (logId: string, number: number, more: Partial<ShippedSegment> = {}): ShippedSegment => ({
  logId,
  number,
  lines: 3,
  bytes: 100,
  sealedAtMs: 1_000 + number,
  ...more,
});
const upTo = (logId: string, number: number, skipped: LoadedLog['skipped'] = []): LoadedLog => ({
  logId,
  upTo: number,
  skipped,
  segmentEnd: { number },
});

export function attemptStoreContract(open: () => Promise<ControlPlane>): void {
  describe('AttemptStore', () => {
    let control: ControlPlane;
    beforeAll(async () => {
      control = await open();
    });
    afterAll(() => control.close());
    const attempts = () => control.attempts;

    test('a segment is loaded once: it is given to attempts until one is committed, and never again', async () => {
      expect(await attempts().begin(1_000)).toBeUndefined();
      expect(await attempts().committed()).toEqual({ newest: 0, latest: 0, hidden: [], counters: {} });
      await attempts().ship([segment(logA, 1), segment(logA, 2)]);
      await attempts().ship([segment(logA, 2), segment(logB, 7)]);
      expect(await attempts().waiting()).toEqual({ segments: 3, bytes: 300, oldestSealedAtMs: 1_001 });

      const first = await attempts().begin(1_000);
      expect(first).toMatchObject({ attempt: 1, logs: [], counters: {} });
      expect(first?.segments).toEqual([segment(logA, 1), segment(logA, 2), segment(logB, 7)]);
      // The one who began it is gone; the next one begins anew.
      const second = await attempts().begin(1_000);
      expect(second).toMatchObject({ attempt: 2 });
      expect(second?.segments).toEqual(first?.segments);

      const logs = [upTo(logA, 2), upTo(logB, 7, [{ first: 1, last: 6 }])];
      await attempts().commit(2, second?.segments ?? [], logs, { storedEvents: 5 });
      expect(await attempts().committed()).toEqual({
        newest: 2,
        latest: 2,
        hidden: [1],
        counters: { storedEvents: 5 },
      });
      expect(await attempts().waiting()).toEqual({ segments: 0, bytes: 0, oldestSealedAtMs: null });

      await attempts().ship([segment(logA, 1), segment(logA, 2), segment(logB, 7)]);
      expect(await attempts().begin(1_000)).toBeUndefined();
    });

    test('an attempt that was given up cannot be committed, and changes nothing', async () => {
      await attempts().ship([segment(logA, 3)]);
      const slow = await attempts().begin(1_000);
      const quick = await attempts().begin(1_000);
      await expect(attempts().commit(slow?.attempt ?? 0, [segment(logA, 3)], [upTo(logA, 3)], {})).rejects.toThrow(
        WrongState,
      );
      expect((await attempts().waiting()).segments).toBe(1);
      await attempts().commit(quick?.attempt ?? 0, [segment(logA, 3)], [upTo(logA, 3)], { storedEvents: 9 });
      await expect(attempts().commit(quick?.attempt ?? 0, [], [], {})).rejects.toThrow(WrongState);
      expect((await attempts().committed()).counters).toEqual({ storedEvents: 9 });
    });

    test('a number that was passed over can still come, and an attempt knows how far its logs are', async () => {
      await attempts().ship([segment(logB, 4)]);
      const late = await attempts().begin(1_000);
      expect(late?.segments).toEqual([segment(logB, 4)]);
      expect(late?.logs).toEqual([upTo(logB, 7, [{ first: 1, last: 6 }])]);
      expect(late?.counters).toEqual({ storedEvents: 9 });
      const skipped = [
        { first: 1, last: 3 },
        { first: 5, last: 6 },
      ];
      await attempts().commit(late?.attempt ?? 0, late?.segments ?? [], [upTo(logB, 7, skipped)], {});
      await attempts().ship([segment(logB, 4)]);
      expect(await attempts().begin(1_000)).toBeUndefined();
    });

    test('an attempt takes the oldest segments that fit, and one at the least', async () => {
      await attempts().ship([segment(logA, 10), segment(logA, 11), segment(logA, 12, { bytes: 5_000 })]);
      expect((await attempts().begin(250))?.segments.map(({ number }) => number)).toEqual([10, 11]);
      const one = await attempts().begin(50);
      expect(one?.segments.map(({ number }) => number)).toEqual([10]);
      await attempts().commit(one?.attempt ?? 0, one?.segments ?? [], [upTo(logA, 10)], {});
      expect((await attempts().begin(1))?.segments.map(({ number }) => number)).toEqual([11]);
    });

    test('what was given up is hidden until it is forgotten', async () => {
      const given = await attempts().givenUp(Date.now() + 1);
      const { newest, hidden } = await attempts().committed();
      expect(hidden).toEqual(given.filter((attempt) => attempt < newest));
      expect(await attempts().givenUp(1)).toEqual([]);
      for (const attempt of given) await attempts().forget(attempt);
      expect((await attempts().committed()).hidden).toEqual([]);
      // What counts cannot be forgotten.
      await attempts().forget(newest);
      expect((await attempts().committed()).newest).toBe(newest);
    });

    test('a store is adopted only while nothing counts', async () => {
      await expect(attempts().adopt(99, [], {})).rejects.toThrow(WrongState);
      const other = await open();
      await other.attempts.adopt(7, [upTo(logA, 3)], { storedEvents: 2 });
      expect(await other.attempts.committed()).toEqual({
        newest: 7,
        latest: 7,
        hidden: [],
        counters: { storedEvents: 2 },
      });
      expect(await other.attempts.logs()).toEqual([upTo(logA, 3)]);
      await other.attempts.ship([segment(logA, 3), segment(logA, 4)]);
      expect(await other.attempts.begin(1_000)).toMatchObject({ attempt: 8, segments: [segment(logA, 4)] });
      await other.close();
    });

    test('of attempts that many begin at once one can be committed', async () => {
      await attempts().ship([segment(logB, 20)]);
      const begun = await Promise.all(Array.from({ length: 6 }, () => attempts().begin(1_000_000)));
      const numbers = begun.map((attempt) => attempt?.attempt ?? 0);
      expect(new Set(numbers).size).toBe(6);
      const done = await Promise.allSettled(
        numbers.map((attempt) => attempts().commit(attempt, [segment(logB, 20)], [upTo(logB, 20)], {})),
      );
      expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });
  });
}
