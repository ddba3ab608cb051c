import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '@lamppost/protocol';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bucketLabel, referenceBuckets } from '../../../analytics/time-buckets.reference.ts';
import type { LogRecord } from '../../../collect/event-log/log-record.ts';
import { batchRecord, projectId } from '../../../compose/testing/sample-log.ts';
import { SampleStore } from '../../../compose/testing/sample-store.ts';
import type { SessionHealthParams, SessionHealthResult } from '../queries/session-health.ts';
import { sessionHealthQuery } from '../queries/session-health.ts';

const numRuns = Number(process.env.PROPERTY_RUNS ?? 12);
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
      return batchRecord({ crash_id: randomUUID(), timestamp, ...flat }, { kind: 'crash', environmentId });
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
      for (const { beforeMs, afterMs, over, appVersion, platform } of queries) {
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
