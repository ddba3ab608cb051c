import type { Wire } from '@lamppost/protocol';
import type { Interval } from '../../insights/insight.ts';
import type { Bounds } from '../../navigation/use-bounds.ts';

/** People with an event, or events. */
export type Counted = 'people' | 'events';

export interface Activity {
  /** Of the whole range: somebody who came on two days is one person. */
  readonly total: number;
  readonly points: readonly { readonly atMs: number; readonly value: number }[];
}

const measures: Readonly<Record<Counted, string>> = { people: 'count(DISTINCT person_id)', events: 'count(*)' };

const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;
const inRange = ({ from, to }: Bounds): string =>
  `timestamp >= TIMESTAMP ${text(from)} AND timestamp < TIMESTAMP ${text(to)}`;

/**
 * Over all events of the range, and for each bucket of it: queries of other kinds are about one event, and people of
 * buckets cannot be added up. Buckets begin in the project's zone, like everywhere.
 */
export function activitySql(counted: Counted, bounds: Bounds, interval: Interval, timezone: string): string {
  const local = (utc: string): string => `timezone(${text(timezone)}, timezone('UTC', ${utc}))`;
  const start = (utc: string): string => `date_trunc('${interval}', ${local(utc)})`;
  return `WITH buckets AS (
  SELECT bucket FROM generate_series(${start(`TIMESTAMP ${text(bounds.from)}`)},
    ${local(`TIMESTAMP ${text(bounds.to)}`)} - INTERVAL 1 MILLISECOND, INTERVAL 1 ${interval.toUpperCase()}) AS series(bucket)),
counted AS (
  SELECT ${start('timestamp')} AS bucket, ${measures[counted]} AS value
  FROM events WHERE ${inRange(bounds)} GROUP BY GROUPING SETS ((bucket), ()))
SELECT epoch_ms(timezone(${text(timezone)}, bucket)) AS start_ms, coalesce(value, 0) AS value FROM buckets LEFT JOIN counted USING (bucket)
UNION ALL SELECT NULL, value FROM counted WHERE bucket IS NULL
ORDER BY start_ms`;
}

export function totalSql(counted: Counted, bounds: Bounds): string {
  return `SELECT NULL AS start_ms, ${measures[counted]} AS value FROM events WHERE ${inRange(bounds)}`;
}

/** The row without a time is the total. */
export function readActivity({ rows }: Pick<Wire['SqlResult'], 'rows'>): Activity {
  const points: { atMs: number; value: number }[] = [];
  let total = 0;
  for (const [startMs, value] of rows) {
    if (startMs === null || startMs === undefined) total = Number(value);
    else points.push({ atMs: Number(startMs), value: Number(value) });
  }
  return { total, points };
}
