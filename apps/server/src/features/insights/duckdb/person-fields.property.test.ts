import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { HOUR_MS } from '@lamppost/protocol';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { QueryKind } from '../../../analytics/query.ts';
import type { LogRecord } from '../../../collect/event-log/log-record.ts';
import { batchRecord, projectId } from '../../../compose/testing/sample-log.ts';
import { SampleStore } from '../../../compose/testing/sample-store.ts';
import { type FunnelParams, funnelQuery } from '../queries/funnel.ts';
import type { InsightFilter, InsightResult } from '../queries/insight-params.ts';
import { referenceFunnel } from '../queries/reference/funnels.reference.ts';
import {
  type PersonData,
  referenceField,
  referenceFilter,
  type ServedEvent,
  withPersonProperties,
} from '../queries/reference/person-fields.reference.ts';
import { referenceRetention } from '../queries/reference/retention.reference.ts';
import { referenceTimeseries } from '../queries/reference/timeseries.reference.ts';
import { type RetentionParams, retentionQuery } from '../queries/retention.ts';
import { type Aggregation, type TimeseriesParams, timeseriesQuery } from '../queries/timeseries.ts';

const numRuns = Number(process.env.PROPERTY_RUNS ?? (process.env.LP_TORTURE === 'long' ? 100 : 3));
const startMs = Date.parse('2026-03-28T00:00:00Z');
const members = ['u1', "o'hara"];

const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined, freq: 2 });
/** Few moments, so that changes and events meet in one. */
const atMs = fc.integer({ min: -1, max: 9 }).map((quarters) => startMs + quarters * 6 * HOUR_MS);
const user = fc.constantFrom('same', 'u1', "o'hara");
const anonymous = fc.constantFrom('same', 'a1', 'a2');
const name = fc.constantFrom('open', 'buy');

const event = fc.record({
  name,
  atMs,
  user: fc.option(user, { nil: undefined, freq: 1 }),
  anonymous: maybe(anonymous),
  device: maybe(fc.constantFrom('same', 'd1')),
  properties: fc.record({ n: fc.integer({ min: 0, max: 5 }) }),
  flags: fc.record(
    {
      on: fc.constantFrom(true, false),
      size: fc.constantFrom('s', 5, 5.5, null, [1, 'x']),
      'a.b': fc.constant('dotted'),
    },
    { requiredKeys: [] },
  ),
  experiments: fc.record({ price: fc.constantFrom('low', 'high') }, { requiredKeys: [] }),
});

const attributes = fc.record({
  user,
  atMs,
  attributes: fc.option(
    fc.record(
      {
        plan: fc.constantFrom('pro', 'free', 'Ü', '', true),
        seats: fc.constantFrom(1, 5, 2.25, '5'),
        roles: fc.constantFrom(['admin'], ['admin', 'dev'], []),
        'a.b': fc.constantFrom('x', 3),
      },
      { requiredKeys: ['plan'] },
    ),
    { nil: null, freq: 5 },
  ),
});

const attributeFields = ['plan', 'plan', 'plan', 'seats', 'roles', 'a.b', 'missing'].flatMap((key) => [
  `user.${key}`,
  `user_then.${key}`,
]);
const servedFields = ['flag.on', 'flag.size', 'flag.a.b', 'experiment.price', 'flag.missing'];
const field = fc.constantFrom(...attributeFields, ...attributeFields, ...servedFields);

const filter: fc.Arbitrary<InsightFilter> = fc.oneof(
  fc.record({
    field,
    op: fc.constantFrom('eq' as const, 'neq' as const, 'contains' as const, 'not_contains' as const),
    value: fc.constantFrom('pro', '5', 'true', 'admin', 'x', 'high', 's'),
  }),
  fc.record({
    field: fc.constantFrom(...attributeFields),
    op: fc.constantFrom('eq' as const, 'neq' as const, 'gt' as const, 'lte' as const),
    value: fc.constantFrom(1, 2.25, 5),
  }),
  fc.record({ field, op: fc.constantFrom('in' as const, 'not_in' as const), value: fc.constant(['pro', 'x', 'low']) }),
  fc.record({ field, op: fc.constantFrom('is_null' as const, 'is_not_null' as const) }),
  fc.record({
    field: fc.constant('person.first_seen'),
    op: fc.constantFrom('gt' as const, 'gte' as const, 'lt' as const, 'lte' as const, 'eq' as const),
    value: atMs,
  }),
  fc.record({
    field: fc.constant('group'),
    op: fc.constantFrom('eq' as const, 'neq' as const),
    value: fc.constant('beta'),
    users: fc.constant(members),
  }),
  fc.record({
    field: fc.constant('group'),
    op: fc.constantFrom('in' as const, 'not_in' as const),
    value: fc.constant(['beta']),
    users: fc.constantFrom(members, []),
  }),
);
const filters = fc.oneof(fc.constant<InsightFilter[]>([]), fc.array(filter, { minLength: 1, maxLength: 2 }));

const aggregation: fc.Arbitrary<Aggregation> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom({ kind: 'count' as const }, { kind: 'persons' as const }) },
  fc.record({
    kind: fc.constant('count_distinct' as const),
    field: fc.constantFrom('person_id', 'user.plan', 'user_then.plan', 'flag.size'),
  }),
  fc.record({
    kind: fc.constantFrom('sum' as const, 'max' as const),
    field: fc.constantFrom('user.seats', 'user_then.seats'),
  }),
);

const query = fc.record({
  filters,
  aggregation,
  breakdownField: maybe(field),
  stepFilters: fc.array(filter, { maxLength: 1 }),
  unitField: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, field),
});
type Question = typeof query extends fc.Arbitrary<infer T> ? T : never;

