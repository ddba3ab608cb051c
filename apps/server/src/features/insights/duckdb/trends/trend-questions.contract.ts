import fc from 'fast-check';
import type { EventSelection } from '../../queries/event-selection.ts';
import { type Aggregation, type TimeseriesParams, timeseriesBuckets } from '../../queries/timeseries.ts';
import { comparedPeriod, distinctBuckets } from '../../trends/compared-period.ts';

const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined, freq: 2 });

/** Without the members that are undefined. */
const defined = <T extends object>(members: T): T =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T;

const percentileOf = fc.constantFrom('average' as const, 'p50' as const, 'p95' as const);
const newAggregation: fc.Arbitrary<Aggregation> = fc.oneof(
  fc.record({ kind: fc.constantFrom('persons' as const, 'sessions' as const, 'first_time' as const) }),
  fc.record({
    kind: fc.constant('per_person' as const),
    of: fc.oneof(percentileOf, fc.constantFrom('min' as const, 'max' as const)),
  }),
  fc.record({
    kind: fc.constant('session_duration' as const),
    of: fc.oneof(percentileOf, fc.constant('sum' as const)),
  }),
);

/** Some name the values that are shown, as those of a series that is put beside another. */
const breakdownBy = (fields: readonly string[]) =>
  maybe(
    fc
      .uniqueArray(fc.constantFrom('event_properties.v', 'platform', 'event_name', 'person_id', ...fields), {
        minLength: 1,
        maxLength: 3,
      })
      .chain((chosen) => {
        const value = fc.constantFrom('a', 'é', '(none)', '5', 'ios', 'open', 'same', null);
        const values = fc
          .uniqueArray(fc.tuple(...chosen.map(() => value)), { maxLength: 4, selector: JSON.stringify })
          .map((all) => all.filter((one) => one.some((part) => part !== null)));
        return fc.record({ fields: fc.constant(chosen), limit: fc.constantFrom(1, 3, 50), values: maybe(values) });
      }),
  );

/** What can be asked of a timeseries beside one event and one field. */
export const trendQuestion = (
  selection: fc.Arbitrary<EventSelection>,
  aggregation: fc.Arbitrary<Aggregation>,
  fields: readonly string[],
) =>
  fc.record({
    events: selection,
    interval: fc.constantFrom('hour' as const, 'day' as const, 'quarter' as const, 'year' as const, 'total' as const),
    aggregation: fc.oneof(aggregation, { weight: 3, arbitrary: newAggregation }),
    breakdown: breakdownBy(fields),
    isCompared: fc.boolean(),
  });

type TrendQuestion = ReturnType<typeof trendQuestion> extends fc.Arbitrary<infer T> ? T : never;

/** Some about the period that a range is compared with, whose buckets are those of the range, moved. */
export function trendParams(
  { isCompared, breakdown: by, ...trend }: TrendQuestion,
  shared: Pick<TimeseriesParams, 'scope' | 'filters' | 'timezone'> & {
    readonly range: { readonly kind: 'between'; readonly fromMs: number; readonly toMs: number };
  },
): TimeseriesParams {
  const params = defined({ ...shared, ...trend, breakdown: by && defined(by) }) as TimeseriesParams;
  if (!isCompared) return params;
  const moment = { ...shared.range, nowMs: 0 };
  const buckets = timeseriesBuckets(params, moment);
  const period = comparedPeriod('previous_period', shared.range, moment, buckets, shared.timezone);
  const { fromMs, toMs } = period;
  return { ...params, range: { kind: 'between', fromMs, toMs }, buckets: distinctBuckets(period).buckets };
}
