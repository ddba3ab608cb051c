import { afterAll, beforeAll, expect, test } from 'vitest';
import { eraseRecord } from '../../../collect/event-log/removal-records.ts';
import { BothEngines } from '../../../compose/testing/both-engines.ts';
import { OddRecords, oddIds } from '../../../compose/testing/odd-records.ts';
import { batchRecord, receivedAtMs, scope } from '../../../compose/testing/sample-log.ts';
import { type RemovalsResult, removalsQuery } from '../queries/removals.ts';

const first = '018f2f6e-7c1a-7000-8000-0000000000e1';
const second = '018f2f6e-7c1a-7000-8000-0000000000e2';
const crash = '018f2f6e-7c1a-7000-8000-00000000abc1';
const fingerprint = '018f2f6e-7c1a-7000-8000-00000000abc2';

let both: BothEngines;
beforeAll(async () => {
  both = await BothEngines.open();
  await both.load(...new OddRecords(51).some(150));
  await both.load(
    batchRecord({ crash_id: crash, user_id: 'u1' }, { kind: 'crash' }),
    batchRecord({ items: [{ crash_id: crash, fingerprint, rule: 1, symbols: 0 }] }, { kind: 'grouping' }),
  );
  const nobody = { users: [], anonymous: [], devices: [], wholeDevices: [] };
  const erase = (id: string, users: readonly string[]) => eraseRecord(scope, id, { ...nobody, users }, receivedAtMs);
  await both.load(erase(first, ['u1']), erase(second, oddIds.slice(1, 4)));
  // Appended twice, because nobody knew whether it was there.
  await both.load(erase(first, ['u1']));
});
afterAll(() => both.close());

const inOrder = (result: RemovalsResult) =>
  Object.entries(result)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, { fingerprints, ...more }]) => [id, { ...more, fingerprints: fingerprints.toSorted() }]);

test('both engines say the same of what was taken away', async () => {
  const found = await both.same(removalsQuery, { removalIds: [first, second, crash] }, inOrder);
  expect(Object.keys(found).sort()).toEqual([first, second]);
  expect(found[first]?.counts.events).toBeGreaterThan(0);
  expect(await both.same(removalsQuery, { removalIds: [] })).toEqual({});
});

test('groups of reports that are gone are named once the bytes are gone too', async () => {
  await both.sample.connection.run('UPDATE store.removals SET is_scrubbed = true');
  await both.load();
  const found = await both.same(removalsQuery, { removalIds: [first] }, inOrder);
  expect(found[first]).toMatchObject({ isScrubbed: true, fingerprints: [fingerprint] });
});
