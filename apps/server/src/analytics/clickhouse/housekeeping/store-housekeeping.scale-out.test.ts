import { afterEach, beforeEach, expect, test } from 'vitest';
import { ClickhouseSample } from '../../../compose/testing/clickhouse-sample.ts';
import { landSegments } from '../loading/landing.ts';
import { StoreHousekeeping } from './store-housekeeping.ts';

const LOG_ID = '018f2f6e-7c1a-7000-8000-000000000001';
const HOUR_MS = 3_600_000;
const nothingWaits = { segments: 0, bytes: 0, oldestSealedAtMs: null };
const visible = { newest: 2, hidden: [1] };

let sample: ClickhouseSample;
beforeEach(async () => {
  sample = await ClickhouseSample.open();
});
afterEach(() => sample.close());

const housekeeping = (givenUp: readonly number[] = []) => {
  const forgotten: number[] = [];
  const attempts = {
    givenUp: async () => givenUp,
    forget: async (attempt: number) => void forgotten.push(attempt),
  };
  return { forgotten, housekeeping: new StoreHousekeeping({ client: sample.client, attempts }) };
};
const count = async (table: string): Promise<number> =>
  Number((await sample.client.rows(`SELECT count() FROM ${table}`))[0]?.[0]);
const land = () => landSegments(sample.client, [{ logId: LOG_ID, number: 1, content: Buffer.from('{}\n{}\n') }]);
const remove = (receivedMs: number) =>
  sample.client.command(`INSERT INTO removals (id, p, e, kind, received_ms, until_ms, is_scrubbed, attempt)
    VALUES ('${LOG_ID}', '${LOG_ID}', '${LOG_ID}', 'erase', ${receivedMs}, ${receivedMs}, false, 2)`);
const isScrubbed = async (): Promise<unknown> => (await sample.client.rows('SELECT is_scrubbed FROM removals'))[0]?.[0];

test('lines leave the landing table when they were loaded some time ago, and not before', async () => {
  await land();
  await housekeeping().housekeeping.run(nothingWaits, visible);
  expect(await count('landing')).toBe(2);
  const stillWaiting = { segments: 1, bytes: 6, oldestSealedAtMs: Date.now() };
  await housekeeping().housekeeping.run(stillWaiting, visible, Date.now() + HOUR_MS);
  expect(await count('landing')).toBe(2);
  await housekeeping().housekeeping.run(nothingWaits, visible, Date.now() + HOUR_MS);
  expect(await count('landing')).toBe(0);
});

test('rows of attempts that were given up are deleted, and then the attempts are forgotten', async () => {
  for (const attempt of [1, 2]) {
    await sample.client.command(`INSERT INTO ledger (p, e, hour_ms, kind, outcome, reason, items, attempt)
      VALUES ('${LOG_ID}', '${LOG_ID}', 0, 'event', 'stored', '', 1, ${attempt})`);
  }
  const { forgotten, housekeeping: own } = housekeeping([1]);
  await own.run(nothingWaits, visible);
  expect(await sample.client.rows('SELECT attempt FROM ledger')).toEqual([[2]]);
  expect(forgotten).toEqual([1]);
});

test('a removal is complete when no part from before it is left', async () => {
  await remove(Date.now());
  await housekeeping().housekeeping.run(nothingWaits, visible, Date.now() + HOUR_MS);
  expect(await isScrubbed()).toBe(true);
});

test('a removal is not complete while lines from before it may be in the landing table', async () => {
  await land();
  await remove(Date.now() + 1_000);
  await housekeeping().housekeeping.run(nothingWaits, visible, Date.now() + 2_000);
  expect(await isScrubbed()).toBe(false);
});
