import { HOUR_MS, MINUTE_MS } from '@lamppost/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LogRecord } from '../../../collect/event-log/log-record.ts';
import { batchRecord, eventsRecord, receivedAtMs, scope } from '../../../compose/testing/sample-log.ts';
import { SampleStore } from '../../../compose/testing/sample-store.ts';
import type { SessionHealthParams } from '../queries/session-health.ts';
import { healthDimensions, sessionHealthQuery } from '../queries/session-health.ts';
import { sessionHealth } from './session-health.ts';

// The first quarter of an hour, whenever the test runs: a bucket of its own.
const startMs = Math.floor((receivedAtMs - 600 * MINUTE_MS) / HOUR_MS) * HOUR_MS;
const at = (minutes: number): string => new Date(startMs + minutes * MINUTE_MS).toISOString();

let crashes = 0;
const crash = (minutes: number, report: object): LogRecord => {
  crashes += 1;
  const crash_id = `018f2f6e-7c1a-7000-8000-${String(crashes).padStart(12, '0')}`;
  return batchRecord({ crash_id, timestamp: at(minutes), ...report }, { kind: 'crash' });
};
const metric = (minutes: number, context: object): LogRecord =>
  batchRecord({ batch: [{ metric_name: 'm', value_ms: 1, timestamp: at(minutes) }], context }, { kind: 'metrics' });
const event = (minutes: number, session: string, more: Record<string, object> = {}) => ({
  event: 'tap',
  timestamp: at(minutes),
  context: { session: { id: session }, ...more },
});
const ios = { device: { id: 'd1', platform: 'ios', os_name: 'iOS', os_version: '18.1' } };

let store: SampleStore;
beforeAll(async () => {
  store = await SampleStore.open();
  await store.load(
    eventsRecord(
      event(1, 'calm', { ...ios, user: { anonymous_id: 'a1' }, app: { version: '1.0' }, flags: { fast: false } }),
      event(2, 'calm', { ...ios, user: { id: 'ann' }, app: { version: '1.1' }, flags: { fast: true } }),
      event(3, 'crashed', { ...ios, user: { anonymous_id: 'a1' }, app: { version: '1.1' }, flags: { fast: true } }),
      event(4, 'plain', { user: { id: 'bob' }, app: { version: '' } }),
      event(5, 'odd', { flags: ['no', 'object'], experiments: { checkout: { deep: 1 } } }),
      { event: 'no session', timestamp: at(6) },
      event(900, 'too late', { app: { version: '9' } }),
    ),
    batchRecord({ anonymous_id: 'a1', user_id: 'ann', device_id: 'd1' }, { kind: 'link' }),
    metric(7, {
      session_id: 'measured',
      app_version: '1.0',
      platform: 'android',
      active_experiments: { checkout: 'b' },
    }),
  );
  await store.write();
  await store.load(
    crash(8, {
      session_id: 'crashed',
      os_version: '18',
      device_id: 'd1',
      active_flags: { fast: false, theme: 'dark' },
    }),
    crash(9, { session_id: 'crashed', app_version: '0.9' }),
    crash(10, { session_id: 'alone', app_version: '1.0', platform: 'android', user_id: 'cleo' }),
    crash(11, { app_version: '1.0' }),
    crash(12, { app_version: '1.0', session_id: '' }),
  );
});
afterAll(() => store.close());

const run = (more: Partial<SessionHealthParams> = {}) =>
  store.analytics.run(sessionHealthQuery, {
    scope,
    fromMs: startMs,
    toMs: startMs + 600 * MINUTE_MS,
    limit: 100,
    ...more,
  });
const rowsOf = async (more: Partial<SessionHealthParams>) =>
  (await run(more)).rows.map(({ key, value, sessions, crashedSessions, users, crashedUsers }) => [
    ...(key === null ? [] : [key]),
    value,
    `${crashedSessions}/${sessions}`,
    `${crashedUsers}/${users}`,
  ]);

test('a session is a session id that anything names; reports without one are counted, but in no session', async () => {
  expect(await run()).toEqual({
    totals: { sessions: 6, crashedSessions: 2, users: 3, crashedUsers: 2 },
    reports: 5,
    reportsWithoutSession: 2,
    rows: [],
    points: [],
  });
});

test('a session has the last version that its events say, else the last of its metrics and reports', async () => {
  expect(await rowsOf({ dimension: 'app_version' })).toEqual([
    ['1.0', '1/2', '1/1'],
    ['1.1', '1/2', '1/1'],
    [null, '0/2', '0/1'],
  ]);
  expect(await rowsOf({ dimension: 'os' })).toEqual([
    [null, '1/4', '1/2'],
    ['iOS 18.1', '1/2', '1/1'],
  ]);
});

test('a flag has the last value that anything of the session says; a session that does not say it is in no row', async () => {
  expect(await rowsOf({ dimension: 'flag', key: 'fast' })).toEqual([
    ['fast', 'false', '1/1', '1/1'],
    ['fast', 'true', '0/1', '0/1'],
  ]);
  expect(await rowsOf({ dimension: 'flag' })).toEqual([
    ['fast', 'false', '1/1', '1/1'],
    ['fast', 'true', '0/1', '0/1'],
    ['theme', 'dark', '1/1', '1/1'],
  ]);
  expect(await rowsOf({ dimension: 'experiment' })).toEqual([
    ['checkout', 'b', '0/1', '0/0'],
    ['checkout', '{"deep":1}', '0/1', '0/0'],
  ]);
});

test('sums of a key hold for all of its values, whatever the limit', async () => {
  const { rows } = await run({ dimension: 'flag', limit: 1 });
  expect(rows).toEqual([
    expect.objectContaining({ key: 'fast', value: 'false', keySessions: 2, keyCrashedSessions: 1 }),
  ]);
});

test('the sessions of one version and platform can be asked for', async () => {
  const { totals } = await run({ appVersion: '1.0', platform: 'android' });
  expect(totals).toEqual({ sessions: 2, crashedSessions: 1, users: 1, crashedUsers: 1 });
  expect(await rowsOf({ dimension: 'platform', appVersion: '1.1' })).toEqual([['ios', '1/2', '1/1']]);
  expect((await run({ appVersion: "it's none" })).totals.sessions).toBe(0);
});

test('over time, stretches add up to the whole', async () => {
  const over = { interval: 'hour', timezone: 'UTC' } as const;
  const { totals, points } = await run({ toMs: startMs + 1_000 * MINUTE_MS, over });
  const filled = points.filter(({ sessions }) => sessions > 0);
  expect(filled.map(({ sessions, crashedSessions }) => [sessions, crashedSessions])).toEqual([
    [6, 2],
    [1, 0],
  ]);
  expect([totals.sessions, totals.crashedSessions]).toEqual([7, 2]);
});

test.each([undefined, 'release' as const, ...healthDimensions])(
  'by %s, sessions that are worked out in parts are the same',
  async (dimension) => {
    const params = {
      scope,
      fromMs: startMs,
      toMs: startMs + 600 * MINUTE_MS,
      limit: 100,
      over: { interval: 'hour' as const, timezone: 'UTC' },
      ...(dimension === undefined ? {} : { dimension }),
    };
    const whole = await store.analytics.run(sessionHealthQuery, params);
    expect(whole.totals.sessions).toBeGreaterThan(3);
    await store.connection.run('BEGIN');
    try {
      expect(await sessionHealth(store.connection, params, 2)).toEqual(whole);
    } finally {
      await store.connection.run('ROLLBACK');
    }
  },
);
