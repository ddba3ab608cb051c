import type { Wire } from '@lamppost/protocol';
import { rangeLength } from '../../design/range-picker/time-range.ts';
import { intervalLengths, intervalOfRange, intervalsFor } from '../../insights/interval-of-range.ts';
import { type TimeRange, toWireRange } from '../../navigation/time-range.ts';

type InsightQuery = Wire['InsightQuery'];
type PointKind = 'timeseries' | 'crash_free' | 'crashes' | 'performance';

/** Fewer points than this are no line. */
const leastPoints = 3;

/** The query about another range. An interval that does not suit it gives way to one that does. SQL and experiments have no range. */
export function queryInRange<Q extends InsightQuery>(query: Q, range: TimeRange): Q {
  if (query.kind === 'sql' || query.kind === 'experiment') return query;
  const inRange = { ...query, range: toWireRange(range) };
  if (!hasPoints(inRange) || inRange.interval === undefined || inRange.interval === 'total') return inRange;
  const points = rangeLength(range) / intervalLengths[inRange.interval];
  const suits = points >= leastPoints && intervalsFor(range).includes(inRange.interval);
  return suits ? inRange : { ...inRange, interval: intervalOfRange(range) };
}

/** Of queries whose interval follows the range. */
const hasPoints = (query: InsightQuery): query is Extract<InsightQuery, { kind: PointKind }> =>
  query.kind === 'timeseries' ||
  query.kind === 'crash_free' ||
  query.kind === 'crashes' ||
  query.kind === 'performance';

/** Undefined where it has none. */
export const rangeOfQuery = (query: InsightQuery): TimeRange | undefined =>
  query.kind === 'sql' || query.kind === 'experiment' ? undefined : query.range;
