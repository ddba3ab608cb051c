import type { DuckDBConnection } from '@duckdb/node-api';
import {
  type MetricNumbers,
  type MetricRate,
  type MetricSummary,
  type MetricSummaryPage,
  type PerformanceSummaryQuestion,
  ruleFor,
  statusClasses,
} from '../../../../analytics/queries/performance.ts';
import { ALL, keyOf, type Wholes, wholesOf } from '../metric-rates.ts';
import {
  dimensionSql,
  IS_ERROR,
  isOneOf,
  knownMetrics,
  METRIC_NAME,
  METRIC_TYPE,
  type MetricKey,
  metricRows,
  percentilesOf,
  percentilesSql,
  type ShownValues,
  shownValues,
} from '../metric-rows.ts';
import { timeLiteral } from '../sql-text.ts';

interface ListedMetric extends MetricKey {
  readonly id: string;
}

/** A metric is its own row, so its id comes from its type and name alone: a version 8 UUID of their MD5. */
const MD5 = `md5(${METRIC_TYPE} || chr(10) || ${METRIC_NAME})`;
const ID = `substr(${MD5}, 1, 8) || '-' || substr(${MD5}, 9, 4) || '-8' || substr(${MD5}, 14, 3) || '-8' ||
  substr(${MD5}, 18, 3) || '-' || substr(${MD5}, 21, 12)`;

export async function performanceSummary(
  connection: DuckDBConnection,
  question: PerformanceSummaryQuestion,
): Promise<MetricSummaryPage> {
  const { metrics, nextCursor } = await metricsOfPage(connection, question);
  if (metrics.length === 0) return { rows: [], nextCursor: null };
  const { fromMs, toMs, breakdown } = question;
  const now = [fromMs, toMs] as const;
  const before = [fromMs - (toMs - fromMs), fromMs] as const;
  const shown =
    breakdown === undefined
      ? undefined
      : await shownValues(connection, breakdown, `${metricRows(question, fromMs, toMs)} AND ${isOneOf(metrics)}`);
  const wholes = {
    now: await wholesOf(connection, question, metrics, shown, now),
    before: await wholesOf(connection, question, metrics, shown, before),
  };
  const result = await connection.run(numbersSql(question, metrics, before[0], shown));
  const rows = (await result.getRowObjectsJS()).map((row) => ({
    key: `${row.t}\n${row.n}`,
    place: Number(row.place),
    numbers: (metric: MetricKey) => numbersOf(question, metric, row, wholes),
  }));
  const summaryOf = (metric: ListedMetric): MetricSummary | undefined => {
    const own = rows.filter(({ key }) => key === keyOf(metric));
    const total = own.find(({ place }) => place === ALL);
    if (total === undefined) return undefined;
    const values = own
      .filter(({ place }) => place !== ALL)
      .toSorted((a, b) => a.place - b.place)
      .map(({ place, numbers }) => ({ value: shown?.nameOf(place) ?? '', ...numbers(metric) }))
      .filter(({ count }) => count > 0);
    return { ...metric, ...total.numbers(metric), values };
  };
  return { rows: metrics.map(summaryOf).filter((row) => row !== undefined), nextCursor };
}

