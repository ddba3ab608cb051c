import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '@lamppost/protocol';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { QueryKind } from '../../../../analytics/query.ts';
import { batchRecord, projectId } from '../../../../compose/testing/sample-log.ts';
import { SampleStore } from '../../../../compose/testing/sample-store.ts';
import type { Scope } from '../../../../edge/scope.ts';
import { cohortMembersQuery } from '../../queries/cohort-members.ts';
import { funnelQuery } from '../../queries/funnel.ts';
import type { InsightFilter, InsightResult } from '../../queries/insight-params.ts';
import { distributionQuery } from '../../queries/kinds/distribution.ts';
import { lifecycleQuery } from '../../queries/kinds/lifecycle.ts';
import { stickinessQuery } from '../../queries/kinds/stickiness.ts';
import { pathsQuery } from '../../queries/paths.ts';
import {
  type BehindOf,
  type PeopleBehind,
  type PersonBehind,
  peopleBehindQuery,
} from '../../queries/people/people-behind.ts';
import { shownValue } from '../../queries/people/shown-value.ts';
import { shownValues } from '../../queries/people/shown-values.ts';
import { referenceCohort } from '../../queries/reference/cohorts.reference.ts';
import { personOf, type ReferenceData, type ReferenceEvent } from '../../queries/reference/events.reference.ts';
import { referencePeople } from '../../queries/reference/people.reference.ts';
import { retentionQuery } from '../../queries/retention.ts';
import { timeseriesQuery } from '../../queries/timeseries.ts';

/** ClickHouse takes ten times as long for so little data. */
const isSlow = process.env.LP_TEST_ANALYTICS === 'clickhouse';
const fewRuns = isSlow ? 1 : 3;
const numRuns = Number(process.env.PROPERTY_RUNS ?? (process.env.LP_TORTURE === 'long' ? 100 : fewRuns));
const patienceMs = 60_000 + numRuns * 30_000;
/** The clock is changed. */
const nearMs = Date.parse('2026-03-29T01:00:00Z');
const timezone = 'Europe/Berlin';

const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined, freq: 2 });
const name = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('open', 'open', 'view', 'buy') },
  fc.constantFrom('(other)', '"(none)"', '$seen', "O'Neil", ...Array.from({ length: 9 }, (_, at) => `rare ${at}`)),
);
const atMs = fc
  .oneof(
    { weight: 3, arbitrary: fc.integer({ min: -6, max: 9 }).map((hours) => hours * HOUR_MS) },
    fc.integer({ min: -8, max: 8 }).map((quarters) => quarters * 900_000 + 1),
    fc.integer({ min: -90, max: 90 }).map((hours) => hours * HOUR_MS),
  )
  .map((offset) => nearMs + offset);

/** Few moments, so that many are equal. A user and an anonymous id of the same text are two persons. */
const event = fc.record({
  name,
  atMs,
  eventId: fc.option(fc.constantFrom('e1', 'e2', 'e3'), { nil: undefined, freq: 5 }),
  user: maybe(fc.constantFrom('same', 'u1', 'u2')),
  anonymous: maybe(fc.constantFrom('same', 'a1', 'a2')),
  device: maybe(fc.constantFrom('d1', 'd2')),
  session: maybe(fc.constantFrom('s1', 's2')),
  platform: maybe(fc.constantFrom('ios', 'web')),
  properties: fc.record(
    {
      n: fc.constantFrom(1, 5, '5', null),
      v: fc.oneof(fc.constantFrom('a', '', '(none)', '"(other)"', null), fc.integer({ min: 0, max: 30 })),
    },
    { requiredKeys: [] },
  ),
});
const identify = fc.record({
  user: fc.constantFrom('same', 'u1', 'u4'),
  anonymous: fc.constantFrom('same', 'a1'),
  atMs,
});

