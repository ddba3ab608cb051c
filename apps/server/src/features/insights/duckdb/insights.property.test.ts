import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { HOUR_MS } from '@lamppost/protocol';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { QueryKind } from '../../../analytics/query.ts';
import type { LogRecord } from '../../../collect/event-log/log-record.ts';
import { batchRecord, projectId } from '../../../compose/testing/sample-log.ts';
import { SampleStore } from '../../../compose/testing/sample-store.ts';
import type { EventSelection } from '../queries/event-selection.ts';
import type { FunnelParams } from '../queries/funnel.ts';
import { funnelQuery } from '../queries/funnel.ts';
import type { InsightFilter, InsightResult } from '../queries/insight-params.ts';
import { distributionQuery } from '../queries/kinds/distribution.ts';
import { lifecycleQuery } from '../queries/kinds/lifecycle.ts';
import { stickinessQuery } from '../queries/kinds/stickiness.ts';
import { pathsQuery } from '../queries/paths.ts';
import { referenceDistribution } from '../queries/reference/distribution.reference.ts';
import type { ReferenceData, ReferenceEvent, ReferenceIdentify } from '../queries/reference/events.reference.ts';
import { referenceFunnel } from '../queries/reference/funnels.reference.ts';
import { referenceLifecycle } from '../queries/reference/lifecycle.reference.ts';
import { referencePaths } from '../queries/reference/paths.reference.ts';
import { peopleQuestions } from '../queries/reference/questions.contract.ts';
import { referenceRetention } from '../queries/reference/retention.reference.ts';
import { referenceStickiness } from '../queries/reference/stickiness.reference.ts';
import { referenceTimeseries } from '../queries/reference/timeseries.reference.ts';
import { retentionQuery } from '../queries/retention.ts';
import type { Aggregation, TimeseriesParams } from '../queries/timeseries.ts';
import { timeseriesQuery } from '../queries/timeseries.ts';
import { trendParams, trendQuestion } from './trends/trend-questions.contract.ts';

const isLong = process.env.LP_TORTURE === 'long';
const numRuns = Number(process.env.PROPERTY_RUNS ?? (isLong ? 100 : 3));
/** About a second for each run of both, on a machine that has nothing else to do. */
const patienceMs = 60_000 + numRuns * 10_000;

/** A change of the clock, and data around it. */
const places = [
  { timezone: 'Europe/Berlin', changeMs: Date.parse('2026-03-29T01:00:00Z') },
  { timezone: 'Europe/Berlin', changeMs: Date.parse('2025-10-26T01:00:00Z') },
  { timezone: 'America/New_York', changeMs: Date.parse('2025-11-02T06:00:00Z') },
  { timezone: 'Asia/Kolkata', changeMs: Date.parse('2026-03-29T18:30:00Z') },
  { timezone: 'Australia/Lord_Howe', changeMs: Date.parse('2026-04-04T15:00:00Z') },
] as const;

const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined, freq: 2 });

/** Few moments, so that many are equal; some at the ends of what is asked for, some outside. */
const offsetMs = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -12, max: 30 }).map((hours) => hours * HOUR_MS) },
  { weight: 2, arbitrary: fc.integer({ min: -4, max: 4 }).map((quarters) => quarters * (HOUR_MS / 4)) },
  fc.integer({ min: -30 * 24, max: 30 * 24 }).map((hours) => hours * HOUR_MS),
  fc.constantFrom(-1, 0, 1, 60_000, 90_000, 1_800_000, 1_800_001, -86_400_000, 86_399_999),
);

const properties = fc.record(
  {
    n: fc.oneof(fc.integer({ min: -3, max: 9 }), fc.constantFrom(0.5, 2.25, '5', 'x', true, null)),
    v: fc.oneof(
      fc.constantFrom('a', 'b', 'B', 'é', '', '(none)', '"(other)"', 5, 5.5, true, null),
      fc.integer({ min: 0, max: 30 }),
    ),
    deep: fc.record({ 'a/b': fc.constantFrom('x', 'y~z', 1), d: fc.constantFrom('a', 5, null) }, { requiredKeys: [] }),
    'deep.d': fc.constantFrom('a', 'b', 2.25, 5, true, null),
    list: fc.oneof(
      fc.array(fc.constantFrom('a', 'b"', 5, 2.25, true, null, ['a']), { maxLength: 3 }),
      fc.constant('a'),
    ),
    at: fc.constantFrom(
      '2026-03-29T01:30:00Z',
      '2026-03-29',
      '2026-03-29 03:00:00.5+02:00',
      'soon',
      Date.UTC(2026, 2, 29, 1, 30),
      null,
    ),
  },
  { requiredKeys: [] },
);

