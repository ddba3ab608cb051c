import type { CompleteInsightQuery, Wire } from '@lamppost/protocol';
import { DAY_MS } from '../../design/format/units.ts';
import { rangePresets } from '../../design/range-picker/time-range.ts';
import type { Interval } from '../../insights/insight.ts';
import { intervalOfRange, intervalsFor } from '../../insights/interval-of-range.ts';
import { boundsOf, type TimeRange, toWireRange } from '../../navigation/time-range.ts';

type InsightQuery = Wire['InsightQuery'] | CompleteInsightQuery;

const lengths: Readonly<Record<Exclude<Wire['TimeseriesQuery']['interval'], 'total'>, number>> = {
  minute: 60_000,
  hour: 3_600_000,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 30 * DAY_MS,
  quarter: 91 * DAY_MS,
  year: 365 * DAY_MS,
};
/** Fewer points than this are no line. */
const leastPoints = 3;

/** The query about another range. An interval that does not suit it gives way to one that does. SQL has no range. */
export function queryInRange<Q extends InsightQuery>(query: Q, range: TimeRange): Q {
  if (query.kind === 'sql') return query;
  const inRange = { ...query, range: toWireRange(range) };
  if (inRange.kind !== 'timeseries' || inRange.interval === 'total') return inRange;
  const { from, to } = boundsOf(range, 0);
  const points = (Date.parse(to) - Date.parse(from)) / lengths[inRange.interval];
  const isKnown = inRange.interval === 'quarter' || inRange.interval === 'year';
  const suits = points >= leastPoints && (isKnown || intervalsFor(range).includes(inRange.interval as Interval));
  return suits ? inRange : { ...inRange, interval: intervalOfRange(range) };
}

/** Undefined where it has none, or one that the range picker does not know. */
export function rangeOfQuery(query: InsightQuery): TimeRange | undefined {
  if (query.kind === 'sql') return undefined;
  const { range } = query;
  if (range.kind === 'absolute') return range;
  const preset = range.kind === 'relative' && rangePresets.find(({ last }) => last === range.last);
  return preset ? { kind: 'relative', last: preset.last } : undefined;
}
