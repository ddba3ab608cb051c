import { DAY_MS, HOUR_MS, MINUTE_MS } from '@lamppost/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { QueryRejected } from '../../../analytics/analytics-store.ts';
import { batchRecord, eventsRecord, projectId, receivedAtMs, scope } from '../../../compose/testing/sample-log.ts';
import { SampleStore } from '../../../compose/testing/sample-store.ts';
import { type ActivePeopleParams, activePeopleQuery } from '../queries/active-people.ts';
import { type ActivityParams, activityQuery } from '../queries/activity.ts';
import { type FieldValuesParams, fieldValuesQuery } from '../queries/field-values.ts';

const startMs = Math.floor(receivedAtMs / HOUR_MS) * HOUR_MS - 5 * HOUR_MS;
interface Sent {
  readonly name?: string;
  readonly user?: string;
  readonly anonymous?: string;
  readonly platform?: string;
  readonly plan?: unknown;
  readonly experiments?: object;
}
const event = (minutes: number, { name = 'e', user, anonymous, platform, plan, experiments }: Sent = {}) => ({
  event: name,
  timestamp: new Date(startMs + minutes * MINUTE_MS).toISOString(),
  properties: { plan },
  context: { user: { id: user, anonymous_id: anonymous }, device: { platform }, experiments },
});

let store: SampleStore;
beforeAll(async () => {
  store = await SampleStore.open();
  await store.load(
    eventsRecord(
      event(0, { user: 'ann', platform: 'ios', plan: 'Pro', experiments: { pay: 'a', menu: 'b' } }),
      event(59, { anonymous: 'a-ann', platform: 'web', plan: 'pro', experiments: { pay: 'a' } }),
      event(60, { user: 'ann', platform: 'ios', plan: 5 }),
      event(61, { anonymous: 'ann', platform: 'android', name: 'f' }),
      event(61, {}),
      event(180, { user: 'bob', platform: 'ios' }),
      event(-10 * 24 * 60, { user: 'cleo', platform: 'ios' }),
      event(-40 * 24 * 60, { user: 'dora', platform: 'ios' }),
    ),
  );
  await store.write();
  await store.load(
    batchRecord({ anonymous_id: 'a-ann', user_id: 'ann', device_id: 'd' }, { kind: 'link' }),
    batchRecord({ batch: [event(1, { user: 'elsewhere' })] }, { environmentId: projectId }),
  );
});
afterAll(() => store.close());

const range = { fromMs: startMs, toMs: startMs + 3 * HOUR_MS };
const activity = (more: Partial<ActivityParams> = {}) =>
  store.analytics.run(activityQuery, { scope, ...range, ...more });

test('somebody who came in two hours is one person of the range and one of each hour', async () => {
  const over = { interval: 'hour', timezone: 'UTC' } as const;
  expect(await activity({ over })).toEqual({
    people: 2,
    events: 5,
    points: [
      { bucketMs: startMs, people: 1, events: 2 },
      { bucketMs: startMs + HOUR_MS, people: 2, events: 3 },
      { bucketMs: startMs + 2 * HOUR_MS, people: 0, events: 0 },
    ],
  });
});

test('without an interval there are totals only, and a range of nothing is 0', async () => {
  expect(await activity()).toEqual({ people: 2, events: 5, points: [] });
  expect(await activity({ fromMs: 0, toMs: 1 })).toEqual({ people: 0, events: 0, points: [] });
  const over = { interval: 'hour', timezone: 'UTC' } as const;
  expect(await activity({ fromMs: 0, toMs: HOUR_MS, over })).toEqual({
    people: 0,
    events: 0,
    points: [{ bucketMs: 0, people: 0, events: 0 }],
  });
});

test('more points than a chart can show are refused', async () => {
  const over = { interval: 'minute', timezone: 'UTC' } as const;
  await expect(activity({ toMs: startMs + 30 * DAY_MS, over })).rejects.toThrow(QueryRejected);
});

const reached = async (more: Partial<ActivePeopleParams> = {}) => {
  const { ofWeek, ofMonth, asOfMs } = await store.analytics.run(activePeopleQuery, { scope, ...more });
  expect(Math.abs(asOfMs - Date.now())).toBeLessThan(10_000);
  return [ofWeek, ofMonth];
};

test('active people are those of 7 and of 30 days, on any platform or on some', async () => {
  expect(await reached()).toEqual([3, 4]);
  expect(await reached({ platforms: ['ios'] })).toEqual([2, 3]);
  expect(await reached({ platforms: ['web', 'android'] })).toEqual([2, 2]);
  expect(await reached({ platforms: ["x' OR true --"] })).toEqual([0, 0]);
});

const values = async (more: Partial<FieldValuesParams>) => {
  const params = { scope, field: 'platform', ...range, limit: 10, ...more };
  const result = await store.analytics.run(fieldValuesQuery, params);
  return [result.values.map(({ value, count }) => `${value} ${count}`), result.hasMore];
};

test('values come the most frequent first, then by value; what is absent is none', async () => {
  expect(await values({})).toEqual([['ios 2', 'android 1', 'web 1'], false]);
  expect(await values({ limit: 2 })).toEqual([['ios 2', 'android 1'], true]);
  expect(await values({ event: 'f' })).toEqual([['android 1'], false]);
  expect(await values({ fromMs: 0 })).toEqual([['ios 4', 'android 1', 'web 1'], false]);
});

test('values of properties, persons and lists can be asked for too', async () => {
  expect(await values({ field: 'event_properties.plan' })).toEqual([['5 1', 'Pro 1', 'pro 1'], false]);
  expect(await values({ field: 'person_id' })).toEqual([['ann 4'], false]);
  expect(await values({ field: 'active_experiments' })).toEqual([['pay:a 2', 'menu:b 1'], false]);
  await expect(values({ field: 'colour' })).rejects.toThrow(QueryRejected);
});

test('a part of the value is found without regard to case, whatever is in it', async () => {
  expect(await values({ field: 'event_properties.plan', search: 'PR' })).toEqual([['Pro 1', 'pro 1'], false]);
  expect(await values({ search: 'DROID' })).toEqual([['android 1'], false]);
  for (const search of ["'", '%', '.*', '\0', '\ud800']) expect(await values({ search })).toEqual([[], false]);
});