const filter: fc.Arbitrary<InsightFilter> = fc.record({
  field: fc.constantFrom('platform', 'person_id', 'event_properties.n'),
  op: fc.constantFrom('eq' as const, 'neq' as const),
  value: fc.constantFrom('ios', 'same', '5'),
});
const few = fc.oneof({ weight: 3, arbitrary: fc.constant<InsightFilter[]>([]) }, fc.array(filter, { maxLength: 1 }));
const events = fc.oneof(
  { weight: 4, arbitrary: name.map((one) => [one]) },
  fc.constant(['open', 'buy']),
  fc.constant(null),
);
const breakdownField = maybe(fc.constantFrom('event_properties.v', 'event_properties.v', 'platform', 'person_id'));
const aggregation = fc.oneof(
  fc.constant({ kind: 'count' as const }),
  fc.record({
    kind: fc.constantFrom('count_distinct' as const, 'sum' as const, 'average' as const, 'p90' as const),
    field: fc.constantFrom('event_properties.n', 'event_properties.v'),
  }),
  fc.constant({ kind: 'count_distinct' as const, field: 'person_id' }),
  fc.constantFrom({ kind: 'persons' as const }, { kind: 'sessions' as const }),
  fc.constant({ kind: 'per_person' as const, of: 'max' as const }),
  fc.constant({ kind: 'first_time' as const }),
  fc.constant({ kind: 'session_duration' as const, of: 'sum' as const }),
);
const names = maybe(fc.constantFrom(['open'], ['buy', 'view']));
const query = fc.record({
  range: fc.constantFrom(8, 30, 100).map((hours) => ({
    kind: 'between' as const,
    fromMs: nearMs - hours * HOUR_MS,
    toMs: nearMs + hours * HOUR_MS,
  })),
  filters: few,
  timeseries: fc.record({
    events,
    interval: fc.constantFrom('hour' as const, 'day' as const, 'day' as const, 'total' as const),
    aggregation,
    breakdown: maybe(
      fc.record({
        fields: fc.uniqueArray(fc.constantFrom('event_properties.v', 'platform', 'person_id'), {
          minLength: 1,
          maxLength: 2,
        }),
        limit: fc.constantFrom(1, 3, 20),
      }),
    ),
  }),
  funnel: fc.record({
    steps: fc.array(fc.record({ events, filters: few }), { minLength: 2, maxLength: 4 }),
    windowMs: fc.constantFrom(HOUR_MS, 24 * HOUR_MS),
    breakdownField,
    order: maybe(fc.constantFrom('ordered' as const, 'strict' as const, 'any' as const)),
    attribution: maybe(fc.constantFrom('first' as const, 'last' as const)),
    holdField: maybe(fc.constantFrom('event_properties.n', 'platform')),
    exclusions: maybe(
      fc.array(fc.record({ events, filters: few, fromStep: fc.constant(0), toStep: fc.constant(1) }), { maxLength: 2 }),
    ),
    view: maybe(fc.constantFrom({ kind: 'times' as const }, { kind: 'trend' as const, interval: 'day' as const })),
  }),
  retention: fc.record({
    cohortEvents: events,
    returnEvents: events,
    interval: fc.constantFrom('day' as const, 'week' as const),
    mode: maybe(fc.constantFrom('on' as const, 'on_or_after' as const)),
    start: maybe(fc.constantFrom('first_in_range' as const, 'first_time' as const)),
    breakdownField,
  }),
  kinds: fc.record({ events, interval: fc.constantFrom('day' as const, 'week' as const) }),
  paths: fc.record({
    startEvents: names,
    endEvents: names,
    depth: fc.integer({ min: 1, max: 4 }),
    excludeEvents: maybe(fc.constant(['view'])),
    hideSystemEvents: maybe(fc.boolean()),
    nodeField: maybe(fc.constantFrom('platform', 'event_properties.v')),
    groups: maybe(
      fc.constantFrom(
        [{ name: 'rare', pattern: 'rare *' }],
        [
          { name: 'buy', pattern: 'open*' },
          { name: '(other)', pattern: '*' },
        ],
      ),
    ),
  }),
  /** Which numbers of the results are asked about. */
  picks: fc.array(fc.nat(10_000), { minLength: isSlow ? 1 : 2, maxLength: isSlow ? 1 : 2 }),
});
type Query = typeof query extends fc.Arbitrary<infer T> ? T : never;
const told = fc.record({
  events: fc.array(event, { minLength: 20, maxLength: 60, size: 'max' }),
  identifies: fc.array(identify, { maxLength: 2 }),
  queries: fc.array(query, { minLength: isSlow ? 1 : 2, maxLength: isSlow ? 1 : 2 }),
});

const defined = <T extends object>(members: T): T =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T;

let store: SampleStore;
beforeAll(async () => {
  store = await SampleStore.open();
});
afterAll(() => store.close());

async function load({ events: sent, identifies }: ReferenceData): Promise<Scope> {
  const environmentId = randomUUID();
  await store.load(
    ...sent.map((one) =>
      batchRecord(
        {
          batch: [
            {
              event: one.name,
              ...defined({ event_id: one.eventId }),
              timestamp: new Date(one.atMs).toISOString(),
              properties: one.properties,
              context: {
                user: { id: one.user, anonymous_id: one.anonymous },
                device: { id: one.device, platform: one.platform },
                session: { id: one.session },
              },
            },
          ],
        },
        { environmentId },
      ),
    ),
    ...identifies.map(({ user, anonymous, atMs: receivedAtMs }) =>
      batchRecord(
        { user_id: user, anonymous_id: anonymous, device_id: 'd' },
        { kind: 'link', environmentId, receivedAtMs },
      ),
    ),
  );
  return { projectId, environmentId };
}

