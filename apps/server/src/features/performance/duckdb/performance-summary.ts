import type { DuckDBConnection } from '@duckdb/node-api';
import { timeLiteral } from '../../../analytics/duckdb/sql-text.ts';
import { ALL, type MetricKey } from '../queries/metric-values.ts';
import {
  type MetricSummaryPage,
  type PerformanceSummaryParams,
  ruleFor,
  statusClasses,
} from '../queries/performance.ts';
import { type ListedMetric, summariesOf } from '../queries/performance-summary-rows.ts';
import { wholesOf } from './metric-rates.ts';
import {
  dimensionSql,
  IS_ERROR,
  isOneOf,
  joinKnown,
  knownMetrics,
  metricRows,
  percentilesSql,
  type ShownValues,
  shownValues,
} from './metric-rows.ts';

/** A metric is its own row, so its id comes from its type and name alone: a version 8 UUID of their MD5. */
const MD5 = 'md5(t || chr(10) || n)';
const ID = `substr(${MD5}, 1, 8) || '-' || substr(${MD5}, 9, 4) || '-8' || substr(${MD5}, 14, 3) || '-8' ||
  substr(${MD5}, 18, 3) || '-' || substr(${MD5}, 21, 12)`;

export async function performanceSummary(
  connection: DuckDBConnection,
  params: PerformanceSummaryParams,
): Promise<MetricSummaryPage> {
  const { metrics, nextCursor } = await metricsOfPage(connection, params);
  if (metrics.length === 0) return { rows: [], nextCursor: null };
  const { fromMs, toMs, breakdown } = params;
  const beforeMs = fromMs - (toMs - fromMs);
  const rowsNow = `${metricRows(params, fromMs, toMs)} AND ${isOneOf(metrics)}`;
  const shown = breakdown === undefined ? undefined : await shownValues(connection, breakdown, rowsNow);
  const counted = await countedRows(connection, params, metrics, beforeMs, shown);
  const wholes = {
    now: await wholesOf(connection, params, metrics, shown, [fromMs, toMs]),
    before: await wholesOf(connection, params, metrics, shown, [beforeMs, fromMs]),
  };
  return { rows: summariesOf(params, metrics, counted, wholes, shown), nextCursor };
}

/** Counted first, so that percentiles are found for one page of metrics only, however many there are. */
async function metricsOfPage(
  connection: DuckDBConnection,
  params: PerformanceSummaryParams,
): Promise<{ readonly metrics: readonly ListedMetric[]; readonly nextCursor: string | null }> {
  const { page, fromMs, toMs } = params;
  const behind =
    page.cursor === undefined
      ? 'true'
      : `(c < (SELECT c FROM seen WHERE id = $cursor)
          OR (c = (SELECT c FROM seen WHERE id = $cursor) AND (t, n) > (SELECT (t, n) FROM seen WHERE id = $cursor)))`;
  const result = await connection.run(
    `WITH seen AS (SELECT *, ${ID} AS id FROM (SELECT metric_type AS t, metric_name AS n, count(*) AS c
        ${metricRows(params, fromMs, toMs)} GROUP BY 1, 2))
      SELECT id, t, n FROM seen WHERE ${behind} ORDER BY c DESC, t, n LIMIT ${page.limit + 1}`,
    page.cursor === undefined ? {} : { cursor: page.cursor },
  );
  const found = (await result.getRowsJS()).map(([id, type, name]) => ({
    id: String(id),
    metricType: String(type),
    metricName: String(name),
  }));
  const metrics = found.slice(0, page.limit);
  return { metrics, nextCursor: found.length > page.limit ? (metrics.at(-1)?.id ?? null) : null };
}

async function countedRows(
  connection: DuckDBConnection,
  params: PerformanceSummaryParams,
  metrics: readonly MetricKey[],
  beforeMs: number,
  shown: ShownValues | undefined,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { fromMs, toMs, breakdown, rules } = params;
  const value = breakdown === undefined ? 'NULL::VARCHAR' : dimensionSql(breakdown, 'metrics');
  const place = shown === undefined ? String(ALL) : `CASE WHEN grouping(place) = 1 THEN ${ALL} ELSE place END`;
  const groups = shown === undefined ? 'k, is_now' : 'GROUPING SETS ((k, is_now), (k, is_now, place))';
  const isNetwork = metrics.some(({ metricType }) => metricType === 'network');
  const isBySession = metrics.some(
    ({ metricType, metricName }) => ruleFor(rules, metricType, metricName)?.rateOf === 'sessions',
  );
  const result = await connection.run(`WITH ${knownMetrics(metrics, rules)},
    rows AS (SELECT k, least(value_ms, ceiling) AS x, value_ms > ceiling AS is_trimmed, value_ms > line AS is_over,
        CASE WHEN delay_above IS NOT NULL THEN greatest(x - delay_above, 0) END AS delay,
        ${IS_ERROR} AS is_error, status_code // 100 AS class, ts >= ${timeLiteral(fromMs)} AS is_now,
        CASE WHEN by_session THEN nullif(session_id, '') END AS s, ${value} AS d
      ${joinKnown(metricRows(params, beforeMs, toMs))})
    SELECT k, ${place} AS place, is_now, count(*) AS count, ${percentilesSql('x')} AS shares,
      count(*) FILTER (is_error) AS errors, count(*) FILTER (is_over) AS over_line,
      count(*) FILTER (is_trimmed) AS trimmed, sum(delay) AS delay, ${isBySession ? 'count(DISTINCT s)' : '0'} AS sessions,
      ${isNetwork ? STATUSES : '[]'} AS statuses
    FROM (SELECT *, ${shown?.placeSql('d') ?? ALL} AS place FROM rows) GROUP BY ${groups}`);
  return await result.getRowObjectsJS();
}

const NAMED_CLASSES = statusClasses.length - 1;
const STATUSES = `[${statusClasses
  .map((_, at) =>
    at === NAMED_CLASSES
      ? `count(*) FILTER (class IS NULL OR class NOT BETWEEN 1 AND ${NAMED_CLASSES})`
      : `count(*) FILTER (class = ${at + 1})`,
  )
  .join(', ')}]`;
