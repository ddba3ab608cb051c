import { HOUR_MS } from '@lamppost/protocol';
import type { ExperimentUnit } from '../experiment-store.ts';
import type { ExperimentStatisticsParams, MetricQuery } from '../queries/experiment-statistics.ts';
import {
  isInWindow,
  type MetricLines,
  quantileSelect,
  RATIO_SELECT,
  rangeSql,
  unitExpressions,
} from './user-statement.ts';

const unitOfSession: Readonly<Record<ExperimentUnit, string>> = {
  auto: `CASE WHEN u IS NOT NULL THEN 'user ' || u
      WHEN a IS NOT NULL THEN coalesce(owners.unit, 'anonymous ' || a)
      WHEN d IS NOT NULL THEN coalesce(owned.unit, 'device ' || d) END`,
  device: 'd',
  user: 'u',
};

/** What events say of a session comes before what reports and metrics say; then the last counts. */
const last = (column: string): string =>
  `arg_max(${column}, (ms + CASE WHEN is_event THEN 1125899906842624 ELSE 0 END, hash(${column}))) FILTER (WHERE ${column} <> '')`;

/** Members that end with `sessions (session_id, unit, began, ended)`. */
const sessionMembersSql = (params: ExperimentStatisticsParams): readonly string[] => [
  `owners AS (
  SELECT anonymous_id, any_value(${unitExpressions.auto}) AS unit
  FROM events WHERE user_id IS NULL AND anonymous_id IS NOT NULL GROUP BY anonymous_id)`,
  `owned AS (
  SELECT device_id, arg_max(unit, ms) AS unit FROM exposures
  WHERE unit IS NOT NULL AND device_id <> '' GROUP BY device_id)`,
  `heard AS (
  SELECT session_id, epoch_ms(timestamp) AS ms, user_id, anonymous_id, device_id, true AS is_event
  FROM events WHERE ${rangeSql(params)} AND session_id <> ''
  UNION ALL SELECT session_id, epoch_ms(timestamp), user_id, NULL, device_id, false
  FROM metrics WHERE ${rangeSql(params)} AND session_id <> ''
  UNION ALL SELECT session_id, epoch_ms(timestamp), user_id, NULL, device_id, false
  FROM crashes WHERE ${rangeSql(params)} AND session_id <> '')`,
  `named AS (
  SELECT session_id, min(ms) AS began, max(ms) AS ended,
    ${last('user_id')} AS u,
    ${last('anonymous_id')} AS a,
    ${last('device_id')} AS d
  FROM heard GROUP BY session_id)`,
  `sessions AS (
  SELECT session_id, began, ended, ${unitOfSession[params.unit]} AS unit
  FROM named LEFT JOIN owners ON owners.anonymous_id = a LEFT JOIN owned ON owned.device_id = d)`,
];

export function ratioOfSessionsSql(params: ExperimentStatisticsParams, metric: MetricQuery): MetricLines {
  const { conversionWindowHours: hours } = metric;
  const isCrashFree = metric.eventName === '$crash_free_sessions';
  const isBeforeEnd = hours === null ? '' : ` AND began < exposed_ms + ${hours * HOUR_MS}`;
  const rows = isCrashFree
    ? `crashes WHERE ${rangeSql(params)}`
    : `metrics WHERE ${rangeSql(params)}
      AND metric_type = 'anr' AND metric_name = 'anr_detected'`;
  return {
    members: [
      ...sessionMembersSql(params),
      `found AS (
  SELECT session_id, count(*) AS times
  FROM (SELECT session_id, epoch_ms(timestamp) AS ms FROM ${rows}) AS row
  JOIN sessions USING (session_id) JOIN units USING (unit)
  WHERE ${isInWindow(metric, '(row.ms - exposed_ms)')} GROUP BY session_id)`,
      `counted AS (
  SELECT unit, ${isCrashFree ? 'CASE WHEN times IS NULL THEN 1 ELSE 0 END' : 'coalesce(times, 0)'} AS good
  FROM sessions JOIN units USING (unit) LEFT JOIN found USING (session_id)
  WHERE ended >= exposed_ms${isBeforeEnd})`,
      `unit_values AS (
  SELECT units.variant, coalesce(sum(good), 0)::DOUBLE AS y, count(good)::DOUBLE AS x
  FROM units LEFT JOIN counted USING (unit) GROUP BY units.unit, units.variant)`,
    ],
    select: RATIO_SELECT,
  };
}

export function startupSql(params: ExperimentStatisticsParams, metric: MetricQuery): MetricLines {
  const own: Readonly<Record<ExperimentUnit, string>> = {
    auto: `coalesce('user ' || nullif(m.user_id, ''), sessions.unit, owned.unit)`,
    device: 'm.device_id',
    user: 'm.user_id',
  };
  return {
    members: [
      ...sessionMembersSql(params),
      `starts AS (
  SELECT ${own[params.unit]} AS unit, epoch_ms(m.timestamp) AS ms, m.value_ms AS value
  FROM (SELECT * FROM metrics WHERE ${rangeSql(params)}
      AND metric_type = 'startup' AND metric_name = 'cold_start') AS m
    LEFT JOIN sessions ON sessions.session_id = m.session_id LEFT JOIN owned ON owned.device_id = m.device_id)`,
    ],
    select: quantileSelect(
      metric,
      `(SELECT starts.*, units.variant FROM starts JOIN units USING (unit) WHERE ${isInWindow(metric, '(ms - exposed_ms)')}) AS counted`,
    ),
  };
}