const name = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('open', 'view') },
  { weight: 1, arbitrary: fc.constantFrom('buy', 'Ärger', '(other)', '$page') },
);

/** A user and an anonymous id may have the same text: they are not the same person. */
const event = fc.record({
  name,
  offsetMs,
  eventId: fc.oneof(
    { weight: 5, arbitrary: fc.constant(undefined) },
    fc.constantFrom('e1', 'e2', 'e3', '3f2504e0-4f89-41d3-9a0c-0305e82c3301'),
  ),
  user: fc.option(fc.constantFrom('same', 'u1', 'u2'), { nil: undefined, freq: 1 }),
  anonymous: maybe(fc.constantFrom('same', 'a1', 'a2')),
  device: maybe(fc.constantFrom('same', 'd1')),
  session: maybe(fc.constantFrom('s1', 's2')),
  platform: maybe(fc.constantFrom('ios', 'web')),
  properties,
});

const identify = fc.record({
  user: fc.constantFrom('same', 'u1', 'u2', 'u3'),
  anonymous: fc.constantFrom('same', 'a1', 'a2', 'a3'),
  offsetMs,
});

/** A key with a dot, a member of the same text, and whichever of them there is. */
const dotted = ['event_properties."deep.d"', 'event_properties."deep".d', 'event_properties.deep.d'] as const;

const condition: fc.Arbitrary<InsightFilter> = fc.oneof(
  fc.record({
    field: fc.constantFrom(
      'event_properties.v',
      'event_properties.n',
      'platform',
      'person_id',
      'event_properties.deep.a/b',
      ...dotted,
    ),
    op: fc.constantFrom('eq' as const, 'neq' as const),
    value: fc.constantFrom('a', '5', 'true', 'ios', 'same', 'u1', 'y~z'),
  }),
  fc.record({
    field: fc.constantFrom('event_properties.v', 'event_properties.n', ...dotted),
    op: fc.constantFrom('eq' as const, 'neq' as const, 'gt' as const, 'gte' as const, 'lt' as const, 'lte' as const),
    value: fc.constantFrom(0, 5, 2.25, -1),
  }),
  fc.record({
    field: fc.constantFrom('event_properties.v', 'platform', 'anonymous_id'),
    op: fc.constantFrom('contains' as const, 'not_contains' as const, 'gt' as const, 'lte' as const),
    value: fc.constantFrom('a', 'i', '1', ''),
  }),
  fc.record({
    field: fc.constantFrom('event_properties.v', 'event_properties.n'),
    op: fc.constantFrom('in' as const, 'not_in' as const),
    value: fc.constant(['a', 5, true, "O'Neil\0"]),
  }),
  fc.record({
    field: fc.constantFrom('event_properties.v', 'event_properties.deep', 'user_id', 'person_id', ...dotted),
    op: fc.constantFrom('is_null' as const, 'is_not_null' as const),
  }),
  fc.record({
    field: fc.constantFrom('event_properties.v', 'platform', 'person_id'),
    op: fc.constantFrom('matches' as const, 'not_matches' as const),
    pattern: fc.constantFrom('^i', '[a5]$', 's.me', '^(?:u1|web)$', '\\d'),
  }),
  fc.record({
    field: fc.constant('event_properties.list'),
    op: fc.constantFrom('includes' as const, 'excludes' as const),
    value: fc.constantFrom(['a'], ['b"', 5], ['2.25', true]),
  }),
  fc.record({
    field: fc.constantFrom('event_properties.at', 'timestamp'),
    op: fc.constantFrom('before' as const, 'after' as const),
    valueMs: fc.constantFrom(Date.UTC(2026, 2, 29, 1), Date.UTC(2026, 2, 29, 1, 0, 0, 499), Date.UTC(2026, 9, 25, 1)),
  }),
);

