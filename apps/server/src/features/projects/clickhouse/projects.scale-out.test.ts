import { DAY_MS, HOUR_MS } from '@lamppost/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ledgerQuery } from '../../../analytics/ledger.ts';
import { BothEngines } from '../../../compose/testing/both-engines.ts';
import { OddRecords } from '../../../compose/testing/odd-records.ts';
import { environmentId, projectId, receivedAtMs } from '../../../compose/testing/sample-log.ts';
import { storedPerDayQuery } from '../queries/stored-per-day.ts';

let both: BothEngines;
beforeAll(async () => {
  both = await BothEngines.open();
  const records = new OddRecords(41);
  await both.load(...records.some(100));
  await both.sample.write();
  await both.load(...records.some(100));
});
afterAll(() => both.close());

const range = { fromMs: receivedAtMs - 100 * DAY_MS, toMs: receivedAtMs + DAY_MS };

test('both engines count the same into the ledger, of a project and of an environment', async () => {
  for (const kind of ['events', 'crashes', 'metrics'] as const) {
    for (const interval of ['hour', 'day'] as const) {
      const sums = await both.same(ledgerQuery, { projectId, kind, interval, ...range });
      expect(sums.length).toBeGreaterThan(5);
      await both.same(ledgerQuery, { projectId, environmentId, kind, interval, ...range });
    }
  }
  const hour = { fromMs: receivedAtMs - HOUR_MS, toMs: receivedAtMs };
  await both.same(ledgerQuery, { projectId, kind: 'events', interval: 'hour', ...hour });
  expect(await both.same(ledgerQuery, { projectId: environmentId, kind: 'events', interval: 'day', ...range })).toEqual(
    [],
  );
});

test('both engines count the same events per day', async () => {
  expect((await both.same(storedPerDayQuery, { projectId, ...range })).length).toBeGreaterThan(2);
});