const reported = fc.record({
  events: fc.array(event, { minLength: 25, maxLength: 30 }),
  identifies: fc.array(fc.record({ user, anonymous, atMs }), { maxLength: 3 }),
  attributes: fc.array(attributes, { minLength: 8, maxLength: 14 }),
  /** What arrives when: everything between everything else. */
  order: fc.array(fc.nat(1_000), { minLength: 45, maxLength: 45 }),
  cut: fc.nat(40),
});
type Reported = typeof reported extends fc.Arbitrary<infer T> ? T : never;

const defined = <T extends object>(members: T): T =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T;

const eventRecord = (environmentId: string, one: ServedEvent): LogRecord =>
  batchRecord(
    {
      batch: [
        {
          event: one.name,
          timestamp: new Date(one.atMs).toISOString(),
          properties: one.properties,
          context: {
            user: { id: one.user, anonymous_id: one.anonymous },
            device: { id: one.device },
            flags: one.flags,
            experiments: one.experiments,
          },
        },
      ],
    },
    { environmentId },
  );

let store: SampleStore;
beforeAll(async () => {
  store = await SampleStore.open();
});
afterAll(async () => {
  await store.close();
});

/** Changes of attributes keep their order among each other: of two at one moment the later to arrive counts. */
async function load({ events, identifies, attributes: changes, order, cut }: Reported): Promise<string> {
  const environmentId = randomUUID();
  const shuffled = [
    ...events.map((one) => eventRecord(environmentId, defined(one) as ServedEvent)),
    ...identifies.map((one) =>
      batchRecord(
        { user_id: one.user, anonymous_id: one.anonymous, device_id: 'd' },
        { kind: 'link', environmentId, receivedAtMs: one.atMs },
      ),
    ),
  ]
    .map((record, at) => ({ record, place: order[at] ?? 0 }))
    .sort((a, b) => a.place - b.place);
  const records = shuffled.map(({ record }) => record);
  changes.forEach((one, at) => {
    const body = { user_id: one.user, attributes: one.attributes, set_at: one.atMs };
    const place = Math.floor(((at + 1) * records.length) / (changes.length + 1));
    records.splice(place, 0, batchRecord(body, { kind: 'user', environmentId, receivedAtMs: one.atMs + HOUR_MS }));
  });
  for (const some of [records.slice(0, cut), records.slice(cut)]) {
    if (some.length === 0) continue;
    const path = store.log.seal(some);
    await store.loadSealed();
    rmSync(path);
    if (cut % 2 === 0) await store.write();
  }
  return environmentId;
}

const run = async <Query>(kind: QueryKind<Query, InsightResult>, asked: Query): Promise<unknown> =>
  JSON.parse((await store.analytics.run(kind, asked)).resultJson);

/** The same question in the words of the store and of the reference. */
function questionsOf(environmentId: string, question: Question) {
  const { filters: all, aggregation: of, breakdownField, stepFilters, unitField } = question;
  const wordings = [
    [(name: string) => name, (one: InsightFilter) => one],
    [referenceField, referenceFilter],
  ] as const;
  const [asked, meant] = wordings.map(([fieldOf, filterOf]) => {
    const shared = {
      scope: { projectId, environmentId },
      timezone: 'Europe/Berlin',
      range: { kind: 'between' as const, fromMs: startMs, toMs: startMs + 48 * HOUR_MS },
      filters: all.map(filterOf),
      ...(unitField === undefined ? {} : { unitField: fieldOf(unitField) }),
    };
    const by = breakdownField === undefined ? {} : { breakdownField: fieldOf(breakdownField) };
    const steps = [
      { events: ['open'], filters: stepFilters.map(filterOf) },
      { events: ['buy'], filters: [] },
    ];
    return {
      timeseries: {
        ...shared,
        ...by,
        events: ['open'],
        interval: 'day',
        aggregation: 'field' in of ? { ...of, field: fieldOf(of.field) } : of,
      } as TimeseriesParams,
      funnel: { ...shared, ...by, steps, windowMs: 24 * HOUR_MS, conversionWindow: '24h' } as FunnelParams,
      retention: { ...shared, cohortEvents: ['open'], returnEvents: ['open'], interval: 'day' } as RetentionParams,
    };
  });
  if (asked === undefined || meant === undefined) throw new Error('there are two wordings');
  return { asked, meant };
}

test(
  'insights by fields of persons are what plain arithmetic gives, whatever arrives when',
  async () => {
    await fc.assert(
      fc.asyncProperty(reported, fc.array(query, { minLength: 10, maxLength: 10 }), async (arrivals, all) => {
        const { events, identifies, attributes: changes } = arrivals;
        const data = { events: events.map(defined), identifies, attributes: changes } as PersonData;
        const environmentId = await load(arrivals);
        for (const one of all) {
          const { asked, meant } = questionsOf(environmentId, one);
          const inGroup = [...one.filters, ...one.stepFilters].flatMap((each) =>
            'users' in each ? [each.users ?? []] : [],
          );
          // A group has the same members wherever it stands in a query.
          if (new Set(inGroup.map((users) => users.length)).size > 1) continue;
          const reference = withPersonProperties(data, inGroup[0] ?? []);
          expect(await run(timeseriesQuery, asked.timeseries)).toEqual(
            referenceTimeseries(meant.timeseries, reference),
          );
          expect(await run(funnelQuery, asked.funnel)).toEqual(referenceFunnel(meant.funnel, reference));
          expect(await run(retentionQuery, asked.retention)).toEqual(
            referenceRetention(meant.retention, reference, Date.now()),
          );
        }
      }),
      { numRuns },
    );
  },
  60_000 + numRuns * 10_000,
);
