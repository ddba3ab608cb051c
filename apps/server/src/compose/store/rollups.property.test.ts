import { DAY_MS, HOUR_MS, MINUTE_MS } from '@lamppost/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildRollups } from '../../analytics/duckdb/rollups/build-rollups.ts';
import { haveHashes, rollupNames, rollups, summedTables } from '../../analytics/duckdb/rollups/rollup-tables.ts';
import type { LogRecord } from '../../collect/event-log/log-record.ts';
import { eraseRecord, expireRecord } from '../../collect/event-log/removal-records.ts';
import { crashSharesQuery } from '../../features/crashes/queries/crash-groups.ts';
import { sessionHealthQuery } from '../../features/crashes/queries/session-health.ts';
import { catalogQuery } from '../../features/events/queries/catalog.ts';
import { activePeopleQuery } from '../../features/insights/queries/active-people.ts';
import { activityQuery } from '../../features/insights/queries/activity.ts';
import { peopleQuery, personQuery, rankedPeopleQuery, timelineQuery } from '../../features/people/queries/people.ts';
import { storedPerDayQuery } from '../../features/projects/queries/stored-per-day.ts';
import { releaseAdoptionQuery, releasesSeenQuery } from '../../features/releases/queries/releases.ts';
import { batchRecord, scope } from '../testing/sample-log.ts';
import { SampleStore } from '../testing/sample-store.ts';

const numRuns = Number(process.env.PROPERTY_RUNS ?? (process.env.LP_TORTURE === 'long' ? 100 : 4));
const patience = { timeout: 60_000 + numRuns * 10_000 };
const todayMs = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });

/** A batch of one context, received in the last days; its items lie around that. */
const batch = fc.record({
  kind: fc.constantFrom('events' as const, 'events' as const, 'metrics' as const),
  receivedAtMs: fc.integer({ min: -10 * HOUR_MS, max: HOUR_MS }).map((ms) => todayMs - HOUR_MS + ms),
  user: maybe(fc.constantFrom('u1', 'u2', 'same')),
  anonymous: maybe(fc.constantFrom('a1', 'a2', 'same')),
  device: maybe(fc.constantFrom('d1', 'd2', 'same')),
  session: maybe(fc.constantFrom('s1', 's2', 's3', '')),
  platform: maybe(fc.constantFrom('ios', 'android', 'web')),
  version: maybe(fc.constantFrom('1.0', '1.1', '')),
  osName: maybe(fc.constantFrom('iOS', 'Android')),
  osVersion: maybe(fc.constantFrom('17', '18')),
  country: maybe(fc.constantFrom('DE', 'FR')),
  flags: maybe(fc.constantFrom({ dark: true }, { dark: false, size: 'l' }, {})),
  experiments: maybe(fc.constantFrom({ pay: 'a' }, { pay: 'b' })),
  items: fc.array(
    fc.record({ name: fc.constantFrom('opened', 'bought'), lateMs: fc.integer({ min: -DAY_MS, max: 2 * HOUR_MS }) }),
    { minLength: 1, maxLength: 5 },
  ),
});
type Batch = typeof batch extends fc.Arbitrary<infer T> ? T : never;

function recordOf(one: Batch): LogRecord {
  const { kind, receivedAtMs, user, anonymous, device, session, platform, version, flags, experiments } = one;
  const timeOf = (lateMs: number): string => new Date(receivedAtMs - lateMs).toISOString();
  const events = {
    batch: one.items.map(({ name, lateMs }) => ({ event: name, timestamp: timeOf(lateMs) })),
    context: {
      user: { id: user, anonymous_id: anonymous },
      device: { id: device, platform, country: one.country, os_name: one.osName, os_version: one.osVersion },
      app: { version },
      session: { id: session },
      flags,
      experiments,
    },
  };
  const metrics = {
    batch: one.items.map(({ name, lateMs }) => ({ metric_name: name, value_ms: 1, timestamp: timeOf(lateMs) })),
    context: {
      user_id: user,
      device_id: device,
      session_id: session,
      platform,
      app_version: version,
      os_version: one.osVersion,
      country: one.country,
      active_flags: flags,
      active_experiments: experiments,
    },
  };
  return batchRecord(kind === 'events' ? events : metrics, { kind, receivedAtMs });
}

