import { quoted } from '../../../../analytics/duckdb/sql-text.ts';
import type { BehindOf, TimeseriesPoint } from '../../queries/people/people-behind.ts';
import type { PeopleContext } from '../../queries/people/people-context.ts';
import { trendSpan } from '../../queries/people/trend-span.ts';
import type { TimeseriesParams } from '../../queries/timeseries.ts';
import { breakdownOf } from '../../queries/trends/trend-breakdown.ts';
import { requiredField } from '../insight-fields.ts';
import { topValues } from '../trends/top-values.ts';
import { trendMeasure } from '../trends/trend-measure.ts';
import { trendRows } from '../trends/trend-rows.ts';

/** Who did what is counted in a bucket, or in all. */
export function timeseriesPeople(
  { params, point }: BehindOf<'timeseries'>,
  { writeFilters, nowMs }: PeopleContext,
): string {
  const { moment, buckets, window, first, last } = trendSpan(params, point, nowMs);
  const measure = trendMeasure(params.aggregation);
  const isEvent = measure.row === 'event';
  const fields = fieldsOf(params);
  const during = isEvent ? window : moment;
  const rows = trendRows({ params, moment: during, buckets, measure, fields, writeFilters, hasPeople: true });
  const conditions = [
    'person IS NOT NULL',
    ...(isEvent && measure.column !== undefined ? ['x IS NOT NULL'] : []),
    ...(isEvent ? [] : [`bucket BETWEEN ${first} AND ${last}`]),
    ...ofValues(params, point, { writeFilters, nowMs }),
  ];
  return `SELECT person, min(at_ms) AS first_ms, max(at_ms) AS last_ms, count(*) AS events
    FROM (${rows}) WHERE ${conditions.join(' AND ')} GROUP BY person`;
}

const fieldsOf = (params: TimeseriesParams) =>
  (breakdownOf(params)?.fields ?? []).map((field) => requiredField(field, 'query.breakdownProperty'));

/** What holds for the values of the breakdown, which are columns of the rows. */
function ofValues(
  params: TimeseriesParams,
  { value, rankedBy = params }: TimeseriesPoint,
  { writeFilters, nowMs }: PeopleContext,
): readonly string[] {
  if (value?.of === 'values') {
    return value.values.map((text, at) => (text === null ? `v${at} IS NULL` : `v${at} = ${quoted(text)}`));
  }
  const breakdown = breakdownOf(rankedBy);
  if (value === undefined || breakdown === undefined) return [];
  const { moment, buckets } = trendSpan(rankedBy, {}, nowMs);
  const measure = trendMeasure(rankedBy.aggregation);
  const rows = trendRows({ params: rankedBy, moment, buckets, measure, fields: fieldsOf(rankedBy), writeFilters });
  const columns = breakdown.fields.map((_, at) => `v${at}`);
  // Stored text has no NUL.
  const key = columns.map((column) => `coalesce('v' || ${column}, 'n')`).join(' || chr(0) || ');
  const shown = topValues(measure, `(${rows})`, columns, breakdown.limit);
  return [
    `(${columns.map((column) => `${column} IS NOT NULL`).join(' OR ')})`,
    `${key} NOT IN (SELECT ${key} FROM (${shown}))`,
  ];
}
