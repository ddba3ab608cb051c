import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '@lamppost/protocol';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bucketLabel, referenceBuckets } from '../../../analytics/time-buckets.reference.ts';
import type { LogRecord } from '../../../collect/event-log/log-record.ts';
import { batchRecord, projectId } from '../../../compose/testing/sample-log.ts';
import { SampleStore } from '../../../compose/testing/sample-store.ts';
import { type CrashCountsParams, type CrashCountsResult, crashCountsQuery } from '../queries/crash-counts.ts';
import type { SessionHealthParams, SessionHealthResult } from '../queries/session-health.ts';
import { sessionHealthQuery } from '../queries/session-health.ts';

const numRuns = Number(process.env.PROPERTY_RUNS ?? (process.env.LP_TORTURE === 'long' ? 100 : 5));
/** Clocks in Berlin go forward here. */
const middleMs = Date.parse('2026-03-29T01:00:00Z');

const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });

/** One thing that may name a session. */
const sign = fc.record({
  source: fc.constantFrom('event' as const, 'event' as const, 'metric' as const, 'crash' as const),
  atMs: fc.oneof(
    fc.integer({ min: -60, max: 60 }).map((hours) => middleMs + hours * HOUR_MS),
    fc.constantFrom(-1, 0, 1).map((ms) => middleMs + ms),
  ),
  session: fc.option(fc.constantFrom('s1', 's2', 's3', 's4', ''), { nil: undefined, freq: 8 }),
  user: maybe(fc.constantFrom('u1', 'same')),
  anonymous: maybe(fc.constantFrom('a1', 'same')),
  device: maybe(fc.constantFrom('d1', 'same')),
  version: maybe(fc.constantFrom('1.0', '1.1', '')),
  platform: maybe(fc.constantFrom('ios', 'web')),
  exception: maybe(fc.constantFrom('TypeError', '(none)', '')),
});
type Sign = typeof sign extends fc.Arbitrary<infer T> ? T : never;

const asked = fc.record({
  beforeMs: fc.constantFrom(30, 50, 100).map((hours) => hours * HOUR_MS),
  afterMs: fc.constantFrom(30, 50, 100).map((hours) => hours * HOUR_MS + 1),
  over: fc.record({
    interval: fc.constantFrom('hour' as const, 'day' as const, 'week' as const),
    timezone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York'),
  }),
  appVersion: maybe(fc.constantFrom('1.0', '1.1')),
  platform: maybe(fc.constantFrom('ios', 'web')),
  breakdown: maybe(fc.constantFrom('exception' as const, 'version' as const, 'platform' as const)),
});

function recordOf(one: Sign, environmentId: string): LogRecord {
  const timestamp = new Date(one.atMs).toISOString();
  const flat = {
    session_id: one.session,
    user_id: one.user,
    device_id: one.device,
    app_version: one.version,
    platform: one.platform,
  };
  switch (one.source) {
    case 'event': {
      const context = {
        session: { id: one.session },
        user: { id: one.user, anonymous_id: one.anonymous },
        device: { id: one.device, platform: one.platform },
        app: { version: one.version },
      };
      return batchRecord({ batch: [{ event: 'e', timestamp, context }] }, { environmentId });
    }
    case 'metric':
      return batchRecord(
        { batch: [{ metric_name: 'm', value_ms: 1, timestamp }], context: flat },
        { kind: 'metrics', environmentId },
      );
    case 'crash':
      return batchRecord(
        { crash_id: randomUUID(), timestamp, exception_type: one.exception, ...flat },
        { kind: 'crash', environmentId },
      );
  }
}

/** The last that is said, by events before all others; of what is said at the same time the greatest. */
function last(signs: readonly Sign[], pick: (one: Sign) => string | undefined): string | undefined {
  const said = signs.filter((one) => pick(one) !== undefined && pick(one) !== '');
  const events = said.filter(({ source }) => source === 'event');
  const [first] = (events.length > 0 ? events : said)
    .map((one) => ({ atMs: one.atMs, value: pick(one) ?? '' }))
    .sort((a, b) => b.atMs - a.atMs || (a.value < b.value ? 1 : -1));
  return first?.value;
}

