import { afterAll, beforeAll, expect, test } from 'vitest';
import { batchRecord, scope } from '../../../../compose/testing/sample-log.ts';
import { SampleStore } from '../../../../compose/testing/sample-store.ts';
import { personRowsQuery } from '../../../people/queries/people.ts';

const event = {
  properties: { blob: 'b'.repeat(800_000) },
  event: 'big',
  event_id: 'e-1',
  context: { user: { id: 'ada' } },
};
const rejected = [{ index: 0, reason: 'Event exceeds 32KB limit', eventJson: JSON.stringify(event) }];
const expected = { truncated: true, event: 'big', event_id: 'e-1', context: { user: { id: 'ada' } } };

let store: SampleStore;
beforeAll(async () => {
  store = await SampleStore.open({ isWriting: true });
  await store.load(batchRecord({ batch: [] }, { items: 1, rejected }));
});
afterAll(() => store.close());

test('a rejected event that was stored whole by an earlier version is shown bounded', async () => {
  const [row] = await store.failedEvents();
  expect(row?.raw).toMatchObject({ ...expected, size: JSON.stringify(event).length });
  expect(JSON.stringify(row).length).toBeLessThan(8_192);
});

test('it is bounded in the export of its user too', async () => {
  const ids = { userId: 'ada', anonymousIds: [], deviceIds: [] };
  const query = { scope, ids, table: 'failed_events', page: { limit: 10 } } as const;
  const { rowsJson } = await store.analytics.run(personRowsQuery, query);
  expect(JSON.parse(rowsJson)).toMatchObject([{ raw: expected }]);
  expect(rowsJson.length).toBeLessThan(8_192);
});