/** A number of a result: whose it is, and what it says of how many they are and how much they did. */
interface Shown {
  readonly behind: PeopleBehind;
  readonly expected: (total: number, done: number) => void;
}

const run = async <Params>(kind: QueryKind<Params, InsightResult>, params: Params) =>
  JSON.parse((await store.analytics.run(kind, params)).resultJson);

async function shownOf(kinds: Query, scope: Scope, hasNobody: boolean): Promise<Shown[][]> {
  const shared = { scope, timezone, range: kinds.range, filters: kinds.filters };
  return [
    await timeseriesNumbers(defined({ ...shared, ...kinds.timeseries }) as BehindOf<'timeseries'>['params'], hasNobody),
    await funnelNumbers(
      defined({ ...shared, ...kinds.funnel, conversionWindow: '1d' }) as BehindOf<'funnel'>['params'],
    ),
    await retentionNumbers(defined({ ...shared, ...kinds.retention }) as BehindOf<'retention'>['params']),
    await lifecycleNumbers({ ...shared, ...kinds.kinds }),
    await stickinessNumbers({ ...shared, ...kinds.kinds }),
    await distributionNumbers({ ...shared, events: kinds.kinds.events, field: 'event_properties.v', buckets: 7 }),
    await pathsNumbers(defined({ ...shared, ...kinds.paths }) as BehindOf<'paths'>['params']),
  ];
}

async function timeseriesNumbers(params: BehindOf<'timeseries'>['params'], hasNobody: boolean): Promise<Shown[]> {
  type Point = BehindOf<'timeseries'>['point'];
  const { series } = (await run(timeseriesQuery, params)) as {
    series: { breakdown?: string[]; points: { bucketIso: string; value: number }[] }[];
  };
  const { aggregation: of } = params;
  const isPersons = of.kind === 'persons' || of.kind === 'first_time' || ('field' in of && of.field === 'person_id');
  const rankedBy = { ...params, aggregation: { kind: 'count' as const } };
  return series.flatMap(({ breakdown: shown, points }) => {
    const value = shown && shownValues(shown);
    const behind = (point: Point): PeopleBehind => ({
      kind: 'timeseries',
      params,
      point: { ...point, ...(value && { value }) },
    });
    return points.flatMap(({ bucketIso, value: figure }): Shown[] => {
      const bucketMs = Date.parse(bucketIso);
      const expected = (total: number, done: number): void => {
        if (isPersons) expect(total).toBe(figure);
        if (of.kind === 'count' && !hasNobody) expect(done).toBe(figure);
      };
      const others: Point[] = [
        { bucketMs, bucketsBefore: 2, rankedBy },
        { compare: 'previous_period' },
        { compare: 'previous_year' },
      ];
      return [
        ...others.map((point): Shown => ({ behind: behind(point), expected: () => undefined })),
        { behind: behind({ bucketMs }), expected },
        { behind: behind({ bucketMs }), expected },
      ];
    });
  });
}

async function funnelNumbers(params: BehindOf<'funnel'>['params']): Promise<Shown[]> {
  type Steps = { readonly name?: string; readonly steps: { readonly count: number }[] };
  type Point = BehindOf<'funnel'>['point'];
  const found = await run(funnelQuery, params);
  const numberOf = (point: Point, count: number): Shown => ({
    behind: { kind: 'funnel', params, point },
    expected: (total) => expect(total).toBe(count),
  });
  const last = params.steps.length - 1;
  if (params.view?.kind === 'trend') {
    const { points } = found as { points: { bucketIso: string; entered: number; converted: number }[] };
    return points.flatMap(({ bucketIso, entered, converted }) => {
      const at = { outcome: 'reached' as const, bucketMs: Date.parse(bucketIso) };
      return [numberOf({ ...at, step: 0 }, entered), numberOf({ ...at, step: last }, converted)];
    });
  }
  if (params.view?.kind === 'times') {
    const { bars } = found as { bars: { fromSeconds: number; toSeconds: number; count: number }[] };
    // Of bars narrower than a millisecond only the last one can be told.
    const wide = bars.filter(({ fromSeconds, toSeconds, count }) => fromSeconds < toSeconds || count > 0);
    return wide.map(({ fromSeconds, toSeconds, count }) => {
      const took = { fromMs: Math.round(fromSeconds * 1000), toMs: Math.round(toSeconds * 1000) };
      return numberOf({ step: last, outcome: 'reached', took }, count);
    });
  }
  const all = found as Steps & { breakdown?: Steps[] };
  return [all, ...(all.breakdown ?? [])].flatMap(({ name: shown, steps }) =>
    steps.flatMap(({ count }, step) => {
      const point = { step, ...(shown === undefined ? {} : { value: shownValue(shown) }) };
      const reached = numberOf({ ...point, outcome: 'reached' }, count);
      if (step === 0) return [reached];
      return [reached, numberOf({ ...point, outcome: 'dropped' }, (steps[step - 1]?.count ?? 0) - count)];
    }),
  );
}

