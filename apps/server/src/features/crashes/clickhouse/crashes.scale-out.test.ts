import { HOUR_MS } from '@lamppost/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RandomFacts } from '../../../compose/testing/random-facts.ts';
import { batchRecord, receivedAtMs, scope } from '../../../compose/testing/sample-log.ts';
import { TwoEngines } from '../../../compose/testing/two-engines.ts';
import {
  type CrashGroupsParams,
  crashGroupsQuery,
  crashReportsQuery,
  crashSharesQuery,
  ungroupedCrashesQuery,
} from '../queries/crash-groups.ts';
import { healthDimensions, sessionHealthQuery } from '../queries/session-health.ts';

const startMs = receivedAtMs - 30 * HOUR_MS;
const range = { scope, fromMs: startMs, toMs: startMs + 24 * HOUR_MS };
const crashId = (number: number): string => `018f2f6e-7c1a-7000-8000-${String(number).padStart(12, '0')}`;
// Ordered by their first half in DuckDB, and by their last half as UUIDs of ClickHouse.
const print = (number: number): string => `0000000${9 - number}-0000-8000-8000-00000000000${number}`;
const dimensions = [...healthDimensions, 'release'] as const;

let engines: TwoEngines;
beforeAll(async () => {
  engines = await TwoEngines.open();
  const facts = new RandomFacts(5, startMs);
  const crashes = Array.from({ length: 120 }, (_, number) => crashId(number));
  const items = crashes
    .slice(0, 110)
    .map((crash_id, number) => ({ crash_id, fingerprint: print(number % 6), rule: 1, symbols: number % 2 }));
  await engines.load(
    ...Array.from({ length: 300 }, () => facts.event('tap', 30)),
    ...Array.from({ length: 120 }, () => facts.metric('span', 'm', 1, 30)),
    ...crashes.map((id) => facts.crash(id, 30)),
    ...['a1', 'a2', 'a3'].map((anonymous_id, at) => batchRecord({ anonymous_id, user_id: `u${at}` }, { kind: 'link' })),
    batchRecord({ items }, { kind: 'grouping' }),
    batchRecord(
      { items: items.slice(0, 20).map((item) => ({ ...item, fingerprint: print(7), rule: 2 })) },
      { kind: 'grouping', receivedAtMs: receivedAtMs + 5 },
    ),
  );
}, 60_000);
afterAll(() => engines.close());

test.each([undefined, ...dimensions])('session health by %s is the same from both engines', async (dimension) => {
  const over = { interval: 'hour', timezone: 'Asia/Kathmandu' } as const;
  for (const more of [{ over }, { appVersion: '1.10', key: 'f' }, { platform: 'ios', limit: 3 }]) {
    const query = { ...range, limit: 1_000, ...(dimension === undefined ? {} : { dimension }), ...more };
    const [duckdb, clickhouse] = await engines.run(sessionHealthQuery, query);
    expect(clickhouse).toEqual(duckdb);
    expect(duckdb.totals.sessions).toBeGreaterThan(0);
  }
});

test('shares of a group in all dimensions are the same from both engines', async () => {
  for (const limit of [4, 1_000]) {
    const query = { ...range, fingerprints: [print(1), print(7)], dimensions, limit };
    const [duckdb, clickhouse] = await engines.run(crashSharesQuery, query);
    expect(clickhouse).toEqual(duckdb);
    expect(duckdb.totals.crashedSessions).toBeGreaterThan(0);
  }
});

test('groups in every order, page by page, are the same from both engines', async () => {
  for (const sort of ['last_seen', 'first_seen', 'reports', 'users'] as const) {
    let cursor: string | null = null;
    do {
      const query: CrashGroupsParams = {
        ...range,
        sort,
        selection: { aliases: [[print(2), print(3)]], except: [print(4)] },
        page: { limit: 2, ...(cursor === null ? {} : { cursor }) },
        nowMs: range.toMs,
        ...(sort === 'users' ? { firstSeenSinceMs: startMs + HOUR_MS } : {}),
      };
      const [duckdb, clickhouse] = await engines.run(crashGroupsQuery, query);
      expect(clickhouse).toEqual(duckdb);
      cursor = duckdb.nextCursor;
    } while (cursor !== null);
  }
});

test('reports of groups and those without one are the same from both engines', async () => {
  const page = { limit: 7 };
  const [duckdb, clickhouse] = await engines.run(crashReportsQuery, { scope, fingerprints: [print(1)], page });
  expect(clickhouse).toEqual(duckdb);
  expect(duckdb.rows).toHaveLength(7);
  const ungrouped = { scope, rule: 2, symbols: 1, symbolsSinceMs: 0, beforeMs: Date.now(), page: { limit: 200 } };
  const [left, right] = await engines.run(ungroupedCrashesQuery, ungrouped);
  expect(right).toEqual(left);
  expect(left.rows.length).toBeGreaterThan(90);
});
