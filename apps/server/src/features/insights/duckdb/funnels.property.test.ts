import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '@lamppost/protocol';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LogRecord } from '../../../collect/event-log/log-record.ts';
import { batchRecord, projectId } from '../../../compose/testing/sample-log.ts';
import { SampleStore } from '../../../compose/testing/sample-store.ts';
import type { Scope } from '../../../edge/scope.ts';
import { funnelQuery } from '../queries/funnel.ts';
import type { FunnelExclusion, FunnelParams, FunnelStep, FunnelView } from '../queries/funnels/funnel-definition.ts';
import type { InsightFilter } from '../queries/insight-params.ts';
import type { ReferenceData, ReferenceEvent } from '../queries/reference/events.reference.ts';
import { referenceFunnel } from '../queries/reference/funnels.reference.ts';

const numRuns = Number(process.env.PROPERTY_RUNS ?? (process.env.LP_TORTURE === 'long' ? 100 : 4));
const patienceMs = 60_000 + numRuns * 10_000;
/** An hour before clocks go forward in Berlin. */
const nearMs = Date.parse('2026-03-29T00:00:00Z');

const maybe = <T>(of: fc.Arbitrary<T>, freq = 2) => fc.option(of, { nil: undefined, freq });
const name = fc.constantFrom('a', 'a', 'b', 'b', 'c', 'd', 'x', "O'Neil");
/** Few moments, so that many are equal. */
const atMs = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: -8, max: 12 }).map((steps) => nearMs + steps * 10 * 60_000) },
  fc.integer({ min: -40, max: 40 }).map((hours) => nearMs + hours * HOUR_MS),
);

/** A user and an anonymous id of the same text are two persons. */
const event = fc.record({
  name,
  atMs,
  eventId: fc.oneof({ weight: 8, arbitrary: fc.constant(undefined) }, fc.constantFrom('e1', 'e2')),
  user: maybe(fc.constantFrom('same', 'u1', 'u2')),
  anonymous: maybe(fc.constantFrom('same', 'a1', 'a2')),
  device: maybe(fc.constantFrom('d1')),
  platform: maybe(fc.constantFrom('ios', 'web')),
  properties: fc.record(
    { v: fc.constantFrom('p', 'q', '(none)', 'é', 5, true, null), o: fc.constantFrom('o1', 'o1', 'o2', 7, null) },
    { requiredKeys: [] },
  ),
});
const identify = fc.record({
  user: fc.constantFrom('same', 'u1', 'u3'),
  anonymous: fc.constantFrom('same', 'a1'),
  atMs,
});

const filter: fc.Arbitrary<InsightFilter> = fc.record({
  field: fc.constantFrom('platform', 'event_properties.o', 'person_id'),
  op: fc.constantFrom('eq' as const, 'neq' as const),
  value: fc.constantFrom('ios', 'o1', 'u1'),
});
const few = <T>(of: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant<T[]>([]) }, { weight: 1, arbitrary: fc.tuple(of) });
const step: fc.Arbitrary<FunnelStep> = fc.record({
  events: fc.oneof(
    { weight: 8, arbitrary: name.map((one) => [one]) },
    { weight: 1, arbitrary: fc.constant(['a', 'x']) },
    { weight: 1, arbitrary: fc.constant(null) },
  ),
  filters: few(filter),
});
const steps = fc.array(step, { minLength: 2, maxLength: 4 });

const exclusionOf = (length: number): fc.Arbitrary<FunnelExclusion> =>
  fc.record({ step, from: fc.nat(length - 2), span: fc.nat(length) }).map(({ step: one, from, span }) => ({
    ...one,
    fromStep: from,
    toStep: Math.min(length - 1, from + 1 + span),
  }));
const field = fc.constantFrom('event_properties.v', 'event_properties.o', 'platform', 'person_id');

const view: fc.Arbitrary<FunnelView> = fc.oneof(
  fc.record({
    kind: fc.constant('trend' as const),
    interval: fc.constantFrom('hour' as const, 'day' as const, 'week' as const, 'month' as const),
  }),
  fc.record({ kind: fc.constant('times' as const) }),
  fc.record({
    kind: fc.constant('correlation' as const),
    events: fc.boolean(),
    fields: fc.uniqueArray(field, { minLength: 1, maxLength: 3 }),
  }),
);

const query = steps.chain((chosen) =>
  fc.record({
    steps: fc.constant(chosen),
    filters: few(filter),
    windowMs: fc.constantFrom(20 * 60_000, 60 * 60_000, 7 * 24 * HOUR_MS),
    order: maybe(fc.constantFrom('ordered' as const, 'strict' as const, 'any' as const), 4),
    exclusions: fc.oneof(fc.constant([]), fc.array(exclusionOf(chosen.length), { minLength: 1, maxLength: 3 })),
    holdField: maybe(field, 1),
    breakdownField: maybe(field),
    attribution: maybe(fc.constantFrom('first' as const, 'last' as const)),
    view: maybe(view, 1),
    unitField: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, field),
  }),
);

const told = fc.record({
  events: fc.array(event, { minLength: 10, maxLength: 40, size: 'max' }),
  identifies: fc.array(identify, { maxLength: 2 }),
  queries: fc.array(query, { minLength: 16, maxLength: 16 }),
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
    ...identifies.map(({ user, anonymous, atMs: receivedAtMs }) =>
      batchRecord(
        { user_id: user, anonymous_id: anonymous, device_id: 'd' },
        { kind: 'link', environmentId, receivedAtMs },
      ),
    ),
  );
  return { projectId, environmentId };
}

/** P-values are sums in another order; those that are equal come in any order. */
function comparable(result: object): unknown {
  const { rows = [], ...others } = result as { readonly rows?: readonly { readonly pValue: number }[] };
  const rounded = rows.map((row) =>
    JSON.stringify(row, (_, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(10)) : value)),
  );
  const isSorted = rows.every((row, at) => row.pValue >= (rows[at - 1]?.pValue ?? 0) - 1e-12);
  return { ...others, isSorted, rows: rounded.sort() };
}

test(
  'funnels with options are what plain arithmetic over the same events gives',
  async () => {
    await fc.assert(
      fc.asyncProperty(told, async ({ events, identifies, queries }) => {
        const data: ReferenceData = { events: events.map((one) => defined(one) as ReferenceEvent), identifies };
        const scope = await load(data);
        for (const asked of queries) {
          const params = defined({
            ...asked,
            ...(asked.view !== undefined && { breakdownField: undefined, attribution: undefined }),
            scope,
            timezone: 'Europe/Berlin',
            range: { kind: 'between' as const, fromMs: nearMs - 26 * HOUR_MS, toMs: nearMs + 30 * HOUR_MS },
            conversionWindow: '7d',
          }) as FunnelParams;
          const { resultJson } = await store.analytics.run(funnelQuery, params);
          expect(comparable(JSON.parse(resultJson)), JSON.stringify(asked)).toEqual(
            comparable(referenceFunnel(params, data)),
          );
        }
      }),
      // Of a failure the data matter, not the smallest of them: to shrink takes minutes.
      { numRuns, endOnFailure: true },
    );
  },
  patienceMs,
);
