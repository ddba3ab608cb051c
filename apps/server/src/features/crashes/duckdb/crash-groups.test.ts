import { HOUR_MS } from '@lamppost/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LogRecord } from '../../../collect/event-log/log-record.ts';
import { batchRecord, eventsRecord, receivedAtMs, scope } from '../../../compose/testing/sample-log.ts';
import { SampleStore } from '../../../compose/testing/sample-store.ts';
import type { CrashGroupsParams, UngroupedCrashesParams } from '../queries/crash-groups.ts';
import {
  crashGroupsQuery,
  crashReportQuery,
  crashReportsQuery,
  crashSharesQuery,
  ungroupedCrashesQuery,
} from '../queries/crash-groups.ts';

const nowMs = receivedAtMs;
const at = (hoursAgo: number): number => nowMs - hoursAgo * HOUR_MS;
const crashId = (number: number): string => `018f2f6e-7c1a-7000-8000-${String(number).padStart(12, '0')}`;
const print = (name: string): string =>
  `00000000-0000-8000-8000-${Buffer.from(name).toString('hex').padStart(12, '0')}`;

const crash = (number: number, hoursAgo: number, report: object = {}): LogRecord =>
  batchRecord(
    { crash_id: crashId(number), timestamp: new Date(at(hoursAgo)).toISOString(), platform: 'ios', ...report },
    { kind: 'crash', receivedAtMs: at(hoursAgo) },
  );
const grouped = (groupedAtMs: number, fingerprint: string, ...numbers: number[]): LogRecord =>
  batchRecord(
    { items: numbers.map((number) => ({ crash_id: crashId(number), fingerprint, rule: 1, symbols: 0 })) },
    { kind: 'grouping', receivedAtMs: groupedAtMs },
  );
const session = (id: string, hoursAgo: number, more: object): object => ({
  event: '$session_start',
  timestamp: new Date(at(hoursAgo)).toISOString(),
  context: { session: { id }, ...more },
});

let store: SampleStore;
beforeAll(async () => {
  store = await SampleStore.open();
  await store.load(
    eventsRecord(
      session('s1', 3, { app: { version: '1.0' }, flags: { fast: true }, device: { platform: 'ios' } }),
      session('s2', 3, { app: { version: '1.1' }, flags: { fast: false }, device: { platform: 'ios' } }),
      session('s3', 3, { app: { version: '1.1' }, flags: { fast: false }, experiments: { pay: 'b' } }),
    ),
    crash(1, 2, { user_id: 'ann', session_id: 's1', device_id: 'd1', app_version: '1.0' }),
    crash(2, 1.5, { user_id: 'ann', session_id: 's1', device_id: 'd2', app_version: '1.10' }),
    crash(3, 0.5, { user_id: 'bob', device_id: 'd2', app_version: '1.10', platform: 'android' }),
    crash(4, 400, { device_id: 'd3', session_id: 'old', app_version: '0.9' }),
    crash(5, 1.2, { session_id: 's2' }),
    crash(6, 0.2),
    grouped(nowMs, print('first'), 1, 2, 3, 5),
  );
  await store.write();
  await store.load(
    grouped(nowMs + 1, print('a'), 1, 2, 4),
    grouped(nowMs + 2, print('b'), 3),
    grouped(nowMs, print('late'), 3),
  );
});
afterAll(() => store.close());

const run = (more: Partial<CrashGroupsParams> = {}) =>
  store.analytics.run(crashGroupsQuery, {
    scope,
    selection: { aliases: [] },
    fromMs: at(48),
    toMs: nowMs + 1,
    sort: 'last_seen',
    page: { limit: 10 },
    nowMs,
    ...more,
  });
const namesOf = async (more: Partial<CrashGroupsParams> = {}) =>
  (await run(more)).rows.map(({ fingerprint, reports }) => [fingerprint, reports]);

test('reports are counted under what was decided last, and those that are not grouped under nothing', async () => {
  const { rows, nextCursor } = await run();
  expect(nextCursor).toBeNull();
  expect(rows.map(({ sparkline: _, hoursBefore: __, ...row }) => row)).toEqual([
    {
      fingerprint: print('b'),
      reports: 1,
      sessions: 0,
      devices: 1,
      users: 1,
      firstSeenMs: at(0.5),
      lastSeenMs: at(0.5),
      versions: [{ version: '1.10', reports: 1 }],
      lastHour: 1,
    },
    expect.objectContaining({ fingerprint: print('first'), reports: 1, users: 0, sessions: 1 }),
    {
      fingerprint: print('a'),
      reports: 2,
      sessions: 1,
      devices: 2,
      users: 1,
      firstSeenMs: at(400),
      lastSeenMs: at(1.5),
      versions: [
        { version: '0.9', reports: 1 },
        { version: '1.0', reports: 1 },
        { version: '1.10', reports: 1 },
      ],
      lastHour: 0,
    },
  ]);
  const [b, , a] = rows;
  expect(a?.hoursBefore.slice(0, 3)).toEqual([1, 1, 0]);
  expect(a?.hoursBefore).toHaveLength(168);
  expect(b?.sparkline).toHaveLength(48);
  expect(b?.sparkline[47]).toBe(1);
  expect(a?.sparkline.reduce((sum, count) => sum + count, 0)).toBe(2);
});

