import { comparedPeriod } from '../../trends/compared-period.ts';
import type { BehindOf } from '../people/people-behind.ts';
import type { Aggregation, TimeseriesParams } from '../timeseries.ts';
import { fieldOf, type ReferenceData, textOf, type Valued } from './events.reference.ts';
import { byPerson, chosen, isMeant } from './insights.reference.ts';
import { type Between, type Item, itemsOf, shownKeys, startsOf, valuesKey } from './timeseries.reference.ts';

/** Those behind a point of a timeseries: the events that are counted there. */
export function referenceTrendPeople(
  { params, point }: BehindOf<'timeseries'>,
  data: ReferenceData,
): (readonly Valued[])[] {
  const { range, starts } = periodOf(params, point.compare);
  const placeOf = (atMs: number): number => starts.findLastIndex((start) => start <= atMs);
  const { bucketMs, bucketsBefore = 0, value, rankedBy = params } = point;
  const isThen = ({ atMs }: Item): boolean => {
    if (bucketMs === undefined) return true;
    const last = starts.indexOf(bucketMs);
    return placeOf(atMs) <= last && placeOf(atMs) >= last - bucketsBefore;
  };
  const isOfValue = ({ values }: Item): boolean => {
    if (value === undefined) return true;
    if (value.of === 'values') return valuesKey(values) === valuesKey(value.values);
    const isMissing = values.every((one) => one === undefined);
    return !isMissing && !shownKeys(rankedBy, data).includes(valuesKey(values));
  };
  const items = itemsOf(params, data, range).filter((item) => isThen(item) && isOfValue(item));
  if (params.aggregation.kind === 'session_duration') {
    const sessions = items.map(({ event }) => event.session);
    const matching = chosen({ ...params, range }, data).filter(({ name }) => isMeant(name, params.events));
    return byPerson(matching.filter(({ session }) => session !== undefined && sessions.includes(session)));
  }
  return byPerson(items.map(({ event }) => event).filter((event) => isCounted(params.aggregation, event)));
}

function periodOf(params: TimeseriesParams, compare: 'previous_period' | 'previous_year' | undefined) {
  const { range, timezone } = params;
  if (range.kind !== 'between') throw new Error('the reference has no clock');
  const starts = startsOf(params, range);
  if (compare === undefined) return { range, starts };
  const period = comparedPeriod(compare, range, { ...range, nowMs: 0 }, { starts, endMs: range.toMs }, timezone);
  const compared: Between = { kind: 'between', fromMs: period.fromMs, toMs: period.toMs };
  return { range: compared, starts: period.starts };
}

/** Whether an aggregation takes something of an event. */
function isCounted(aggregation: Aggregation, event: Valued): boolean {
  switch (aggregation.kind) {
    case 'sessions':
      return event.session !== undefined;
    case 'count_distinct':
      return aggregation.field === 'person_id' || textOf(fieldOf(event, aggregation.field)) !== undefined;
    default:
      return !('field' in aggregation) || typeof fieldOf(event, aggregation.field) === 'number';
  }
}
