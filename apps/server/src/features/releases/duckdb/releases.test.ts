import { HOUR_MS } from '@lamppost/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { batchRecord, eventsRecord, receivedAtMs, scope } from '../../../compose/testing/sample-log.ts';
import { SampleStore } from '../../../compose/testing/sample-store.ts';
import { sessionHealthQuery } from '../../crashes/queries/session-health.ts';
import { releaseAdoptionQuery, releaseRequestsQuery, releasesSeenQuery } from '../queries/releases.ts';

const at = (hours: number): string => new Date(receivedAtMs + hours * HOUR_MS).toISOString();
const event = (hours: number, platform: string, version: string, session: string, anonymous = session) => ({
  event: 'tap',
  timestamp: at(hours),
  context: {
    session: { id: session },
    user: { anonymous_id: anonymous },
    device: { platform },
    app: { version },
  },
});

let store: SampleStore;
beforeAll(async () => {
  store = await SampleStore.open();
  await store.load(
    eventsRecord(
      event(-50, 'ios', '1.0', 's1', 'ann'),
      event(-50, 'ios', '1.0', 's2', 'ann'),
      event(-26, 'iPadOS', '1.1', 's3', 'bob'),
      event(-25, 'ios', '1.1', 's3', 'bob'),
      event(-24, 'ios', '1.0', 's4', 'cleo'),
      event(-3, 'web', '2024.6 (12)', 's5'),
      event(-3, 'web', '', 's6'),
      event(-3, 'web', 'unknown', 's7'),
      event(-3, 'web', `1.${'0'.repeat(80)}`, 's8'),
      event(-3, 'car', '1.0', 's9'),
      event(-20_000, 'ios', '1.1', 's10'),
    ),
  );
  await store.write();
  await store.load(
    batchRecord(
      {
        batch: [
          [10, 200],
          [20, 404],
          [30, 500],
          [40, 200],
        ].map(([value_ms, status_code]) => ({
          metric_type: 'network',
          metric_name: 'https://a.example/',
          value_ms,
          status_code,
        })),
        context: { platform: 'android', app_version: '5' },
      },
      { kind: 'metrics' },
    ),
    batchRecord(
      {
        batch: [{ metric_type: 'network', metric_name: 'dns_lookup', value_ms: 9_999 }],
        context: { platform: 'android', app_version: '5' },
      },
      { kind: 'metrics' },
    ),
    batchRecord(
      { crash_id: '018f2f6e-7c1a-7000-8000-0000000000c1', platform: 'macos', app_version: '0.9', timestamp: at(-70) },
      { kind: 'crash', receivedAtMs: receivedAtMs + HOUR_MS },
    ),
  );
});
afterAll(() => store.close());

test('versions are found in events, metrics and crash reports, on platforms that have releases', async () => {
  const seen = await store.analytics.run(releasesSeenQuery, { scope, receivedSinceMs: 0, limit: 100 });
  expect(seen.map(({ platform, version, firstSeenMs }) => [platform, version, firstSeenMs])).toEqual([
    ['android', '5', receivedAtMs],
    ['ios', '1.0', receivedAtMs - 50 * HOUR_MS],
    ['ios', '1.1', receivedAtMs - 26 * HOUR_MS],
    ['ios', '0.9', receivedAtMs - 70 * HOUR_MS],
    ['web', '2024.6 (12)', receivedAtMs - 3 * HOUR_MS],
  ]);
  const later = await store.analytics.run(releasesSeenQuery, { scope, receivedSinceMs: receivedAtMs + 1, limit: 100 });
  expect(later.map(({ version }) => version)).toEqual(['0.9']);
  expect(await store.analytics.run(releasesSeenQuery, { scope, receivedSinceMs: 0, limit: 1 })).toHaveLength(1);
});

test('requests are counted by release, with those that failed; parts of requests are none', async () => {
  const range = { scope, fromMs: receivedAtMs - HOUR_MS, toMs: receivedAtMs + HOUR_MS };
  expect(await store.analytics.run(releaseRequestsQuery, range)).toEqual([
    {
      platform: 'android',
      version: '5',
      requests: 4,
      failed: 2,
      p50Ms: 25,
      p95Ms: expect.closeTo(38.5, 6),
      p99Ms: expect.closeTo(39.7, 6),
    },
  ]);
});

test('adoption counts sessions and persons of each version in each bucket, and all together', async () => {
  const query = { scope, fromMs: receivedAtMs - 60 * HOUR_MS, toMs: receivedAtMs, timezone: 'UTC' } as const;
  const { bucketsMs, points } = await store.analytics.run(releaseAdoptionQuery, {
    ...query,
    interval: 'week',
    platform: 'ios',
  });
  const sum = (version: string | null, what: 'sessions' | 'users') =>
    points
      .filter(({ release }) => (release?.version ?? null) === version)
      .reduce((total, point) => total + point[what], 0);
  expect(bucketsMs.length).toBeGreaterThan(0);
  expect([sum('1.0', 'sessions'), sum('1.1', 'sessions'), sum(null, 'sessions')]).toEqual([3, 1, 4]);
  expect([sum('1.0', 'users'), sum('1.1', 'users')]).toEqual([2, 1]);
  expect(points.every(({ release }) => release === null || release.platform === 'ios')).toBe(true);
});

test('sessions are told apart by release too', async () => {
  const range = { scope, fromMs: receivedAtMs - 100 * HOUR_MS, toMs: receivedAtMs + HOUR_MS, limit: 10 };
  const { rows } = await store.analytics.run(sessionHealthQuery, { ...range, dimension: 'release' });
  expect(rows.map(({ value, sessions }) => [value, sessions])).toEqual([
    ['ios 1.0', 3],
    [null, 2],
    ['ios 1.1', 1],
    [`web 1.${'0'.repeat(80)}`, 1],
    ['web 2024.6 (12)', 1],
    ['web unknown', 1],
  ]);
});
