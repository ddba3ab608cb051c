import { afterAll, beforeAll, expect, test } from 'vitest';
import { batchRecord, receivedAtMs, scope } from '../../../compose/testing/sample-log.ts';
import { SampleStore } from '../../../compose/testing/sample-store.ts';
import { cohortMembersQuery } from '../queries/cohort-members.ts';

let store: SampleStore;
beforeAll(async () => {
  store = await SampleStore.open();
});
afterAll(() => store.close());

const timestamp = new Date(receivedAtMs - 60_000).toISOString();
const seen = (user: string, platform: string, receivedAfterMs: number, at = timestamp) =>
  batchRecord(
    { batch: [{ event: 'seen', timestamp: at, context: { user: { id: user }, device: { platform } } }] },
    { receivedAtMs: receivedAtMs + receivedAfterMs },
  );

test('of events at the same time the one that was received last says who is in a cohort of attributes', async () => {
  const earlier = new Date(receivedAtMs - 120_000).toISOString();
  await store.load(
    seen('web last', 'ios', 0),
    seen('web last', 'web', 5),
    seen('ios last', 'web', 0),
    seen('ios last', 'ios', 5),
    seen('web only', 'web', 0),
    seen('web only', 'web', 5),
    seen('web later', 'ios', 5, earlier),
    seen('web later', 'web', 0),
    seen('ios later', 'web', 5, earlier),
    seen('ios later', 'ios', 0),
  );
  const filters = [{ field: 'platform', op: 'eq', value: 'web' }] as const;
  const source = { kind: 'latest', scope, filters } as const;
  expect(await store.analytics.run(cohortMembersQuery, { scope, source, userLimit: 10 })).toEqual({
    persons: 3,
    users: 3,
    userIds: ['web last', 'web later', 'web only'],
  });
});