const filter: fc.Arbitrary<InsightFilter> = fc.oneof(
  { weight: 4, arbitrary: condition },
  {
    weight: 1,
    arbitrary: fc.record({
      op: fc.constantFrom('any' as const, 'all' as const),
      filters: fc.array(
        fc.oneof(condition, fc.record({ op: fc.constant('all' as const), filters: fc.tuple(condition, condition) })),
        { minLength: 1, maxLength: 2 },
      ),
    }),
  },
);

const selection: fc.Arbitrary<EventSelection> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(name) },
  { weight: 1, arbitrary: fc.tuple(name, name) },
  { weight: 1, arbitrary: fc.constant(null) },
);
const names = fc.oneof(fc.tuple(name), fc.tuple(name, name));

const filters = fc.oneof(
  { weight: 4, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: fc.array(filter, { maxLength: 2 }) },
);

const aggregation: fc.Arbitrary<Aggregation> = fc.oneof(
  fc.constant({ kind: 'count' as const }),
  fc.record({
    kind: fc.constant('count_distinct' as const),
    field: fc.constantFrom('person_id', 'anonymous_id', 'event_properties.v'),
  }),
  fc.record({
    kind: fc.constantFrom(
      'sum' as const,
      'average' as const,
      'min' as const,
      'max' as const,
      'p50' as const,
      'p90' as const,
    ),
    field: fc.constantFrom('event_properties.n', 'event_properties.n', ...dotted),
  }),
);

const breakdownField = maybe(fc.constantFrom('event_properties.v', 'platform', 'person_id', ...dotted));

/** Most count people. */
const unitField = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  fc.constantFrom('event_properties.v', 'platform', 'session_id', 'user_id', 'person_id', ...dotted),
);

const stepOf = (events: fc.Arbitrary<EventSelection>) =>
  fc.record({
    events,
    filters: fc.oneof({ weight: 5, arbitrary: fc.constant([]) }, fc.array(filter, { maxLength: 1 })),
  });

const query = fc.record({
  beforeMs: fc.constantFrom(26 * HOUR_MS, 26 * HOUR_MS, 20 * 24 * HOUR_MS, HOUR_MS / 2),
  afterMs: fc.constantFrom(30 * HOUR_MS, 30 * HOUR_MS, 21 * 24 * HOUR_MS, HOUR_MS / 2 + 1),
  filters,
  unitField,
  timeseries: fc.record({
    events: selection,
    interval: fc.constantFrom('hour' as const, 'day' as const, 'week' as const, 'month' as const),
    aggregation,
    breakdownField,
  }),
  trend: trendQuestion(selection, aggregation, dotted),
  funnel: fc.record({
    // The reference looks at every chain of events, of which any event makes many.
    steps: fc.oneof(
      { weight: 3, arbitrary: fc.array(stepOf(fc.tuple(name)), { minLength: 2, maxLength: 4 }) },
      { weight: 1, arbitrary: fc.array(stepOf(selection), { minLength: 2, maxLength: 2 }) },
    ),
    windowMs: fc.constantFrom(60_000, HOUR_MS, 7 * 24 * HOUR_MS),
    breakdownField,
  }),
  ...peopleQuestions({ selection, names, breakdownField }),
});

/** Loading takes longer than asking, so several things are asked of what was loaded. */
const asked = fc.array(query, { minLength: 5, maxLength: 5 });

/** Events with the same id say the same when told in another order, so that the order of arrival cannot matter. */
const reported = fc.record({
  place: fc.constantFrom(...places),
  events: fc.array(event, { maxLength: 30, size: 'max' }),
  identifies: fc.array(identify, { maxLength: 3 }),
  /** Where the arrivals are cut into loads, and which of those are written to the file. */
  cuts: fc.array(fc.record({ at: fc.nat(30), isWritten: fc.boolean() }), { maxLength: 3 }),
});

type SentEvents = typeof reported extends fc.Arbitrary<infer T> ? T : never;
type Question = typeof query extends fc.Arbitrary<infer T> ? T : never;

/** Without the members that are undefined. */
const defined = <T extends object>(members: T): T =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T;

function dataOf({ events, identifies, place: { changeMs } }: SentEvents): ReferenceData {
  return {
    events: events.map(({ offsetMs: off, ...event }) => defined({ ...event, atMs: changeMs + off }) as ReferenceEvent),
    identifies: identifies.map(({ offsetMs: off, ...link }) => ({ ...link, atMs: changeMs + off })),
  };
}

