import { HOUR_MS } from '@lamppost/protocol';
import { visible } from '../../../analytics/clickhouse/visible.ts';
import { deviceKey, inRange, sessionKey, sessions, userKey } from '../../crashes/clickhouse/session-rows.ts';
import type { ExperimentUnit } from '../experiment-store.ts';
import type { MetricQuery, UnitStatisticsParams } from '../queries/experiment-statistics.ts';
import { usable } from './metric-contributions.ts';
import type { MetricWork } from './metric-work.ts';

const unitsOfSessions: Readonly<Record<ExperimentUnit, string>> = {
  auto: 'if(session.u IS NULL AND session.a IS NULL, coalesce(owned.unit, session.person), session.person)',
  device: 'session.d',
  user: 'session.u',
};

/** `(d, unit)`: whom each device was last exposed as. */
const deviceUnits = ({ exposedDevices }: MetricWork): string =>
  `(SELECT d, argMax(named, (ts, named)) AS unit
    FROM (SELECT d, assumeNotNull(unit) AS named, ts FROM (${exposedDevices}) WHERE unit IS NOT NULL) GROUP BY d)`;

/**
 * `(s, unit, began, ended)`: whose each session is, as session health knows it. Reports and metrics name no anonymous id:
 * what names neither a user nor a session that events name is its device's.
 */
const sessionUnits = (work: MetricWork): string => `(
  SELECT session.s AS s, session.began AS began, session.ended AS ended, ${unitsOfSessions[work.params.unit]} AS unit
  FROM ${sessions({ ...work.params, dimensions: [], isCrash: 'true' })} AS session
    LEFT JOIN ${deviceUnits(work)} AS owned ON owned.d = session.d)`;

/**
 * `SELECT id, variant, segment, ms, y, x, ignored`: a row for each session of exposed units of which a part lies after the
 * exposure and counts, in the day in which it began or its unit was exposed.
 */
export function sessionContributions(work: MetricWork, metric: MetricQuery): string {
  const { params, exposed } = work;
  const { conversionWindowHours: hours } = metric;
  const isBeforeEnd = (moment: string): string => (hours === null ? '' : ` AND ${moment} < ts + ${hours * HOUR_MS}`);
  const isCrashFree = metric.eventName === '$crash_free_sessions';
  const found = `(SELECT sipHash64(session_id) AS s, groupArray(ts_ms) AS moments
    FROM ${isCrashFree ? visible('crashes') : visible('metrics')}
    WHERE ${inRange(params)} AND session_id != '' ${isCrashFree ? '' : `AND ${IS_ANR}`} GROUP BY s)`;
  const times = `arrayCount(moment -> moment >= ts${isBeforeEnd('moment')}, moments)`;
  return `SELECT id, variant, segment, greatest(began, ts) AS ms,
      toFloat64(${isCrashFree ? `${times} = 0` : times}) AS y, toFloat64(1) AS x, 0 AS ignored
    FROM (SELECT u.unit AS id, u.variant AS variant, u.segment AS segment, u.ts AS ts, session.began AS began,
        found.moments AS moments
      FROM ${sessionUnits(work)} AS session JOIN ${exposed} AS u ON u.unit = session.unit
        LEFT JOIN ${found} AS found ON found.s = session.s
      WHERE session.ended >= u.ts)
    WHERE true${isBeforeEnd('began')}`;
}

const IS_ANR = "metric_type = 'anr' AND metric_name = 'anr_detected'";
const IS_COLD_START = "metric_type = 'startup' AND metric_name = 'cold_start'";

/** The same for `$startup`: `SELECT id, variant, segment, since, ms, found` with a row for each cold start of an exposed unit. */
export function startupContributions(work: MetricWork): string {
  const { params, exposed } = work;
  const rows = `(SELECT ts_ms, ${userKey('user_id')} AS u, ${sessionKey('session_id')} AS s, ${deviceKey('device_id')} AS d,
      ${usable('value_ms')} AS v
    FROM ${visible('metrics')} WHERE ${inRange(params)} AND ${IS_COLD_START})`;
  const named: Readonly<Record<ExperimentUnit, string>> = {
    auto: `SELECT coalesce(m.u, of_session.unit, of_device.unit) AS unit, m.ts_ms AS ms, m.v AS v
      FROM ${rows} AS m LEFT JOIN ${sessionUnits(work)} AS of_session ON of_session.s = m.s
        LEFT JOIN ${deviceUnits(work)} AS of_device ON of_device.d = m.d`,
    device: `SELECT d AS unit, ts_ms AS ms, v FROM ${rows}`,
    user: `SELECT u AS unit, ts_ms AS ms, v FROM ${rows}`,
  };
  return `SELECT u.unit AS id, u.variant AS variant, u.segment AS segment, start.ms - u.ts AS since, start.ms AS ms, start.v AS found
    FROM (${named[params.unit]}) AS start JOIN ${exposed} AS u ON u.unit = start.unit`;
}

/** Whether there is anything that a built-in metric counts, of anybody. */
export const builtInRows = (params: UnitStatisticsParams, { eventName }: MetricQuery): string => {
  if (eventName === '$startup') return `${visible('metrics')} WHERE ${inRange(params)} AND ${IS_COLD_START}`;
  return `${visible('events')} WHERE ${inRange(params)} AND session_id != ''`;
};
