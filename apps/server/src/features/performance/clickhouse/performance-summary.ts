import type { ClickhouseReader } from '../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { millis } from '../../../analytics/clickhouse/relations/conditions.ts';
import type { Row } from '../../../engines/clickhouse/clickhouse-client.ts';
import { quoted } from '../../../engines/clickhouse/clickhouse-sql.ts';
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
  metricRows,
  percentilesSql,
  type ShownValues,
  shownValues,
} from './metric-rows.ts';

/** A metric is its own row, so its id comes from its type and name alone: a version 8 UUID of their MD5. */
const MD5 = `lower(hex(MD5(concat(t, '\\n', n))))`;
const ID = `concat(substring(${MD5}, 1, 8), '-', substring(${MD5}, 9, 4), '-8', substring(${MD5}, 14, 3), '-8',
  substring(${MD5}, 18, 3), '-', substring(${MD5}, 21, 12))`;

export async function performanceSummary(
  reader: ClickhouseReader,
  params: PerformanceSummaryParams,
): Promise<MetricSummaryPage> {
  const { metrics, nextCursor } = await metricsOfPage(reader, params);
  if (metrics.length === 0) return { rows: [], nextCursor: null };
  const { fromMs, toMs, breakdown } = params;
  const beforeMs = fromMs - (toMs - fromMs);
  const rowsNow = `${metricRows(params, fromMs, toMs)} AND ${isOneOf(metrics)}`;
  const shown = breakdown === undefined ? undefined : await shownValues(reader, breakdown, rowsNow);
  const counted = await countedRows(reader, params, metrics, beforeMs, shown);
  const wholes = {
    now: await wholesOf(reader, params, metrics, shown, [fromMs, toMs]),
    before: await wholesOf(reader, params, metrics, shown, [beforeMs, fromMs]),
  };
  return { rows: summariesOf(params, metrics, counted, wholes, shown), nextCursor };
}

/** Counted first, so that percentiles are found for one page of metrics only, however many there are. */
async function metricsOfPage(
  reader: ClickhouseReader,
  params: PerformanceSummaryParams,
): Promise<{ readonly metrics: readonly ListedMetric[]; readonly nextCursor: string | null }> {
  const { page, fromMs, toMs } = params;
  const seen = `(SELECT *, ${ID} AS id FROM (
    SELECT CAST(metric_type AS String) AS t, CAST(metric_name AS String) AS n, count() AS c
    ${metricRows(params, fromMs, toMs)} GROUP BY t, n))`;
  const behind = page.cursor === undefined ? 'true' : await behindMetric(reader, seen, page.cursor);
  if (behind === undefined) return { metrics: [], nextCursor: null };
  const rows = await reader.rows(
    `SELECT id, t, n FROM ${seen} WHERE ${behind} ORDER BY c DESC, t, n LIMIT ${page.limit + 1}`,
  );
  const found = rows.map(([id, type, name]) => ({
    id: String(id),
    metricType: String(type),
    metricName: String(name),
  }));
  const metrics = found.slice(0, page.limit);
  return { metrics, nextCursor: found.length > page.limit ? (metrics.at(-1)?.id ?? null) : null };
}

/** The condition for metrics behind this one; undefined when there is none such. */
async function behindMetric(reader: ClickhouseReader, seen: string, cursor: string): Promise<string | undefined> {
  const [row] = await reader.rows(`SELECT c, t, n FROM ${seen} WHERE id = ${quoted(cursor)}`);
  if (row === undefined) return undefined;
  const [count, type, name] = row;
  return `(c < ${Number(count)} OR (c = ${Number(count)} AND (t, n) > (${quoted(String(type))}, ${quoted(String(name))})))`;
}

async function countedRows(
  reader: ClickhouseReader,
  params: PerformanceSummaryParams,
  metrics: readonly MetricKey[],
  beforeMs: number,
  shown: ShownValues | undefined,
): Promise<readonly Row[]> {
  const { fromMs, toMs, breakdown, rules } = params;
  const place = shown === undefined ? String(ALL) : `if(grouping(place) = 1, ${ALL}, place)`;
  const groups = shown === undefined ? 'k, is_now' : 'GROUPING SETS ((k, is_now), (k, is_now, place))';
  const isNetwork = metrics.some(({ metricType }) => metricType === 'network');
  const isBySession = metrics.some(
    ({ metricType, metricName }) => ruleFor(rules, metricType, metricName)?.rateOf === 'sessions',
  );
  const listed = `${metricRows(params, beforeMs, toMs)} AND ${isOneOf(metrics)}`;
  const rows = await reader.objects(
    `SELECT k, ${place} AS place_or_all, is_now, count() AS count, ${percentilesSql('x')} AS shares,
        countIf(is_failure) AS errors, countIf(is_over) AS over_line, countIf(is_trimmed) AS trimmed,
        sum(late_ms) AS delay, ${isBySession ? 'uniqExact(s)' : '0'} AS sessions, ${isNetwork ? STATUSES : '[]'} AS statuses
      FROM (SELECT *, ${shown?.placeSql('d') ?? ALL} AS place,
          if(delay_above IS NULL, NULL, greatest(x - delay_above, 0)) AS late_ms
        FROM (SELECT k, delay_above, assumeNotNull(least(value_ms, ceiling)) AS x, value_ms > ceiling AS is_trimmed,
            value_ms > line AS is_over, ${IS_ERROR} AS is_failure, intDiv(status_code, 100) AS class,
            ts_ms >= ${millis(fromMs)} AS is_now, if(by_session, nullIf(session_id, ''), NULL) AS s,
            ${dimensionSql(breakdown, 'metrics')} AS d
          ${joinKnown(listed, metrics, rules)}))
      GROUP BY ${groups}`,
  );
  return rows.map(({ place_or_all, ...row }) => ({ ...row, place: place_or_all ?? ALL }));
}

const NAMED_CLASSES = statusClasses.length - 1;
const STATUSES = `[${statusClasses
  .map((_, at) =>
    at === NAMED_CLASSES
      ? `countIf(class IS NULL OR class NOT BETWEEN 1 AND ${NAMED_CLASSES})`
      : `countIf(class = ${at + 1})`,
  )
  .join(', ')}]`;