/** Counted first, so that percentiles are found for one page of metrics only, however many there are. */
async function metricsOfPage(
  connection: DuckDBConnection,
  question: PerformanceSummaryQuestion,
): Promise<{ readonly metrics: readonly ListedMetric[]; readonly nextCursor: string | null }> {
  const { page, fromMs, toMs } = question;
  const behind =
    page.cursor === undefined
      ? 'true'
      : `(c < (SELECT c FROM seen WHERE id = $cursor)
          OR (c = (SELECT c FROM seen WHERE id = $cursor) AND (t, n) > (SELECT (t, n) FROM seen WHERE id = $cursor)))`;
  const result = await connection.run(
    `WITH seen AS (SELECT ${METRIC_TYPE} AS t, ${METRIC_NAME} AS n, count(*) AS c, any_value(${ID}) AS id
        ${metricRows(question, fromMs, toMs)} GROUP BY 1, 2)
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

function numbersSql(
  question: PerformanceSummaryQuestion,
  metrics: readonly MetricKey[],
  beforeMs: number,
  shown: ShownValues | undefined,
): string {
  const { fromMs, toMs, breakdown, rules } = question;
  const value = breakdown === undefined ? 'NULL::VARCHAR' : dimensionSql(breakdown, 'metrics');
  const place = shown === undefined ? String(ALL) : `CASE WHEN grouping(place) = 1 THEN ${ALL} ELSE place END`;
  const groups = shown === undefined ? 't, n' : 'GROUPING SETS ((t, n), (t, n, place))';
  const statuses = statusClasses.map((_, at) =>
    at === statusClasses.length - 1
      ? `count(*) FILTER (is_now AND class NOT BETWEEN 1 AND ${at})`
      : `count(*) FILTER (is_now AND class = ${at + 1})`,
  );
  return `WITH ${knownMetrics(metrics, rules)},
    rows AS (SELECT t, n, least(value_ms, ceiling) AS x, value_ms > ceiling AS is_trimmed, value_ms > line AS is_over,
        ${IS_ERROR} AS is_error, coalesce(status_code, 0) // 100 AS class, ts >= ${timeLiteral(fromMs)} AS is_now,
        CASE WHEN by_session THEN nullif(session_id, '') END AS s, ${value} AS d
      FROM (SELECT * ${metricRows(question, beforeMs, toMs)}) AS m
      JOIN known ON coalesce(m.metric_type, '') = t AND coalesce(m.metric_name, '') = n)
    SELECT t, n, ${place} AS place,
      count(*) FILTER (is_now) AS count, ${percentilesSql('x')} FILTER (is_now) AS shares,
      count(*) FILTER (is_now AND is_error) AS errors, count(*) FILTER (is_now AND is_over) AS over_line,
      count(*) FILTER (is_now AND is_trimmed) AS trimmed, count(DISTINCT s) FILTER (is_now) AS sessions,
      [${statuses.join(', ')}] AS statuses,
      count(*) FILTER (NOT is_now) AS count_before, ${percentilesSql('x')} FILTER (NOT is_now) AS shares_before,
      count(*) FILTER (NOT is_now AND is_error) AS errors_before, count(DISTINCT s) FILTER (NOT is_now) AS sessions_before
    FROM (SELECT *, ${shown?.placeSql('d') ?? ALL} AS place FROM rows) GROUP BY ${groups}`;
}

type Row = Readonly<Record<string, unknown>>;

function numbersOf(
  question: PerformanceSummaryQuestion,
  metric: MetricKey,
  row: Row,
  wholes: { readonly now: Wholes; readonly before: Wholes },
): MetricNumbers {
  const rateOf = ruleFor(question.rules, metric.metricType, metric.metricName)?.rateOf;
  const rate = (period: Wholes, count: unknown, sessions: unknown): MetricRate | null => {
    if (rateOf === undefined) return null;
    const ofAll = rateOf === 'frames' ? period.frames : period.sessions.get(keyOf(metric));
    return {
      of: rateOf,
      part: Number(rateOf === 'frames' ? count : sessions),
      whole: ofAll?.get(Number(row.place)) ?? 0,
    };
  };
  const isBefore = Number(row.count_before) > 0;
  return {
    count: Number(row.count),
    percentiles: percentilesOf(row.shares),
    errors: Number(row.errors),
    overLine: Number(row.over_line),
    trimmed: Number(row.trimmed),
    statuses: (row.statuses as readonly unknown[]).map(Number),
    rate: rate(wholes.now, row.count, row.sessions),
    before: isBefore
      ? {
          count: Number(row.count_before),
          errors: Number(row.errors_before),
          percentiles: percentilesOf(row.shares_before),
          rate: rate(wholes.before, row.count_before, row.sessions_before),
        }
      : null,
  };
}