function personOf(own: readonly Sign[], all: readonly Sign[]): string | undefined {
  // Hashes decide between two that are said at the same time, so such data is not asked about: see hasTie.
  const user = last(own, (one) => one.user);
  if (user !== undefined) return `user ${user}`;
  const anonymous = last(own, (one) => (one.source === 'event' ? one.anonymous : undefined));
  const [link] = all
    .filter((one) => one.source === 'event' && one.user !== undefined && one.anonymous === anonymous)
    .sort((a, b) => a.atMs - b.atMs || ((a.user ?? '') < (b.user ?? '') ? -1 : 1));
  if (anonymous !== undefined) return link === undefined ? `anonymous ${anonymous}` : `user ${link.user}`;
  const device = last(own, (one) => one.device);
  return device === undefined ? undefined : `device ${device}`;
}

interface Session {
  readonly beganMs: number;
  readonly isCrashed: boolean;
  readonly person: string | undefined;
}

/** What the guide says, in the plainest way, sharing nothing with the store. */
function reference(signs: readonly Sign[], params: SessionHealthParams): SessionHealthResult {
  const { fromMs, toMs, appVersion, platform, over } = params;
  if (over === undefined) throw new Error('the reference is about time');
  const inRange = signs.filter(({ atMs }) => atMs >= fromMs && atMs < toMs);
  const ids = new Set(inRange.flatMap(({ session }) => (session === undefined || session === '' ? [] : [session])));
  const sessions = [...ids].flatMap((id): readonly Session[] => {
    const own = inRange.filter(({ session }) => session === id);
    if (appVersion !== undefined && last(own, (one) => one.version) !== appVersion) return [];
    if (platform !== undefined && last(own, (one) => one.platform) !== platform) return [];
    const beganMs = Math.min(...own.map(({ atMs }) => atMs));
    return [{ beganMs, isCrashed: own.some(({ source }) => source === 'crash'), person: personOf(own, signs) }];
  });
  const countsOf = (some: readonly Session[]) => {
    const persons = (of: readonly Session[]): number =>
      new Set(of.flatMap(({ person }) => (person === undefined ? [] : [person]))).size;
    const crashed = some.filter(({ isCrashed }) => isCrashed);
    return {
      sessions: some.length,
      crashedSessions: crashed.length,
      users: persons(some),
      crashedUsers: persons(crashed),
    };
  };
  const reports = inRange.filter(({ source }) => source === 'crash');
  const { interval, timezone } = over;
  return {
    totals: countsOf(sessions),
    reports: reports.length,
    reportsWithoutSession: reports.filter(({ session }) => session === undefined || session === '').length,
    rows: [],
    points: referenceBuckets(fromMs, toMs, interval, timezone).map((bucketMs) => {
      const label = bucketLabel(bucketMs, interval, timezone);
      const inside = sessions.filter(({ beganMs }) => bucketLabel(beganMs, interval, timezone) === label);
      return { bucketMs, ...countsOf(inside) };
    }),
  };
}

/** Reports by value and by stretch of time, those of the most reports first. */
function referenceCounts(signs: readonly Sign[], params: CrashCountsParams): CrashCountsResult {
  const { fromMs, toMs, appVersion, platform, breakdown, over } = params;
  const starts = referenceBuckets(fromMs, toMs, over.interval, over.timezone);
  const labels = starts.map((start) => bucketLabel(start, over.interval, over.timezone));
  const reports = signs.filter(
    (one) =>
      one.source === 'crash' &&
      one.atMs >= fromMs &&
      one.atMs < toMs &&
      (appVersion === undefined || one.version === appVersion) &&
      (platform === undefined || one.platform === platform),
  );
  const countsOf = (some: readonly Sign[]): readonly number[] =>
    labels.map((label) => some.filter(({ atMs }) => bucketLabel(atMs, over.interval, over.timezone) === label).length);
  if (breakdown === undefined) return { starts, lines: [{ part: 'all', value: null, counts: countsOf(reports) }] };
  const saidBy = (one: Sign) => ({ ...one, device: undefined, os: undefined })[breakdown];
  const readValue = (one: Sign): string | undefined => saidBy(one) || undefined;
  const values = [...new Set(reports.flatMap((one) => readValue(one) ?? []))].map((value) => ({
    value,
    own: reports.filter((one) => readValue(one) === value),
  }));
  const missing = reports.filter((one) => readValue(one) === undefined);
  const byReports = values.toSorted((a, b) => b.own.length - a.own.length || (a.value < b.value ? -1 : 1));
  return {
    starts,
    lines: [
      ...byReports.map(({ value, own }) => ({ part: 'value' as const, value, counts: countsOf(own) })),
      ...(missing.length === 0 ? [] : [{ part: 'missing' as const, value: null, counts: countsOf(missing) }]),
    ],
  };
}

