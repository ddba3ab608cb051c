import { HOUR_MS } from '@lamppost/protocol';
import type { ExperimentUnit } from '../experiment-store.ts';
import type { ExperimentStatisticsParams, MetricQuery } from '../queries/experiment-statistics.ts';
import {
  isInWindow,
  type MetricLines,
  MS,
  quantileSelect,
  RATIO_SELECT,
  rangeSql,
  unitExpressions,
} from './user-statement.ts';

const unitOfSession: Readonly<Record<ExperimentUnit, string>> = {
  auto: `multiIf(named.u IS NOT NULL, 'user ' || named.u,
      named.a IS NOT NULL, coalesce(owners.owner, 'anonymous ' || named.a),
      named.d IS NOT NULL, coalesce(owned.owner, 'device ' || named.d), NULL)`,
  device: 'named.d',
  user: 'named.u',
};

/** What events say of a session comes before what reports and metrics say; then the last counts. */
const last = (column: string): string =>
  `argMaxIf(${column}, (ms + if(is_event, 1125899906842624, 0), sipHash64(${column})), ${column} != '')`;

/** Members that end with `sessions (session_id, unit, began, ended)`. */
const sessionMembersSql = (params: ExperimentStatisticsParams): readonly string[] => [
  `owners AS (
  SELECT anonymous_id, any(unit) AS owner
  FROM (SELECT anonymous_id, ${unitExpressions.auto} AS unit FROM events WHERE user_id IS NULL AND anonymous_id IS NOT NULL)
  GROUP BY anonymous_id)`,
  `owned AS (
  SELECT device_id, argMax(unit, ms) AS owner FROM exposures
  WHERE unit IS NOT NULL AND device_id != '' GROUP BY device_id)`,
  `heard AS (
  SELECT session_id, ${MS} AS ms, user_id, anonymous_id, device_id, true AS is_event
  FROM events WHERE ${rangeSql(params)} AND session_id != ''
  UNION ALL SELECT session_id, ${MS}, user_id, NULL, device_id, false
  FROM metrics WHERE ${rangeSql(params)} AND session_id != ''
  UNION ALL SELECT session_id, ${MS}, user_id, NULL, device_id, false
  FROM crashes WHERE ${rangeSql(params)} AND session_id != '')`,
  `named AS (
  SELECT session_id, min(ms) AS first_ms, max(ms) AS last_ms,
    ${last('user_id')} AS u,
    ${last('anonymous_id')} AS a,
    ${last('device_id')} AS d
  FROM heard GROUP BY session_id)`,
  `sessions AS (
  SELECT named.session_id AS session_id, named.first_ms AS began, named.last_ms AS ended, ${unitOfSession[params.unit]} AS unit
  FROM named LEFT JOIN owners ON owners.anonymous_id = named.a LEFT JOIN owned ON owned.device_id = named.d)`,
];

export function ratioOfSessionsSql(params: ExperimentStatisticsParams, metric: MetricQuery): MetricLines {
  const { conversionWindowHours: hours } = metric;
  const isCrashFree = metric.eventName === '$crash_free_sessions';
  const isBeforeEnd = hours === null ? '' : ` AND sessions.began < units.exposed_ms + ${hours * HOUR_MS}`;
  const rows = isCrashFree
    ? `crashes WHERE ${rangeSql(params)}`
    : `metrics WHERE ${rangeSql(params)}
      AND metric_type = 'anr' AND metric_name = 'anr_detected'`;
  const good = isCrashFree ? 'if(found.times IS NULL, 1, 0)' : 'ifNull(found.times, 0)';
  return {
    members: [
      ...sessionMembersSql(params),
      `found AS (
  SELECT row.session_id AS session_id, toNullable(count()) AS times
  FROM (SELECT session_id, ${MS} AS ms FROM ${rows}) AS row
  JOIN sessions ON sessions.session_id = row.session_id JOIN units ON units.unit = sessions.unit
  WHERE ${isInWindow(metric, '(row.ms - units.exposed_ms)')} GROUP BY row.session_id)`,
      `counted AS (
  SELECT units.unit AS unit, toNullable(${good}) AS good
  FROM sessions JOIN units ON units.unit = sessions.unit LEFT JOIN found ON found.session_id = sessions.session_id
  WHERE sessions.ended >= units.exposed_ms${isBeforeEnd})`,
      `unit_values AS (
  SELECT units.variant AS variant, toFloat64(ifNull(sum(counted.good), 0)) AS y, toFloat64(count(counted.good)) AS x
  FROM units LEFT JOIN counted ON counted.unit = units.unit GROUP BY units.unit, units.variant)`,
    ],
    select: RATIO_SELECT,
  };
}

export function startupSql(params: ExperimentStatisticsParams, metric: MetricQuery): MetricLines {
  const own: Readonly<Record<ExperimentUnit, string>> = {
    auto: `coalesce('user ' || nullIf(m.user_id, ''), sessions.unit, owned.owner)`,
    device: 'm.device_id',
    user: 'm.user_id',
  };
  return {
    members: [
      ...sessionMembersSql(params),
      `starts AS (
  SELECT ${own[params.unit]} AS unit, m.ms AS ms, m.value_ms AS v
  FROM (SELECT ${MS} AS ms, user_id, session_id, device_id, value_ms FROM metrics WHERE ${rangeSql(params)}
      AND metric_type = 'startup' AND metric_name = 'cold_start') AS m
    LEFT JOIN sessions ON sessions.session_id = m.session_id LEFT JOIN owned ON owned.device_id = m.device_id)`,
    ],
    select: quantileSelect(
      metric,
      `SELECT units.variant AS variant, starts.unit AS unit, starts.v AS v
    FROM starts JOIN units ON units.unit = starts.unit WHERE ${isInWindow(metric, '(starts.ms - units.exposed_ms)')}`,
    ),
  };
}
