import { expect, test } from 'vitest';
import type { CommittedAttempts } from '../../control/attempts/attempt-store.ts';
import { AttemptWatch } from './attempt-watch.ts';

const committed = (newest: number, hidden: readonly number[], latest = newest): CommittedAttempts => ({
  newest,
  latest,
  hidden,
  counters: {},
  loaders: 2,
  partial: [],
});
const nothingWaits = { segments: 0, bytes: 0, oldestSealedAtMs: null, loaders: [] };

function watchOf(...answers: readonly CommittedAttempts[]) {
  const left = [...answers];
  const seen = { changes: 0 };
  const attempts = { committed: async () => left.shift() as CommittedAttempts, waiting: async () => nothingWaits };
  return { seen, watch: new AttemptWatch(attempts, () => seen.changes++) };
}

test('a commit with a lower number than another that was before it is a change', async () => {
  const { watch, seen } = watchOf(committed(5, [4]), committed(5, []), committed(5, [], 6));
  await watch.look();
  const before = watch.version;
  await watch.look();
  expect(watch.committed.hidden).toEqual([]);
  expect(watch.version).toBeGreaterThan(before);
  expect(seen.changes).toBe(2);
  // One that was begun changes nothing.
  await watch.look();
  expect(seen.changes).toBe(2);
});

test('an answer that was overtaken by a later one is not believed', async () => {
  const { watch, seen } = watchOf(committed(5, []), committed(5, [4]), committed(7, [6]));
  await watch.look();
  await watch.look();
  expect(watch.committed.hidden).toEqual([]);
  await watch.look();
  expect(watch.committed).toMatchObject({ newest: 7, hidden: [6] });
  expect(seen.changes).toBe(2);
});
