import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '@lamppost/protocol';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LogRecord } from '../../../collect/event-log/log-record.ts';
import { batchRecord, projectId } from '../../../compose/testing/sample-log.ts';
import { SampleStore } from '../../../compose/testing/sample-store.ts';
import type { Scope } from '../../../edge/scope.ts';
import { cohortMembersQuery, cohortPageQuery } from '../queries/cohort-members.ts';
import type { CohortRule, CohortSource, Deed, InsightFilter } from '../queries/insight-params.ts';
import { referenceCohort } from '../queries/reference/cohorts.reference.ts';
import { personOf, type ReferenceData, type ReferenceEvent } from '../queries/reference/events.reference.ts';
import { referenceTimeseries } from '../queries/reference/timeseries.reference.ts';
import { timeseriesQuery } from '../queries/timeseries.ts';

const numRuns = Number(process.env.PROPERTY_RUNS ?? (process.env.LP_TORTURE === 'long' ? 100 : 4));
const patienceMs = 60_000 + numRuns * 10_000;
const nearMs = Date.parse('2026-03-29T01:00:00Z');

const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined, freq: 2 });
const name = fc.constantFrom('open', 'open', 'open', 'buy', 'buy', "O'Neil");

/** Few moments, so that many are equal. A user and an anonymous id of the same text are two persons. */
const event = fc.record({
  name,
  atMs: fc.integer({ min: -6, max: 6 }).map((hours) => nearMs + hours * HOUR_MS),
  eventId: fc.option(fc.constantFrom('e1', 'e2', 'e3'), { nil: undefined, freq: 5 }),
  user: fc.option(fc.constantFrom('same', 'u1', 'u1', 'u2'), { nil: undefined, freq: 2 }),
  anonymous: maybe(fc.constantFrom('same', 'a1', 'a2')),
  device: maybe(fc.constantFrom('d1', 'd2')),
  platform: maybe(fc.constantFrom('ios', 'web')),
  properties: fc.record({ n: fc.constantFrom(1, 5, '5', null) }, { requiredKeys: [] }),
});
const identify = fc.record({
  user: fc.constantFrom('same', 'u1', 'u2', 'u4'),
  anonymous: fc.constantFrom('same', 'a1', 'a2'),
  atMs: fc.integer({ min: -6, max: 6 }).map((hours) => nearMs + hours * HOUR_MS),
});

const plainFilter: fc.Arbitrary<InsightFilter> = fc.oneof(
  fc.record({
    field: fc.constantFrom('platform', 'person_id', 'event_properties.n'),
    op: fc.constantFrom('eq' as const, 'neq' as const),
    value: fc.constantFrom('ios', 'u1', 'same', '5'),
  }),
  fc.record({ field: fc.constant('platform'), op: fc.constantFrom('is_null' as const, 'is_not_null' as const) }),
);
const few = <T>(of: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant<T[]>([]) }, fc.array(of, { maxLength: 2 }));
const range = fc.option(
  fc.tuple(fc.integer({ min: -7, max: 0 }), fc.integer({ min: 1, max: 7 })).map(([from, to]) => ({
    kind: 'between' as const,
    fromMs: nearMs + from * HOUR_MS,
    toMs: nearMs + to * HOUR_MS,
  })),
);

const deedWith = (filter: fc.Arbitrary<InsightFilter>): fc.Arbitrary<Deed> =>
  fc.record({
    events: fc.oneof(
      { weight: 4, arbitrary: name.map((one) => [one]) },
      fc.constant(['open', 'buy']),
      fc.constant(null),
    ),
    filters: few(filter),
  });

function ruleOver(deed: fc.Arbitrary<Deed>): fc.Arbitrary<CohortRule> {
  const leaf: fc.Arbitrary<CohortRule> = fc.oneof(
    fc.record({
      did: deed,
      op: fc.constantFrom('gte' as const, 'gte' as const, 'lte' as const, 'eq' as const),
      value: fc.nat(3),
      range,
    }),
    fc.record({ steps: fc.array(deed, { minLength: 1, maxLength: 4 }), thenNot: fc.option(deed), range }),
  );
  const inner = (of: fc.Arbitrary<CohortRule>): fc.Arbitrary<CohortRule> =>
    fc.oneof(
      { weight: 3, arbitrary: of },
      fc.array(of, { minLength: 1, maxLength: 3 }).map((all) => ({ all })),
      fc.array(of, { minLength: 1, maxLength: 3 }).map((any) => ({ any })),
      of.map((not) => ({ not })),
    );
  return inner(inner(leaf));
}