async function retentionNumbers(params: BehindOf<'retention'>['params']): Promise<Shown[]> {
  type Table = {
    readonly name?: string;
    readonly cohorts: { period: string; size: number; retention: (number | null)[] }[];
    readonly curve: (number | null)[];
  };
  const all = (await run(retentionQuery, params)) as Table & { breakdown?: Table[] };
  return [all, ...(all.breakdown ?? [])].flatMap(({ name: shown, cohorts, curve }) => {
    const value = shown === undefined ? {} : { value: shownValue(shown) };
    const cells = cohorts.flatMap(({ period, size, retention }) =>
      retention.flatMap((share, index) =>
        [true, false].map(
          (hasReturned): Shown => ({
            behind: {
              kind: 'retention',
              params,
              point: { periodMs: Date.parse(period), index, hasReturned, ...value },
            },
            expected: (total) => {
              if (share !== null) expect(((hasReturned ? total : size - total) / size) * 100).toBeCloseTo(share, 1);
            },
          }),
        ),
      ),
    );
    const ofCurve = curve.map(
      (share, index): Shown => ({
        behind: { kind: 'retention', params, point: { index, hasReturned: true, ...value } },
        expected: (total) => expect(total > 0).toBe((share ?? 0) > 0),
      }),
    );
    return [...cells, ...ofCurve];
  });
}

async function lifecycleNumbers(params: BehindOf<'lifecycle'>['params']): Promise<Shown[]> {
  type State = BehindOf<'lifecycle'>['point']['state'];
  const { series } = (await run(lifecycleQuery, params)) as {
    series: { state: State; points: { bucketIso: string; value: number }[] }[];
  };
  return series.flatMap(({ state, points }) =>
    points.map(({ bucketIso, value }) => ({
      behind: { kind: 'lifecycle', params, point: { bucketMs: Date.parse(bucketIso), state } },
      expected: (total) => expect(total).toBe(value),
    })),
  );
}

async function stickinessNumbers(params: BehindOf<'stickiness'>['params']): Promise<Shown[]> {
  const { points } = (await run(stickinessQuery, params)) as { points: { periods: number; persons: number }[] };
  return points.map(({ periods, persons }) => ({
    behind: { kind: 'stickiness', params, point: { periods } },
    expected: (total) => expect(total).toBe(persons),
  }));
}

async function distributionNumbers(params: BehindOf<'distribution'>['params']): Promise<Shown[]> {
  const { bars } = (await run(distributionQuery, params)) as { bars: { from: number; to: number; count: number }[] };
  return bars.map(({ from, to, count }) => ({
    behind: { kind: 'distribution', params, point: { bar: { from, to } } },
    // Some events may be nobody's.
    expected: (_, done) => expect(done).toBeLessThanOrEqual(count),
  }));
}

async function pathsNumbers(params: BehindOf<'paths'>['params']): Promise<Shown[]> {
  const { nodes, links } = (await run(pathsQuery, params)) as {
    nodes: { id: string; count: number }[];
    links: { source: string; target: string; count: number }[];
  };
  const nodeOf = (id: string) => {
    const value = shownValue(id.slice(2));
    return { step: Number(id[0]) - 1, event: value.of === 'value' ? value.value : null };
  };
  const numberOf = (point: BehindOf<'paths'>['point'], count: number): Shown => ({
    behind: { kind: 'paths', params, point },
    expected: (total) => {
      // Visits are counted, and everybody has one at least.
      expect(total).toBeGreaterThan(0);
      expect(total).toBeLessThanOrEqual(count);
    },
  });
  return [
    ...nodes.map(({ id, count }) => numberOf({ node: nodeOf(id) }, count)),
    ...links.map(({ source, target, count }) => numberOf({ node: nodeOf(source), next: nodeOf(target) }, count)),
  ];
}