/** Whether a session says two users, anonymous ids or devices at the same time. */
const hasTie = (signs: readonly Sign[]): boolean =>
  signs.some((one) =>
    signs.some(
      (other) =>
        one.session === other.session &&
        one.atMs === other.atMs &&
        (one.user !== other.user || one.anonymous !== other.anonymous || one.device !== other.device),
    ),
  );

let store: SampleStore;
beforeAll(async () => {
  store = await SampleStore.open();
});
afterAll(() => store.close());

test('sessions and crashed sessions over time are what the guide says, and add up to the totals', async () => {
  const data = fc.array(sign, { minLength: 1, maxLength: 25, size: 'max' }).filter((signs) => !hasTie(signs));
  await fc.assert(
    fc.asyncProperty(data, fc.array(asked, { minLength: 6, maxLength: 6 }), async (signs, queries) => {
      const environmentId = randomUUID();
      await store.load(...signs.map((one) => recordOf(one, environmentId)));
      for (const { beforeMs, afterMs, over, appVersion, platform, breakdown } of queries) {
        const params: SessionHealthParams = {
          scope: { projectId, environmentId },
          fromMs: middleMs - beforeMs,
          toMs: middleMs + afterMs,
          limit: 100,
          over,
          ...(appVersion === undefined ? {} : { appVersion }),
          ...(platform === undefined ? {} : { platform }),
        };
        const result = await store.analytics.run(sessionHealthQuery, params);
        expect(result).toEqual(reference(signs, params));
        const { limit, ...shared } = params;
        const counted: CrashCountsParams = { ...shared, over, ...(breakdown === undefined ? {} : { breakdown }) };
        expect(await store.analytics.run(crashCountsQuery, counted)).toEqual(referenceCounts(signs, counted));
        const sum = (of: 'sessions' | 'crashedSessions'): number =>
          result.points.reduce((total, point) => total + point[of], 0);
        expect([sum('sessions'), sum('crashedSessions')]).toEqual([
          result.totals.sessions,
          result.totals.crashedSessions,
        ]);
      }
    }),
    { numRuns },
  );
}, 120_000);

test('the twelve exceptions with the most reports have a line each, and all others one', async () => {
  const environmentId = randomUUID();
  const timestamp = new Date(middleMs).toISOString();
  const names = Array.from({ length: 15 }, (_, at) => Array.from({ length: 15 - at }, () => `E${at + 10}`)).flat();
  const report = (exception_type: string | null) =>
    batchRecord({ crash_id: randomUUID(), timestamp, exception_type }, { kind: 'crash', environmentId });
  await store.load(...names.map(report), report(null), report('x'.repeat(300)));
  const { lines } = await store.analytics.run(crashCountsQuery, {
    scope: { projectId, environmentId },
    fromMs: middleMs,
    toMs: middleMs + 1,
    breakdown: 'exception',
    over: { interval: 'day', timezone: 'UTC' },
  });
  expect(lines.slice(0, 12).map(({ value, counts }) => [value, ...counts])).toEqual(
    Array.from({ length: 12 }, (_, at) => [`E${at + 10}`, 15 - at]),
  );
  expect(lines.slice(12)).toEqual([
    { part: 'rest', value: null, counts: [3 + 2 + 1 + 1] },
    { part: 'missing', value: null, counts: [1] },
  ]);
});