/** What sums and rows differ in. */
async function differences(store: SampleStore): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const name of rollupNames) {
    const { keys, sums, of } = rollups[name];
    found.push(
      ...(await store.rows(`SELECT '${name}' AS name, * FROM store.${name} WHERE NOT (${haveHashes(rollups[name])})`)),
    );
    const columns = [...Object.keys(keys), ...Object.keys(sums)].join(', ');
    const merged = Object.entries(sums).map(([column, { merge }]) => `${merge} AS ${column}`);
    const kept = `SELECT ${Object.keys(keys).join(', ')}, ${merged.join(', ')} FROM store.${name} GROUP BY ALL`;
    const right = summedTables
      .flatMap((table) => of[table]?.(`store.${table}`, 'true') ?? [])
      .map((sql) => `SELECT ${columns} FROM (${sql})`)
      .join(' UNION ALL ');
    for (const [one, other] of [
      [kept, right],
      [right, kept],
    ]) {
      found.push(
        ...(await store.rows(`SELECT '${name}' AS name, * FROM (${one}) EXCEPT SELECT '${name}', * FROM (${other})`)),
      );
    }
  }
  return found;
}

const removal = fc.oneof(
  fc.record({
    kind: fc.constantFrom('users' as const, 'anonymous' as const, 'devices' as const, 'wholeDevices' as const),
    id: fc.constantFrom('u1', 'u2', 'a1', 'd1', 'same'),
    atMs: fc.integer({ min: -12, max: 3 }).map((hours) => todayMs + hours * HOUR_MS),
  }),
  fc.constant('expiry' as const),
);

function removalRecord(one: typeof removal extends fc.Arbitrary<infer T> ? T : never): LogRecord {
  if (one === 'expiry') return expireRecord(scope, crypto.randomUUID(), todayMs, todayMs + DAY_MS);
  const nobody = { users: [], anonymous: [], devices: [], wholeDevices: [] };
  return eraseRecord(scope, crypto.randomUUID(), { ...nobody, [one.kind]: [one.id] }, one.atMs);
}

test('sums are those of the rows, whatever is loaded, erased, expired and merged', patience, async () => {
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.array(batch, { minLength: 1, maxLength: 12 }) },
    { weight: 1, arbitrary: fc.constant('write' as const) },
    { weight: 2, arbitrary: removal.map((of) => ({ of })) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
      const store = await SampleStore.open({ mergeSumsAtRows: 7 });
      try {
        for (const one of steps) {
          if (one === 'write') await store.write();
          else await store.load(...(Array.isArray(one) ? one.map(recordOf) : [removalRecord(one.of)]));
          expect(await differences(store)).toEqual([]);
        }
        await store.write();
        expect(await differences(store)).toEqual([]);
      } finally {
        await store.close();
      }
    }),
    { numRuns },
  );
});

test('sums that are absent or do not add up are built when the store is opened', async () => {
  const store = await SampleStore.open({ isWriting: true });
  await store.load(...fc.sample(batch, { numRuns: 40, seed: 5 }).map(recordOf));
  const open = () => buildRollups(store.connection, () => undefined);
  await store.connection.run('DELETE FROM store.event_counts');
  await open();
  expect(await differences(store)).toEqual([]);
  await store.connection.run('ALTER TABLE store.session_activity DROP COLUMN country');
  await open();
  expect(await differences(store)).toEqual([]);
  // As a version of DuckDB leaves it that hashes in another way.
  await store.connection.run('UPDATE store.session_activity SET user_key = user_key + 1');
  expect(await differences(store)).not.toEqual([]);
  await open();
  expect(await differences(store)).toEqual([]);
  // As a version without sums leaves it.
  await store.connection.run('INSERT INTO store.metrics SELECT * FROM store.metrics LIMIT 3');
  expect(await differences(store)).not.toEqual([]);
  await open();
  expect(await differences(store)).toEqual([]);
  await store.close();
});

