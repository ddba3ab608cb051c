import type { DuckDBConnection } from '@duckdb/node-api';
import { quoted } from '../../../analytics/duckdb/sql-text.ts';
import type { TimeBuckets } from '../../../analytics/time-buckets.ts';
import { type InsightResult, type Moment, momentOf } from '../queries/insight-params.ts';
import { type TimeseriesParams, timeseriesBuckets, timeseriesOf } from '../queries/timeseries.ts';
import { foundLines, type TimeseriesCell, type TrendFound } from '../queries/trends/found-lines.ts';
import { breakdownOf, TREND_MISSING, TREND_REST, type TrendBreakdown } from '../queries/trends/trend-breakdown.ts';
import type { TrendMeasure } from '../queries/trends/trend-measure.ts';
import { countedUnit } from './counted-unit.ts';
import { requiredField } from './insight-fields.ts';
import { filtersSql } from './insight-filters.ts';
import { topValues } from './trends/top-values.ts';
import { trendMeasure } from './trends/trend-measure.ts';
import { trendRows } from './trends/trend-rows.ts';

export async function timeseries(connection: DuckDBConnection, params: TimeseriesParams): Promise<InsightResult> {
  const moment = momentOf(params, Date.now());
  const buckets = timeseriesBuckets(params, moment);
  return timeseriesOf(params, moment, buckets, await cellsOf(connection, params, moment, buckets));
}

export async function trend(connection: DuckDBConnection, params: TimeseriesParams): Promise<TrendFound> {
  const moment = momentOf(params, Date.now());
  const buckets = timeseriesBuckets(params, moment);
  return { lines: foundLines(await cellsOf(connection, params, moment, buckets), buckets.starts.length) };
}

async function cellsOf(
  connection: DuckDBConnection,
  params: TimeseriesParams,
  moment: Moment,
  buckets: TimeBuckets,
): Promise<readonly TimeseriesCell[]> {
  const measure = trendMeasure(params.aggregation, countedUnit(params));
  const breakdown = breakdownOf(params);
  const fields = (breakdown?.fields ?? []).map((field) => requiredField(field, 'query.breakdownProperty'));
  const rows = trendRows({ params, moment, buckets, measure, fields, writeFilters: filtersSql });
  const sql = breakdown === undefined ? plainSql(measure, rows) : brokenDownSql(measure, rows, breakdown);
  const found = await (await connection.run(sql)).getRowsJS();
  return found.map(([place, bucket, value, ...values]) => ({
    place: Number(place),
    bucket: Number(bucket),
    value: Number(value),
    values: values.map((text) => (text === null ? null : String(text))),
  }));
}

function plainSql(measure: TrendMeasure, rows: string): string {
  return `SELECT 0, bucket, (${measure.aggregate})::DOUBLE FROM ${counted(measure, `(${rows})`, 'bucket')} GROUP BY bucket`;
}

/** Rows, or where each person's are counted first, their numbers. */
const counted = ({ isPerPerson }: TrendMeasure, rows: string, by: string): string =>
  isPerPerson === true
    ? `(SELECT ${by}, count(*) AS x FROM (SELECT ${by}, x AS person FROM ${rows} WHERE x IS NOT NULL) GROUP BY ${by}, person)`
    : rows;

/** Rows that are only counted are many, and differ in little: those that are alike are counted where they are read. */
function countedAlike(measure: TrendMeasure, rows: string): readonly [measure: TrendMeasure, rows: string] {
  if (measure.aggregate !== 'count(*)') return [measure, rows];
  return [{ ...measure, aggregate: 'sum(x)', rank: 'sum(x)' }, `SELECT *, count(*) AS x FROM (${rows}) GROUP BY ALL`];
}

/** Read once: the values that are shown by themselves are found among the same rows that are then counted. */
function brokenDownSql(asked: TrendMeasure, events: string, breakdown: TrendBreakdown): string {
  const [measure, rows] = countedAlike(asked, events);
  const columns = breakdown.fields.map((_, index) => `v${index}`);
  const named = (of: string): string => columns.map((column) => `${of}.${column}`).join(', ');
  const isMissing = columns.map((column) => `row.${column} IS NULL`).join(' AND ');
  return `
    WITH row AS MATERIALIZED (${rows}),
    top AS MATERIALIZED (${breakdown.values === undefined ? topSql(measure, columns, breakdown.limit) : givenSql(breakdown.values, columns)}),
    placed AS (
      SELECT row.*, CASE WHEN ${isMissing} THEN ${TREND_MISSING} ELSE coalesce(top.place, ${TREND_REST}) END AS place
      FROM row LEFT JOIN top ON ${columns.map((column) => `top.${column} IS NOT DISTINCT FROM row.${column}`).join(' AND ')}),
    cell AS (
      SELECT place, bucket, (${measure.aggregate})::DOUBLE AS figure
      FROM ${counted(measure, 'placed', 'place, bucket')} GROUP BY place, bucket)
    SELECT cell.place, cell.bucket, cell.figure, ${named('top')} FROM cell LEFT JOIN top ON top.place = cell.place`;
}

const topSql = (measure: TrendMeasure, columns: readonly string[], limit: number): string => {
  const all = columns.join(', ');
  return `SELECT ${all}, row_number() OVER (ORDER BY rank DESC, ${all}) - 1 AS place
    FROM (${topValues(measure, 'row', columns, limit)})`;
};

function givenSql(values: NonNullable<TrendBreakdown['values']>, columns: readonly string[]): string {
  const names = columns.map((column) => `NULL::VARCHAR AS ${column}`).join(', ');
  const rows = values.map(
    (of, place) => `SELECT ${of.map((value) => (value === null ? 'NULL' : quoted(value))).join(', ')}, ${place}`,
  );
  // The first one says the types, and is no row.
  return [`SELECT ${names}, 0 AS place WHERE false`, ...rows].join(' UNION ALL ');
}