const eventRecord = (environmentId: string, event: ReferenceEvent): LogRecord =>
  batchRecord(
    {
      batch: [
        {
          event: event.name,
          ...defined({ event_id: event.eventId }),
          timestamp: new Date(event.atMs).toISOString(),
          properties: event.properties,
          context: {
            user: { id: event.user, anonymous_id: event.anonymous },
            device: { id: event.device, platform: event.platform },
            session: { id: event.session },
          },
        },
      ],
    },
    { environmentId },
  );

const linkRecord = (environmentId: string, { user, anonymous, atMs }: ReferenceIdentify): LogRecord =>
  batchRecord(
    { user_id: user, anonymous_id: anonymous, device_id: 'd' },
    { kind: 'link', environmentId, receivedAtMs: atMs },
  );

let store: SampleStore;
let storeWithoutMemory: SampleStore;

beforeAll(async () => {
  store = await SampleStore.open();
  // Links are looked up in the store itself, as when there are more than may be remembered.
  storeWithoutMemory = await SampleStore.open({ filterBytes: 0 });
});

afterAll(async () => {
  await store.close();
  await storeWithoutMemory.close();
});

/** Brings the data into an environment of its own, in this order; answers the environment. */
async function load(
  into: SampleStore,
  { events, identifies }: ReferenceData,
  { cuts }: Pick<SentEvents, 'cuts'>,
): Promise<string> {
  const environmentId = randomUUID();
  const records = [
    ...events.map((one) => eventRecord(environmentId, one)),
    ...identifies.map((one) => linkRecord(environmentId, one)),
  ];
  const bring = async (some: readonly LogRecord[]): Promise<void> => {
    const path = into.log.seal(some);
    await into.loadSealed();
    // Otherwise every load would read all segments before it again.
    rmSync(path);
  };
  let from = 0;
  for (const { at, isWritten } of [...cuts].sort((a, b) => a.at - b.at)) {
    if (at > from && at < records.length) {
      await bring(records.slice(from, at));
      from = at;
    }
    if (isWritten) await into.write();
  }
  if (from < records.length) await bring(records.slice(from));
  return environmentId;
}

function questionsOf(
  { beforeMs, afterMs, filters: all, unitField: unit, ...kinds }: Question,
  place: SentEvents['place'],
  environmentId: string,
) {
  const shared = {
    scope: { projectId, environmentId },
    timezone: place.timezone,
    range: { kind: 'between' as const, fromMs: place.changeMs - beforeMs, toMs: place.changeMs + afterMs },
    filters: all,
  };
  const counted = unit === undefined ? shared : { ...shared, unitField: unit };
  // Hours of weeks would be more than there can be.
  const isLongInHours = kinds.retention.interval === 'hour' && beforeMs + afterMs > 90 * HOUR_MS;
  const interval = isLongInHours ? 'day' : kinds.retention.interval;
  return {
    timeseries: defined({ ...counted, ...kinds.timeseries }) as TimeseriesParams,
    trend: trendParams(kinds.trend, counted),
    funnel: defined({ ...counted, ...kinds.funnel, conversionWindow: '7d' }) as FunnelParams,
    retention: { ...counted, ...kinds.retention, interval },
    lifecycle: { ...counted, ...kinds.lifecycle },
    stickiness: { ...counted, ...kinds.stickiness },
    distribution: { ...shared, ...kinds.distribution },
    paths: { ...shared, ...kinds.paths },
  };
}

type Kind = keyof ReturnType<typeof questionsOf>;

async function responsesOf(from: SampleStore, queries: ReturnType<typeof questionsOf>): Promise<Record<Kind, unknown>> {
  const run = async <Query>(kind: QueryKind<Query, InsightResult>, query: Query): Promise<unknown> =>
    JSON.parse((await from.analytics.run(kind, query)).resultJson);
  return {
    timeseries: await run(timeseriesQuery, queries.timeseries),
    trend: await run(timeseriesQuery, queries.trend),
    funnel: await run(funnelQuery, queries.funnel),
    retention: await run(retentionQuery, queries.retention),
    paths: await run(pathsQuery, queries.paths),
    lifecycle: await run(lifecycleQuery, queries.lifecycle),
    stickiness: await run(stickinessQuery, queries.stickiness),
    distribution: await run(distributionQuery, queries.distribution),
  };
}