test('fingerprints of one group are counted together, each session, device and user once', async () => {
  const aliases = [[print('b'), print('a')]] as const;
  const { rows } = await run({ selection: { aliases, only: [print('a')] } });
  expect(rows).toMatchObject([{ fingerprint: print('a'), reports: 3, sessions: 1, devices: 2, users: 2 }]);
  expect(await namesOf({ selection: { aliases, except: [print('a')] } })).toEqual([[print('first'), 1]]);
  expect(await namesOf({ selection: { aliases, only: [] } })).toEqual([]);
});

test('a range, a platform and a version choose reports; a group without any is not listed', async () => {
  expect(await namesOf({ platform: 'android' })).toEqual([[print('b'), 1]]);
  expect(await namesOf({ appVersion: '1.0' })).toEqual([[print('a'), 1]]);
  expect(await namesOf({ fromMs: at(500), toMs: at(300) })).toEqual([[print('a'), 1]]);
  expect(await namesOf({ firstSeenSinceMs: at(10) })).toEqual([
    [print('b'), 1],
    [print('first'), 1],
  ]);
  expect(await namesOf({ firstSeenSinceMs: at(1) })).toEqual([[print('b'), 1]]);
  const foreign = { ...scope, environmentId: '018f2f6e-7c1a-7000-8000-0000000000ff' };
  expect(await namesOf({ scope: foreign })).toEqual([]);
});

test('pages follow the order and neither repeat nor skip', async () => {
  for (const sort of ['last_seen', 'first_seen', 'reports', 'users'] as const) {
    const whole = await namesOf({ sort });
    const paged = [];
    let cursor: string | undefined;
    for (;;) {
      const page = await run({ sort, page: { limit: 1, ...(cursor === undefined ? {} : { cursor }) } });
      paged.push(...page.rows.map(({ fingerprint, reports }) => [fingerprint, reports]));
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    expect(paged).toEqual(whole);
  }
  expect((await namesOf({ sort: 'reports' }))[0]).toEqual([print('a'), 2]);
});

test('the reports of a group come newest first, in pages, as they were stored', async () => {
  const asked = { scope, fingerprints: [print('a'), print('b')] };
  const first = await store.analytics.run(crashReportsQuery, { ...asked, page: { limit: 2 } });
  expect(first.rows.map(({ crashId: id, fingerprint }) => [id, fingerprint])).toEqual([
    [crashId(3), print('b')],
    [crashId(2), print('a')],
  ]);
  expect(JSON.parse(first.rows[0]?.reportJson ?? '')).toMatchObject({ user_id: 'bob', platform: 'android' });
  const cursor = first.nextCursor ?? '';
  const next = await store.analytics.run(crashReportsQuery, { ...asked, page: { limit: 5, cursor } });
  expect(next.rows.map(({ crashId: id }) => id)).toEqual([crashId(1), crashId(4)]);
  expect(next.nextCursor).toBeNull();
  expect(await store.analytics.run(crashReportQuery, { scope, crashId: crashId(6).toUpperCase() })).toMatchObject({
    fingerprint: null,
    happenedAtMs: at(0.2),
  });
  expect(await store.analytics.run(crashReportQuery, { scope, crashId: crashId(99) })).toBeNull();
});

test('what is not grouped by the rule, or not with these symbols, can be found, except what is on its way', async () => {
  const ungrouped = async (more: Partial<UngroupedCrashesParams> = {}) => {
    const query = { scope, rule: 1, symbols: 0, symbolsSinceMs: 0, beforeMs: nowMs, page: { limit: 9 }, ...more };
    return (await store.analytics.run(ungroupedCrashesQuery, query)).rows.map(({ crashId: id }) =>
      Number(id.slice(-3)),
    );
  };
  expect(await ungrouped()).toEqual([6]);
  expect(await ungrouped({ beforeMs: at(0.2) })).toEqual([]);
  expect(await ungrouped({ rule: 2 })).toEqual([6, 3, 5, 2, 1, 4]);
  expect(await ungrouped({ symbols: 7, symbolsSinceMs: at(100) })).toEqual([6, 3, 5, 2, 1]);
});

test('sessions of a group are held against all sessions, by everything at once', async () => {
  const { totals, rows } = await store.analytics.run(crashSharesQuery, {
    scope,
    fingerprints: [print('a')],
    fromMs: at(48),
    toMs: nowMs + 1,
    dimensions: ['app_version', 'flag', 'experiment'],
    limit: 50,
  });
  expect(totals).toEqual({ sessions: 3, crashedSessions: 1, users: 1, crashedUsers: 1 });
  const shown = rows.map(({ dimension, key, value, crashedSessions, sessions, keySessions }) =>
    [dimension, key, value, `${crashedSessions}/${sessions}`, keySessions].join(' '),
  );
  expect(shown.toSorted()).toEqual([
    'app_version  1.0 1/1 3',
    'app_version  1.1 0/2 3',
    'experiment pay b 0/1 1',
    'flag fast false 0/2 3',
    'flag fast true 1/1 3',
  ]);
});