type Unplaced = { readonly scope?: never } & CohortSource;
/** Without their scope, which is another one in each run. */
const placed = (source: unknown, scope: Scope): CohortSource =>
  JSON.parse(JSON.stringify(source), (key, value: unknown) => (key === 'scope' ? scope : value)) as CohortSource;
const nowhere = { projectId: '', environmentId: '' };

const plainCohort: fc.Arbitrary<CohortSource> = fc.oneof(
  {
    weight: 3,
    arbitrary: ruleOver(deedWith(plainFilter)).map((rule) => ({
      scope: nowhere,
      kind: 'rule' as const,
      rule,
      timezone: 'UTC',
    })),
  },
  fc
    .array(plainFilter, { minLength: 1, maxLength: 2 })
    .map((filters) => ({ scope: nowhere, kind: 'latest' as const, filters })),
  fc
    .subarray(['same', 'u1', 'u4', 'nobody', "O'Neil\0\ud83d\ude00"])
    .map((ids) => ({ scope: nowhere, kind: 'users' as const, userIdsJson: JSON.stringify(ids) })),
);
const cohortFilter: fc.Arbitrary<InsightFilter> = fc.record({
  field: fc.constant('cohort' as const),
  op: fc.constantFrom('in_cohorts' as const, 'not_in_cohorts' as const),
  cohorts: fc.array(plainCohort, { minLength: 1, maxLength: 2 }),
});
const cohort: fc.Arbitrary<CohortSource> = fc.oneof(
  { weight: 3, arbitrary: plainCohort },
  ruleOver(deedWith(fc.oneof(plainFilter, cohortFilter))).map((rule) => ({
    scope: nowhere,
    kind: 'rule' as const,
    timezone: 'UTC',
    rule,
  })),
);

const told = fc.record({
  events: fc.array(event, { minLength: 10, maxLength: 50, size: 'max' }),
  identifies: fc.array(identify, { maxLength: 3 }),
  cohorts: fc.array(cohort, { minLength: 12, maxLength: 12 }),
  asked: fc.array(cohortFilter, { minLength: 3, maxLength: 3 }),
});

const defined = <T extends object>(members: T): T =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T;

const recordOf = (environmentId: string, one: ReferenceEvent): LogRecord =>
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
afterAll(() => store.close());

async function load({ events, identifies }: ReferenceData): Promise<Scope> {
  const environmentId = randomUUID();
  await store.load(
    ...events.map((one) => recordOf(environmentId, one)),
    ...identifies.map(({ user, anonymous, atMs }) =>
      batchRecord(
        { user_id: user, anonymous_id: anonymous, device_id: 'd' },
        { kind: 'link', environmentId, receivedAtMs: atMs },
      ),
    ),
  );
  return { projectId, environmentId };
}

async function personsOf(source: CohortSource): Promise<string[]> {
  const found: string[] = [];
  let after: string | undefined;
  for (;;) {
    const { persons } = await store.analytics.run(cohortPageQuery, {
      scope: source.scope,
      source,
      limit: 3,
      ...(after === undefined ? {} : { after }),
    });
    const page = persons.slice(0, 3);
    for (const { personId, userId } of page) {
      const kind = personId.startsWith('d') ? 'device' : 'anonymous';
      found.push(userId === null ? `${kind}/${personId}` : `user/${userId}`);
    }
    if (persons.length <= 3) return found.sort();
    after = page.at(-1)?.key;
  }
}