interface Paths {
  readonly nodes: readonly { readonly id: string; readonly count: number }[];
  readonly links: readonly { readonly source: string; readonly target: string; readonly count: number }[];
}

const countsOf = ({ nodes, links }: Paths) => ({
  nodes: Object.fromEntries(nodes.map(({ id, count }) => [id, count])),
  links: Object.fromEntries(links.map(({ source, target, count }) => [`${source} → ${target}`, count])),
});

/** Sums of doubles depend on their order in the last digit. */
const rounded = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, member) =>
    typeof member === 'number' ? Number(member.toPrecision(12)) : member,
  );

function expectSame(
  results: Record<Kind, unknown>,
  queries: ReturnType<typeof questionsOf>,
  data: ReferenceData,
): void {
  expect(rounded(results.timeseries)).toEqual(rounded(referenceTimeseries(queries.timeseries, data)));
  expect(rounded(results.trend)).toEqual(rounded(referenceTimeseries(queries.trend, data)));
  expect(results.funnel).toEqual(referenceFunnel(queries.funnel, data));
  expect(results.retention).toEqual(referenceRetention(queries.retention, data, Date.now()));
  expect(results.lifecycle).toEqual(referenceLifecycle(queries.lifecycle, data));
  expect(results.stickiness).toEqual(referenceStickiness(queries.stickiness, data));
  expect(rounded(results.distribution)).toEqual(rounded(referenceDistribution(queries.distribution, data)));
  expect(countsOf(results.paths as Paths)).toEqual(referencePaths(queries.paths, data));
}

describe('insights of a store', () => {
  test(
    'are what plain arithmetic over the same events gives, in whatever loads they came',
    async () => {
      await fc.assert(
        fc.asyncProperty(reported, asked, async (arrivals, all) => {
          const data = dataOf(arrivals);
          const environmentId = await load(store, data, arrivals);
          for (const one of all) {
            const queries = questionsOf(one, arrivals.place, environmentId);
            expectSame(await responsesOf(store, queries), queries, data);
          }
        }),
        { numRuns },
      );
    },
    patienceMs,
  );

  test(
    'are the same in whatever order events and identifies arrive',
    async () => {
      const inOrder = reported.chain((arrivals) =>
        fc.record({
          arrivals: fc.constant(arrivals),
          shuffled: fc.shuffledSubarray(arrivals.events, { minLength: arrivals.events.length }),
        }),
      );
      await fc.assert(
        fc.asyncProperty(inOrder, asked, async ({ arrivals, shuffled }, all) => {
          // Without ids: of two events that share one, the first to arrive counts.
          const without = (events: SentEvents['events']) => events.map((one) => ({ ...one, eventId: undefined }));
          const first = await load(store, dataOf({ ...arrivals, events: without(arrivals.events) }), arrivals);
          const other = dataOf({ ...arrivals, events: without(shuffled) });
          const second = await load(storeWithoutMemory, other, { cuts: [] });
          for (const one of all) {
            const [results, others] = [
              await responsesOf(store, questionsOf(one, arrivals.place, first)),
              await responsesOf(storeWithoutMemory, questionsOf(one, arrivals.place, second)),
            ];
            expect(rounded(others)).toEqual(rounded(results));
          }
        }),
        { numRuns },
      );
    },
    patienceMs,
  );

  test('links that events make are stored once, however often they are said', async () => {
    const data: ReferenceData = {
      identifies: [],
      events: Array.from({ length: 20 }, (_, at) => ({
        name: 'open',
        atMs: Date.parse('2026-01-01T00:00:00Z') + at,
        user: 'u1',
        anonymous: 'a1',
        properties: {},
      })),
    };
    for (const into of [store, storeWithoutMemory]) {
      const environmentId = await load(into, data, {
        cuts: [
          { at: 5, isWritten: true },
          { at: 10, isWritten: false },
        ],
      });
      const [row] = await into.rows(
        `SELECT count(*)::INT AS links, min(epoch_ms(linked_at))::DOUBLE AS at FROM all_links WHERE e = '${environmentId}'`,
      );
      expect(row).toEqual({ links: 1, at: Date.parse('2026-01-01T00:00:00Z') });
    }
  });
});