test('pages say the same from sums as from rows', patience, async () => {
  const crash = batch.map(({ user, device, session, platform, version, flags, receivedAtMs }) =>
    batchRecord(
      {
        crash_id: crypto.randomUUID(),
        timestamp: new Date(receivedAtMs).toISOString(),
        user_id: user,
        device_id: device,
        session_id: session,
        platform,
        app_version: version,
        active_flags: flags,
      },
      { kind: 'crash', receivedAtMs },
    ),
  );
  const link = fc
    .record({ a: fc.constantFrom('a1', 'a2', 'same'), u: fc.constantFrom('u1', 'same') })
    .map(({ a, u }) =>
      batchRecord({ anonymous_id: a, user_id: u, device_id: 'd1' }, { kind: 'link', receivedAtMs: todayMs }),
    );
  const record = fc.oneof({ weight: 6, arbitrary: batch.map(recordOf) }, crash, link);
  const range = fc
    .tuple(fc.integer({ min: -40 * 60, max: 180 }), fc.integer({ min: 1, max: 50 * 60 }))
    .map(([from, minutes]) => ({
      fromMs: todayMs + from * MINUTE_MS + 1,
      toMs: todayMs + (from + minutes) * MINUTE_MS,
    }));
  const timezone = fc.constantFrom('UTC', 'Asia/Kathmandu', 'America/New_York');
  const interval = fc.constantFrom('minute' as const, 'hour' as const, 'day' as const);
  await fc.assert(
    fc.asyncProperty(
      fc.array(record, { minLength: 5, maxLength: 40 }),
      fc.array(fc.tuple(range, timezone, interval), { minLength: 3, maxLength: 3 }),
      async (records, asked) => {
        const fromSums = await SampleStore.open({ isWriting: true, mergeSumsAtRows: 7 });
        const fromRows = await SampleStore.open();
        try {
          for (const store of [fromSums, fromRows]) {
            await store.load(...records.slice(0, 20));
            await store.load(...records.slice(20));
          }
          const same = async (ask: (store: SampleStore) => Promise<unknown>): Promise<void> =>
            expect(await ask(fromSums)).toEqual(await ask(fromRows));
          const page = { limit: 100 };
          await same(({ analytics }) => analytics.run(peopleQuery, { scope, page }));
          await same(({ analytics }) =>
            analytics.run(rankedPeopleQuery, { scope, page, sort: 'event_count', isAscending: false }),
          );
          for (const id of ['u1', 'same', 'a1', 'd1']) {
            await same(({ analytics }) => analytics.run(personQuery, { scope, id, hints: { isUser: false } }));
            const ids = { userId: id, anonymousIds: [id], deviceIds: [id] };
            await same(({ analytics }) => analytics.run(timelineQuery, { scope, ids, page: { limit: 3 } }));
          }
          const nowMs = todayMs + HOUR_MS + 1;
          await same(({ analytics }) => analytics.run(catalogQuery, { scope, page, nowMs, schemaModes: {} }));
          await same(({ analytics }) => analytics.run(releasesSeenQuery, { scope, receivedSinceMs: 0, limit: 100 }));
          await same(async ({ analytics }) => {
            const { ofWeek, ofMonth } = await analytics.run(activePeopleQuery, { scope, platforms: ['ios', 'web'] });
            return { ofWeek, ofMonth };
          });
          for (const [span, zone, every] of asked) {
            await same(({ analytics }) => analytics.run(storedPerDayQuery, { projectId: scope.projectId, ...span }));
            const over = { interval: every, timezone: zone };
            await same(({ analytics }) => analytics.run(activityQuery, { scope, ...span, over }).catch(String));
            await same(({ analytics }) =>
              analytics.run(releaseAdoptionQuery, { scope, ...span, ...over }).catch(String),
            );
            for (const dimension of ['flag', 'experiment', 'release', 'os', 'country'] as const) {
              await same(({ analytics }) =>
                analytics.run(sessionHealthQuery, { scope, ...span, dimension, limit: 100 }),
              );
            }
            await same(({ analytics }) =>
              analytics.run(crashSharesQuery, {
                scope,
                ...span,
                fingerprints: [],
                dimensions: ['app_version', 'flag', 'experiment'],
                limit: 100,
              }),
            );
          }
        } finally {
          await fromSums.close();
          await fromRows.close();
        }
      },
    ),
    { numRuns: Math.ceil(numRuns / 2) },
  );
});
