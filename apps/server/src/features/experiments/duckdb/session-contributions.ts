import type { DuckDBConnection } from '@duckdb/node-api';
import { HOUR_MS } from '@lamppost/protocol';
import { everywhere } from '../../../analytics/duckdb/recent-rows.ts';
import { createSessions, inRange } from '../../crashes/duckdb/session-rows.ts';
import type { ExperimentUnit } from '../experiment-store.ts';
import type { MetricQuery, UnitStatisticsParams } from '../queries/experiment-statistics.ts';
import { MAX_VALUE } from './metric-contributions.ts';

const unitsOfSessions: Readonly<Record<ExperimentUnit, string>> = {
  auto: 'CASE WHEN session.u IS NULL AND session.a IS NULL THEN coalesce(owned.unit, person) ELSE person END',
  device: 'session.d',
  user: 'session.u',
};

/**
 * Makes the temporary tables `device_units (d, unit)`, whom each device was last exposed as, and
 * `session_units (s, unit, began, ended)`: whose each session is, as session health knows it. Reports and metrics name no
 * anonymous id: what names neither a user nor a session that events name is its device's. `exposedDevices`
 * are rows of `d, unit, ts`.
 */
export async function createSessionUnits(
  connection: DuckDBConnection,
  params: UnitStatisticsParams,
  exposedDevices: string,
): Promise<void> {
  const { unit } = params;
  await connection.run(`CREATE TEMP TABLE device_units AS
    SELECT d, arg_max(unit, (ts, unit)) AS unit FROM (${exposedDevices}) WHERE unit IS NOT NULL GROUP BY d`);
  const sessions = { ...params, dimensions: [], isCrash: 'true', isBeginAsked: true, areIdsAsked: true };
  await createSessions(connection, sessions);
  await connection.run(`CREATE TEMP TABLE session_units AS
    SELECT s, began, ended, ${unitsOfSessions[unit]} AS unit
    FROM session LEFT JOIN device_units AS owned ON owned.d = session.d`);
  await connection.run('DROP TABLE session');
}

/** Sessions of exposed units of which a part lies after the exposure. */
const UNIT_SESSIONS = `(SELECT s, exposed.id, variant, segment, ts, began, ended
  FROM session_units JOIN exposed ON exposed.unit = session_units.unit WHERE ended >= ts)`;

/**
 * `SELECT id, variant, segment, ms, y, x`: a row for each session of which a part counts, in the day in which it began
 * or its unit was exposed.
 */
export function sessionContributions(params: UnitStatisticsParams, metric: MetricQuery): string {
  const { conversionWindowHours: hours } = metric;
  const isBeforeEnd = (moment: string): string =>
    hours === null ? '' : `AND ${moment} < sessions.ts + ${hours * HOUR_MS}`;
  const isCrashFree = metric.eventName === '$crash_free_sessions';
  const rows = isCrashFree
    ? `SELECT hash(session_id) AS s, epoch_ms(ts) AS moment FROM ${everywhere('crashes')}
        WHERE ${inRange(params)} AND session_id <> ''`
    : `SELECT hash(session_id) AS s, epoch_ms(ts) AS moment FROM ${everywhere('metrics')}
        WHERE ${inRange(params)} AND session_id <> '' AND ${IS_ANR}`;
  const found = `SELECT sessions.s, count(*) AS times FROM ${UNIT_SESSIONS} AS sessions
    JOIN (${rows}) AS found ON found.s = sessions.s
    WHERE found.moment >= sessions.ts ${isBeforeEnd('found.moment')} GROUP BY sessions.s`;
  const y = isCrashFree ? 'CASE WHEN hits.times IS NULL THEN 1 ELSE 0 END' : 'coalesce(hits.times, 0)';
  return `SELECT id, variant, segment, greatest(began, ts) AS ms, (${y})::DOUBLE AS y, 1::DOUBLE AS x
    FROM ${UNIT_SESSIONS} AS sessions LEFT JOIN (${found}) AS hits USING (s)
    WHERE true ${isBeforeEnd('sessions.began')}`;
}

const IS_ANR = "metric_type = 'anr' AND metric_name = 'anr_detected'";
const IS_COLD_START = "metric_type = 'startup' AND metric_name = 'cold_start'";

/** The same for `$startup`: `SELECT id, variant, segment, since, ms, v` with a row for each cold start of an exposed unit. */
export function startupContributions(params: UnitStatisticsParams): string {
  const named: Readonly<Record<ExperimentUnit, string>> = {
    auto: `CASE WHEN m.user_id <> '' THEN hash(m.user_id) END`,
    device: `CASE WHEN m.device_id <> '' THEN hash(m.device_id) END`,
    user: `CASE WHEN m.user_id <> '' THEN hash(m.user_id) END`,
  };
  const own = named[params.unit];
  const isOther = params.unit === 'auto';
  const join = isOther
    ? `LEFT JOIN session_units AS of_session
        ON of_session.s = CASE WHEN m.session_id <> '' THEN hash(m.session_id) END
      LEFT JOIN device_units AS of_device ON of_device.d = CASE WHEN m.device_id <> '' THEN hash(m.device_id) END`
    : '';
  const unit = isOther ? `coalesce(${own}, of_session.unit, of_device.unit)` : own;
  return `SELECT u.id, u.variant, u.segment, epoch_ms(m.ts) - u.ts AS since, epoch_ms(m.ts) AS ms,
      CASE WHEN abs(m.value_ms) <= ${MAX_VALUE} THEN m.value_ms END AS v
    FROM (SELECT ts, user_id, session_id, device_id, value_ms FROM ${everywhere('metrics')}
      WHERE ${inRange(params)} AND ${IS_COLD_START}) AS m ${join}
    JOIN exposed AS u ON u.unit = ${unit}`;
}

/** Whether there is anything that a built-in metric counts, of anybody. */
export const builtInRows = (params: UnitStatisticsParams, { eventName }: MetricQuery): string => {
  if (eventName === '$startup') return `${everywhere('metrics')} WHERE ${inRange(params)} AND ${IS_COLD_START}`;
  return `${everywhere('events')} WHERE ${inRange(params)} AND session_id <> ''`;
};