test(
  'cohorts hold whom the reference finds, and queries filtered by them are about their events',
  async () => {
    await fc.assert(
      fc.asyncProperty(told, async ({ events, identifies, cohorts, asked }) => {
        const data: ReferenceData = { events: events.map((one) => defined(one) as ReferenceEvent), identifies };
        const scope = await load(data);
        for (const each of cohorts) {
          const source = placed(each, scope);
          const expected = [...referenceCohort(data, source)].sort();
          expect(await personsOf(source), JSON.stringify(each)).toEqual(expected);
          const users = expected.flatMap((person) => (person.startsWith('user/') ? person.slice(5) : [])).sort();
          const members = await store.analytics.run(cohortMembersQuery, { scope, source, userLimit: 100 });
          if (source.kind !== 'users') {
            expect(members).toEqual({ persons: expected.length, users: users.length, userIds: users });
          }
          const limited = await store.analytics.run(cohortMembersQuery, {
            scope,
            source,
            userLimit: members.users - 1,
          });
          expect(limited).toEqual({ ...members, userIds: null });
        }
        for (const each of asked) {
          const filter = placed({ filter: each } as unknown as Unplaced, scope) as unknown as { filter: InsightFilter };
          if (!('cohorts' in filter.filter)) throw new Error('no filter by cohorts');
          const { op, cohorts: named } = filter.filter;
          const members = new Set(named.flatMap((source) => [...referenceCohort(data, source)]));
          const isAsked = (one: ReferenceEvent): boolean => {
            const person = personOf(one, data);
            return (person !== undefined && members.has(person)) === (op === 'in_cohorts');
          };
          const params = {
            scope,
            timezone: 'Europe/Berlin',
            range: { kind: 'between' as const, fromMs: nearMs - 7 * HOUR_MS, toMs: nearMs + 8 * HOUR_MS },
            filters: [filter.filter],
            events: ['open'],
            interval: 'hour' as const,
            aggregation: { kind: 'count' as const },
          };
          const { resultJson } = await store.analytics.run(timeseriesQuery, params);
          const about = { ...data, events: withoutRepeated(data.events).filter(isAsked) };
          expect(JSON.parse(resultJson)).toEqual(referenceTimeseries({ ...params, filters: [] }, about));
        }
      }),
      // Of a failure the data matter, not the smallest of them: to shrink takes minutes.
      { numRuns, endOnFailure: true },
    );
  },
  patienceMs,
);

/** The first of each id, before anything is left out. */
const withoutRepeated = (events: readonly ReferenceEvent[]): readonly ReferenceEvent[] =>
  events.filter(
    ({ eventId }, at) => eventId === undefined || events.findIndex((other) => other.eventId === eventId) === at,
  );

const by = (user: string, ...names: string[]): ReferenceEvent[] =>
  names.map((one, at) => ({ name: one, atMs: nearMs + at * HOUR_MS, user, properties: {} }));
const deed = (one: string): Deed => ({ events: [one], filters: [] });
const sequences = [
  { steps: ['a'], thenNot: 'b', expected: ['after', 'again', 'other'] },
  { steps: ['a', 'b'], thenNot: null, expected: ['again', 'before'] },
  { steps: ['a', 'b'], thenNot: 'a', expected: ['before'] },
  { steps: ['a', 'b', 'a'], thenNot: null, expected: ['again'] },
  { steps: ['a', 'c', 'a', 'c'], thenNot: null, expected: ['other'] },
];

test('who did one thing after the other, and then not a third', async () => {
  const events = [
    ...by('before', 'a', 'b'),
    ...by('after', 'b', 'a'),
    ...by('again', 'a', 'b', 'a'),
    ...by('other', 'a', 'c', 'a', 'c'),
    { ...(by('same moment', 'a')[0] as ReferenceEvent) },
    { ...(by('same moment', 'b')[0] as ReferenceEvent) },
  ];
  const scope = await load({ events, identifies: [] });
  for (const { steps, thenNot, expected } of sequences) {
    const rule = { steps: steps.map(deed), thenNot: thenNot === null ? null : deed(thenNot), range: null };
    const found = await personsOf({ scope, kind: 'rule', rule, timezone: 'UTC' });
    // Of one moment: neither is later than the other.
    const isSame = thenNot === 'b' ? ['user/same moment'] : [];
    expect(found).toEqual([...expected.map((user) => `user/${user}`), ...isSame].sort());
  }
});