async function peopleOf(scope: Scope, behind: PeopleBehind) {
  const found: PersonBehind[] = [];
  const limit = 4;
  let total = 0;
  for (;;) {
    const key = found.at(-1)?.key;
    const after = key === undefined ? {} : { after: { key, total } };
    const page = await store.analytics.run(peopleBehindQuery, { scope, behind, limit, ...after });
    found.push(...page.people.slice(0, limit));
    total = page.total;
    if (page.people.length <= limit) return { total, found };
  }
}

test(
  'those behind a number are whom the reference finds, and as many as it says',
  async () => {
    await fc.assert(
      fc.asyncProperty(told, async ({ events: sent, identifies, queries }) => {
        const data: ReferenceData = { events: sent.map((one) => defined(one) as ReferenceEvent), identifies };
        const hasNobody = data.events.some((one) => personOf(one, data) === undefined);
        const scope = await load(data);
        for (const kinds of queries) {
          for (const shown of await shownOf(kinds, scope, hasNobody)) {
            const picked = new Set(kinds.picks.flatMap((pick) => shown[pick % shown.length] ?? []));
            for (const one of picked) await check(one, scope, data);
            const [first] = picked;
            if (first !== undefined) await checkCohort(first.behind, scope, data);
          }
        }
      }),
      // Of a failure the data matter, not the smallest of them: to shrink takes minutes.
      { numRuns, endOnFailure: true },
    );
  },
  patienceMs,
);

async function check({ behind, expected }: Shown, scope: Scope, data: ReferenceData): Promise<void> {
  const { total, found } = await peopleOf(scope, behind);
  const reference = [...referencePeople(behind, data)].map(([person, done]) => ({
    person,
    firstMs: Math.min(...done.map((one) => one.atMs)),
    lastMs: Math.max(...done.map((one) => one.atMs)),
    events: done.length,
  }));
  const byPerson = (a: { person: string }, b: { person: string }): number => (a.person < b.person ? -1 : 1);
  const people = found.map(({ kind, id, key: _, ...done }) => ({ person: `${kind}/${id}`, ...done }));
  expect(people.sort(byPerson), JSON.stringify(behind)).toEqual(reference.sort(byPerson));
  expect(total).toBe(reference.length);
  expected(
    total,
    people.reduce((sum, one) => sum + one.events, 0),
  );
}

async function checkCohort(behind: PeopleBehind, scope: Scope, data: ReferenceData): Promise<void> {
  const source = { scope, kind: 'query' as const, asked: behind };
  const members = await store.analytics.run(cohortMembersQuery, { scope, source, userLimit: 100 });
  const expected = referenceCohort(data, source);
  const userIds = [...expected].flatMap((person) => (person.startsWith('user/') ? person.slice(5) : [])).sort();
  expect(members).toEqual({ persons: expected.size, users: userIds.length, userIds });
}

test('names that are too many to be told apart are (other), and so are those behind the tenth of a step', async () => {
  const of = (at: number, offset: number, name: string): ReferenceEvent => ({
    name,
    atMs: nearMs + offset,
    user: `u${at}`,
    session: 's',
    properties: {},
  });
  // 205 people begin with a name of their own, and the last six go on with "next"; "next" is told apart.
  const data: ReferenceData = {
    identifies: [],
    events: Array.from({ length: 205 }, (_, at) => [
      of(at, 0, `first ${String(at).padStart(3, '0')}`),
      ...(at < 199 ? [] : [of(at, 1, 'next')]),
    ]).flat(),
  };
  const scope = await load(data);
  const range = { kind: 'between' as const, fromMs: nearMs, toMs: nearMs + HOUR_MS };
  const params = { scope, timezone, range, filters: [], depth: 2 };
  const namesAt = async (point: BehindOf<'paths'>['point']) => {
    const page = { scope, behind: { kind: 'paths' as const, params, point }, limit: 200 };
    const { people, total } = await store.analytics.run(peopleBehindQuery, page);
    return [total, people.some(({ id }) => id === 'u9'), people.some(({ id }) => id === 'u10')];
  };
  const rest = { step: 0, event: null };
  expect(await namesAt({ node: rest })).toEqual([195, false, true]);
  expect(await namesAt({ node: { step: 0, event: 'first 009' } })).toEqual([1, true, false]);
  // Of those who go on, all began with a rare name; the last of them has one that is not told apart.
  expect(await namesAt({ node: rest, next: { step: 1, event: 'next' } })).toEqual([6, false, false]);
  expect(await namesAt({ node: { step: 0, event: 'first 204' } })).toEqual([0, false, false]);
});
