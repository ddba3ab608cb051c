import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ControlPlane } from '../../compose/control/control-plane.ts';
import { WrongState } from '../control-errors.ts';
import type { LoadAttempt, LoadedLog, LoaderShare, ShippedSegment } from './attempt-store.ts';

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
const waiting = (logId: string, number: number, loaded: readonly LoaderShare[] = []) => ({
  ...segment(logId, number),
  loaded,
});
/** While there is one loader. */
const only = (attempt: number) => ({ attempt, loader: 1, loaders: 1 });
const backlog = (segments: number, bytes: number, oldestSealedAtMs: number | null) => {
  const all = { segments, bytes, oldestSealedAtMs };
  return { ...all, loaders: [all] };
};
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
      expect(await attempts().begin(1, 1_000)).toBeUndefined();
      expect(await attempts().committed()).toEqual({
        newest: 0,
        latest: 0,
        hidden: [],
        counters: {},
        loaders: 1,
        partial: [],
      });
      await attempts().ship([segment(logA, 1), segment(logA, 2)]);
      await attempts().ship([segment(logA, 2), segment(logB, 7)]);
      expect(await attempts().waiting()).toEqual(backlog(3, 300, 1_001));

      const first = await attempts().begin(1, 1_000);
      expect(first).toMatchObject({ attempt: 1, loader: 1, loaders: 1, logs: [], previous: 0 });
      expect(first?.segments).toEqual([waiting(logA, 1), waiting(logA, 2), waiting(logB, 7)]);
      // The one who began it is gone; the next one begins anew.
      const second = await attempts().begin(1, 1_000);
      expect(second).toMatchObject({ attempt: 2 });
      expect(second?.segments).toEqual(first?.segments);

      const logs = [upTo(logA, 2), upTo(logB, 7, [{ first: 1, last: 6 }])];
      await attempts().commit(only(2), second?.segments ?? [], logs, { storedEvents: 5 });
      expect(await attempts().committed()).toEqual({
        newest: 2,
        latest: 2,
        hidden: [1],
        counters: { storedEvents: 5 },
        loaders: 1,
        partial: [],
      });
      expect(await attempts().waiting()).toEqual(backlog(0, 0, null));

      await attempts().ship([segment(logA, 1), segment(logA, 2), segment(logB, 7)]);
      expect(await attempts().begin(1, 1_000)).toBeUndefined();
    });

    test('an attempt that was given up cannot be committed, and changes nothing', async () => {
      await attempts().ship([segment(logA, 3)]);
      const slow = await attempts().begin(1, 1_000);
      const quick = await attempts().begin(1, 1_000);
      await expect(
        attempts().commit(only(slow?.attempt ?? 0), [segment(logA, 3)], [upTo(logA, 3)], {}),
      ).rejects.toThrow(WrongState);
      expect((await attempts().waiting()).segments).toBe(1);
      await attempts().commit(only(quick?.attempt ?? 0), [segment(logA, 3)], [upTo(logA, 3)], { storedEvents: 4 });
      await expect(attempts().commit(only(quick?.attempt ?? 0), [], [], {})).rejects.toThrow(WrongState);
      expect((await attempts().committed()).counters).toEqual({ storedEvents: 9 });
    });

    test('a number that was passed over can still come, and an attempt knows how far its logs are', async () => {
      await attempts().ship([segment(logB, 4)]);
      const late = await attempts().begin(1, 1_000);
      expect(late?.segments).toEqual([waiting(logB, 4)]);
      expect(late?.logs).toEqual([upTo(logB, 7, [{ first: 1, last: 6 }])]);
      expect(late?.previous).toBe((await attempts().committed()).newest);
      const skipped = [
        { first: 1, last: 3 },
        { first: 5, last: 6 },
      ];
      await attempts().commit(only(late?.attempt ?? 0), late?.segments ?? [], [upTo(logB, 7, skipped)], {});
      await attempts().ship([segment(logB, 4)]);
      expect(await attempts().begin(1, 1_000)).toBeUndefined();
    });

    test('an attempt takes the oldest segments that fit, and one at the least', async () => {
      await attempts().ship([segment(logA, 10), segment(logA, 11), segment(logA, 12, { bytes: 5_000 })]);
      expect((await attempts().begin(1, 250))?.segments.map(({ number }) => number)).toEqual([10, 11]);
      const one = await attempts().begin(1, 50);
      expect(one?.segments.map(({ number }) => number)).toEqual([10]);
      await attempts().commit(only(one?.attempt ?? 0), one?.segments ?? [], [upTo(logA, 10)], {});
      expect((await attempts().begin(1, 1))?.segments.map(({ number }) => number)).toEqual([11]);
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
        loaders: 1,
        partial: [],
      });
      expect(await other.attempts.logs()).toEqual([upTo(logA, 3)]);
      await other.attempts.ship([segment(logA, 3), segment(logA, 4)]);
      expect(await other.attempts.begin(1, 1_000)).toMatchObject({ attempt: 8, segments: [waiting(logA, 4)] });
      await other.close();
    });

    test('of attempts that many begin at once one can be committed', async () => {
      await attempts().ship([segment(logB, 20)]);
      const begun = await Promise.all(Array.from({ length: 6 }, () => attempts().begin(1, 1_000_000)));
      const numbers = begun.map((attempt) => attempt?.attempt ?? 0);
      expect(new Set(numbers).size).toBe(6);
      const done = await Promise.allSettled(
        numbers.map((attempt) => attempts().commit(only(attempt), [segment(logB, 20)], [upTo(logB, 20)], {})),
      );
      expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });

    describe('with several loaders', () => {
      let several: ControlPlane;
      beforeAll(async () => {
        several = await open();
        await several.attempts.setLoaders(3);
      });
      afterAll(() => several.close());
      const begin = async (loader: number): Promise<LoadAttempt> => {
        const attempt = await several.attempts.begin(loader, 1_000);
        if (attempt === undefined) throw new Error(`Nothing waits for loader ${loader}.`);
        return attempt;
      };
      const commit = (attempt: LoadAttempt, logs: readonly LoadedLog[] = [], added = 1) =>
        several.attempts.commit(attempt, attempt.segments, logs, { storedEvents: added });
      const segmentsOf = async () => (await several.attempts.waiting()).loaders.map(({ segments }) => segments);

      test('a segment waits until every loader has loaded it, and is shipped again in vain', async () => {
        await several.attempts.ship([segment(logA, 1), segment(logA, 2)]);
        expect(await segmentsOf()).toEqual([2, 2, 2]);
        await commit(await begin(1), [upTo(logA, 2)]);
        expect(await several.attempts.begin(1, 1_000)).toBeUndefined();
        expect((await several.attempts.committed()).partial).toEqual([{ logId: logA, number: 1 }]);
        await several.attempts.ship([segment(logA, 1), segment(logA, 2)]);
        expect(await several.attempts.waiting()).toEqual({
          segments: 2,
          bytes: 200,
          oldestSealedAtMs: 1_001,
          loaders: [
            { segments: 0, bytes: 0, oldestSealedAtMs: null },
            { segments: 2, bytes: 200, oldestSealedAtMs: 1_001 },
            { segments: 2, bytes: 200, oldestSealedAtMs: 1_001 },
          ],
        });
        for (const loader of [2, 3]) {
          const attempt = await begin(loader);
          expect(attempt.segments).toEqual([waiting(logA, 1), waiting(logA, 2)]);
          await commit(attempt);
        }
        expect(await segmentsOf()).toEqual([0, 0, 0]);
        expect((await several.attempts.committed()).partial).toEqual([]);
        await several.attempts.ship([segment(logA, 1), segment(logA, 2)]);
        expect(await segmentsOf()).toEqual([0, 0, 0]);
      });

      test('attempts of several loaders are committed in any order, and what is under way is hidden', async () => {
        await several.attempts.ship([segment(logA, 3)]);
        const [first, second, third] = [await begin(1), await begin(2), await begin(3)];
        const before = await several.attempts.committed();
        await commit(third, [], 5);
        const { newest, hidden, counters } = await several.attempts.committed();
        expect(newest).toBe(third.attempt);
        expect(hidden).toEqual([first.attempt, second.attempt]);
        expect(counters.storedEvents).toBe((before.counters.storedEvents ?? 0) + 5);
        // The loader of another one has died: only that attempt is given up.
        const again = await begin(2);
        await expect(commit(second)).rejects.toThrow(WrongState);
        await commit(first, [upTo(logA, 3)], 10);
        await commit(again, [], 20);
        const after = await several.attempts.committed();
        expect(after).toMatchObject({ newest: again.attempt, hidden: [second.attempt], loaders: 3 });
        expect(after.counters.storedEvents).toBe((before.counters.storedEvents ?? 0) + 35);
        expect(await segmentsOf()).toEqual([0, 0, 0]);
      });

      test('each loader knows whether another one was in its place', async () => {
        await several.attempts.ship([segment(logB, 1)]);
        const [first, second] = [await begin(1), await begin(2)];
        await commit(first, [upTo(logB, 1)]);
        await several.attempts.ship([segment(logB, 2)]);
        expect((await begin(1)).previous).toBe(first.attempt);
        expect((await begin(2)).previous).toBe(second.previous);
      });

      test('a change of their number gives up what is under way, and says what is loaded already', async () => {
        const [first, second, third] = [await begin(1), await begin(2), await begin(3)];
        await commit(second);
        expect(await several.attempts.setLoaders(3)).toBe(false);
        expect(await several.attempts.setLoaders(2)).toBe(true);
        for (const attempt of [first, third]) await expect(commit(attempt)).rejects.toThrow(WrongState);
        expect(await several.attempts.begin(3, 1_000)).toBeUndefined();
        expect(await segmentsOf()).toEqual([2, 2]);
        const loadedByTwo = { loader: 2, loaders: 3 };
        const one = await begin(1);
        expect(one.previous).toBe(0);
        expect(one.segments).toEqual([
          waiting(logB, 1, [{ loader: 1, loaders: 3 }, loadedByTwo]),
          waiting(logB, 2, [loadedByTwo]),
        ]);
        await commit(one, [upTo(logB, 2)]);
        await commit(await begin(2));
        expect(await several.attempts.waiting()).toMatchObject({ segments: 0 });
      });
    });
  });
}
