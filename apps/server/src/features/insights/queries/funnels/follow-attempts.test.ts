import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ColumnChunk } from '../../../../analytics/column-chunk.ts';
import type { ReferenceEvent } from '../reference/events.reference.ts';
import { referenceFunnel } from '../reference/funnels.reference.ts';
import { comparedColumns } from './compared-columns.ts';
import { followAttempts } from './follow-attempts.ts';
import { NO_VALUE } from './for-each-person.ts';
import type { FunnelParams } from './funnel-definition.ts';
import type { FunnelSource } from './funnel-source.ts';

const MINUTE_MS = 60_000;
const fromMs = Date.parse('2026-03-29T00:00:00Z');
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined, freq: 1 });

/** Few people, moments and values, so that much of it comes together. */
const event: fc.Arbitrary<ReferenceEvent> = fc.record({
  name: fc.constantFrom('a', 'a', 'b', 'b', 'c', 'x'),
  atMs: fc.nat(9).map((minutes) => fromMs + minutes * MINUTE_MS),
  user: fc.constantFrom('u1', 'u1', 'u2'),
  properties: fc.record({ v: fc.constantFrom('p', 'q', null), o: fc.constantFrom('1', '1', '2', null) }),
});

const steps = fc
  .array(fc.constantFrom('a', 'b', 'b', 'c'), { minLength: 2, maxLength: 3 })
  .map((names) => names.map((name) => ({ events: [name], filters: [] })));
const params: fc.Arbitrary<FunnelParams> = steps.chain((chosen) =>
  fc
    .record({
      windowMs: fc.constantFrom(2, 3, 5, 60).map((minutes) => minutes * MINUTE_MS),
      order: fc.constantFrom('ordered' as const, 'strict' as const, 'any' as const),
      exclusions: fc.array(
        fc.tuple(fc.constantFrom('x', 'a'), fc.nat(chosen.length - 2)).map(([name, fromStep]) => ({
          events: [name],
          filters: [],
          fromStep,
          toStep: chosen.length - 1,
        })),
        { maxLength: 1 },
      ),
      holdField: maybe(fc.constant('event_properties.o')),
      shown: fc.oneof(
        fc.record({ attribution: fc.constantFrom('first' as const, 'last' as const) }).map((attribution) => ({
          ...attribution,
          breakdownField: 'event_properties.v',
        })),
        fc.constant({ view: { kind: 'times' as const } }),
        fc.constant({ view: { kind: 'trend' as const, interval: 'hour' as const } }),
        fc.constant({ view: { kind: 'correlation' as const, events: true, fields: ['event_properties.v'] } }),
      ),
    })
    .map(({ shown, holdField, ...rest }) => ({
      ...rest,
      ...shown,
      ...(holdField === undefined ? {} : { holdField }),
      steps: chosen,
      scope: { projectId: '', environmentId: '' },
      timezone: 'UTC',
      range: { kind: 'between', fromMs, toMs: fromMs + 60 * MINUTE_MS },
      filters: [],
      conversionWindow: '1h',
    })),
);

/** What an engine would gather of these events. */
async function sourceOf(asked: FunnelParams, events: readonly ReferenceEvent[]): Promise<FunnelSource> {
  const { view, exclusions = [], holdField, breakdownField } = asked;
  const textOf = (one: ReferenceEvent, field: string): string | null =>
    field === 'event_name' ? one.name : (one.properties[field.slice('event_properties.'.length)] as string | null);
  const compared =
    view?.kind === 'correlation'
      ? await comparedColumns(asked, view, async (field) =>
          [...new Set(events.map((one) => textOf(one, field)))]
            .filter((value) => value !== null)
            .map((value) => ({ value, events: events.filter((one) => textOf(one, field) === value).length })),
        )
      : [];
  const values = ['p', 'q'];
  const rows = events
    .map((one) => {
      const held = holdField === undefined ? '0' : textOf(one, holdField);
      const value = textOf(one, 'event_properties.v');
      const bits = [...asked.steps, ...exclusions].map((part, at) => (part.events?.includes(one.name) ? 2 ** at : 0));
      const done = held === null ? 0 : bits.reduce((sum, bit) => sum + bit, 0);
      return [
        Number(one.user?.slice(1)),
        0,
        one.atMs - fromMs,
        done,
        ...(holdField === undefined ? [] : [held === null ? -1 : Number(held)]),
        ...(breakdownField === undefined ? [] : [value === null ? NO_VALUE : values.indexOf(value)]),
        ...compared.map((column) => column.values.indexOf(textOf(one, column.field) ?? '\0') + 1),
      ];
    })
    .sort((a, b) => byNumbers(a, b, holdField === undefined ? [0, 2] : [0, 4, 2]));
  const chunk = (some: typeof rows): ColumnChunk => ({
    rowCount: some.length,
    column: (index) => some.map((row) => row[index] ?? 0),
  });
  async function* chunks() {
    yield chunk(rows.slice(0, 3));
    yield chunk(rows.slice(3));
  }
  return {
    rows: chunks,
    compared,
    valuesAt: async (places) => new Map(places.map((place) => [place, values[place] ?? ''])),
  };
}

const byNumbers = (a: readonly number[], b: readonly number[], columns: readonly number[]): number =>
  columns.map((column) => (a[column] ?? 0) - (b[column] ?? 0)).find((difference) => difference !== 0) ?? 0;

/** P-values are sums in another order. */
const comparable = (result: object): unknown => {
  const { rows = [], ...others } = result as { readonly rows?: readonly object[] };
  const rounded = rows.map((row) =>
    JSON.stringify(row, (_, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(10)) : value)),
  );
  return { ...others, rows: rounded.sort() };
};

test('people are followed as plain arithmetic follows them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 4, maxLength: 16, size: 'max' }), params, async (events, asked) => {
      const moment = { fromMs, toMs: fromMs + 60 * MINUTE_MS, nowMs: fromMs };
      const { resultJson } = await followAttempts(asked, moment, await sourceOf(asked, events));
      const expected = referenceFunnel(asked, { events, identifies: [] });
      expect(comparable(JSON.parse(resultJson))).toEqual(comparable(expected));
    }),
    { numRuns: Number(process.env.PROPERTY_RUNS ?? 600) },
  );
}, 120_000);
