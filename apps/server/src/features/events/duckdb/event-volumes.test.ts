import { HOUR_MS } from '@lamppost/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { batchRecord, eventsRecord, projectId, receivedAtMs, scope } from '../../../compose/testing/sample-log.ts';
import { SampleStore } from '../../../compose/testing/sample-store.ts';
import { type EventVolumesParams, eventVolumesQuery, MAX_VOLUMES } from '../queries/event-volumes.ts';

const fromMs = receivedAtMs - 10 * HOUR_MS;
const event = (name: string, ms: number) => ({ event: name, timestamp: new Date(fromMs + ms).toISOString() });

let store: SampleStore;
beforeAll(async () => {
  store = await SampleStore.open();
  await store.load(eventsRecord(event('a', 0), event('a', 999), event('b', 333), event('c', -1), event('c', 1_000)));
  await store.write();
  await store.load(
    eventsRecord(event('a', 334), event('b', 666)),
    batchRecord({ batch: [event('a', 1)] }, { environmentId: projectId }),
  );
});
afterAll(() => store.close());

const run = (more: Partial<EventVolumesParams> = {}) =>
  store.analytics.run(eventVolumesQuery, { scope, fromMs, toMs: fromMs + 1_000, buckets: 3, ...more });

test('names of the range with their events in each third of it, however it is divided', async () => {
  expect(await run()).toEqual({
    volumes: [
      { name: 'a', count: 3, series: [1, 1, 1] },
      { name: 'b', count: 2, series: [1, 1, 0] },
    ],
    hasMore: false,
  });
});

test('parts without events are zero, and there may be more parts than milliseconds', async () => {
  const { volumes } = await run({ buckets: 5, toMs: fromMs + 2 });
  expect(volumes).toEqual([{ name: 'a', count: 1, series: [1, 0, 0, 0, 0] }]);
  expect(await run({ fromMs: 0, toMs: 1 })).toEqual({ volumes: [], hasMore: false });
});

test('a flood of names is cut behind the most frequent', async () => {
  const from = fromMs + HOUR_MS;
  const names = Array.from({ length: MAX_VOLUMES + 1 }, (_, at) => event(`n${at}`, HOUR_MS + 1));
  await store.load(eventsRecord(...names, event('z', HOUR_MS + 1), event('z', HOUR_MS + 1)));
  const { volumes, hasMore } = await run({ fromMs: from, toMs: from + 1_000 });
  expect([volumes.length, volumes[0]?.name, hasMore]).toEqual([MAX_VOLUMES, 'z', true]);
});
