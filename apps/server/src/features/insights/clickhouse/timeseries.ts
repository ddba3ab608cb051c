import type { ClickhouseReader } from '../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import type { TimeBuckets } from '../../../analytics/time-buckets.ts';
import { numberOf } from '../../../engines/clickhouse/number-of.ts';
import { type InsightResult, type Moment, momentOf } from '../queries/insight-params.ts';
import { type TimeseriesParams, timeseriesBuckets, timeseriesOf } from '../queries/timeseries.ts';
import { foundLines, type TimeseriesCell, type TrendFound } from '../queries/trends/found-lines.ts';
import { type BreakdownValues, breakdownOf } from '../queries/trends/trend-breakdown.ts';
import type { TrendMeasure } from '../queries/trends/trend-measure.ts';
import { countedUnit } from './counted-unit.ts';
import { requiredField } from './insight-fields.ts';
import { filtersSql } from './insight-filters.ts';
import { placeOfValues } from './trends/place-of-values.ts';
import { topValuesSql } from './trends/top-values-sql.ts';
import { trendMeasure } from './trends/trend-measure.ts';
import { trendRows } from './trends/trend-rows.ts';

export async function timeseries(reader: ClickhouseReader, params: TimeseriesParams): Promise<InsightResult> {
  const moment = momentOf(params, Date.now());
  const buckets = timeseriesBuckets(params, moment);
  return timeseriesOf(params, moment, buckets, await cellsOf(reader, params, moment, buckets));
}

export async function trend(reader: ClickhouseReader, params: TimeseriesParams): Promise<TrendFound> {
  const moment = momentOf(params, Date.now());
  const buckets = timeseriesBuckets(params, moment);
  return { lines: foundLines(await cellsOf(reader, params, moment, buckets), buckets.starts.length) };
}

async function cellsOf(
  reader: ClickhouseReader,
  params: TimeseriesParams,
  moment: Moment,
  buckets: TimeBuckets,
): Promise<readonly TimeseriesCell[]> {
  const measure = trendMeasure(params.aggregation, countedUnit(params));
  const breakdown = breakdownOf(params);
  const fields = (breakdown?.fields ?? []).map((field) => requiredField(field, 'query.breakdownProperty'));
  const columns = fields.map((_, index) => `v${index}`);
  const rows = trendRows({ params, moment, buckets, measure, fields, writeFilters: filtersSql });
  // The values that are shown by themselves are found before: kept with their buckets, all values would take much memory.
  const shown = breakdown && (breakdown.values ?? (await topValues(reader, measure, rows, columns, breakdown.limit)));
  const place = shown === undefined ? '0' : placeOfValues(columns, shown);
  const x = measure.row === 'session' || measure.column !== undefined ? ', x' : '';
  const placed = `(SELECT ${place} AS place, bucket ${x} FROM (${rows}))`;
  const found = await reader.rows(
    `SELECT place, bucket, toFloat64(${measure.aggregate}) FROM ${counted(measure, placed)} GROUP BY place, bucket`,
  );
  return found.map(([at, bucket, value]) => ({
    place: Number(at),
    values: shown?.[Number(at)] ?? [],
    bucket: Number(bucket),
    value: numberOf(value),
  }));
}

/** Rows, or where each person's are counted first, their numbers. */
const counted = ({ isPerPerson }: TrendMeasure, placed: string): string =>
  isPerPerson === true
    ? `(SELECT place, bucket, toFloat64(count()) AS x
        FROM (SELECT place, bucket, x AS person FROM ${placed} WHERE x IS NOT NULL) GROUP BY place, bucket, person)`
    : placed;

async function topValues(
  reader: ClickhouseReader,
  measure: TrendMeasure,
  rows: string,
  columns: readonly string[],
  limit: number,
): Promise<readonly BreakdownValues[]> {
  const found = await reader.rows(topValuesSql(measure, rows, columns, limit));
  return found.map((values) => values.map((value) => (value === null ? null : String(value))));
}
