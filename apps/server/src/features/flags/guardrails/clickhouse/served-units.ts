import { SYSTEM_EVENTS } from '@lamppost/protocol';
import type { ClickhouseReader } from '../../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { millis } from '../../../../analytics/clickhouse/relations/conditions.ts';
import { jsonTextAt } from '../../../../analytics/clickhouse/relations/json-value.ts';
import { visible } from '../../../../analytics/clickhouse/visible.ts';
import { quoted, uuid } from '../../../../engines/clickhouse/clickhouse-sql.ts';
import { deviceKey, userKey } from '../../../crashes/clickhouse/session-rows.ts';
import { joinUnit, UNIT_KEYS } from '../../../experiments/clickhouse/unit-keys.ts';
import { CONTROL, type RolloutStatisticsParams, SERVED_LENGTH, TREATMENT } from '../queries/rollout-statistics.ts';

export interface ServedUnits {
  /** A table expression `(unit, variant, segment, ts)`, one row for each user, as for those of an experiment. */
  readonly exposed: string;
  /** `SELECT d, unit, ts` of what names a device. */
  readonly exposedDevices: string;
}

export async function servedUnits(reader: ClickhouseReader, params: RolloutStatisticsParams): Promise<ServedUnits> {
  const exposures = ofEvents(params, exposureValue(params));
  const isExposed = (await reader.rows(`SELECT 1 FROM (${exposures}) LIMIT 1`)).length > 0;
  const said = saidRows([
    isExposed ? exposures : ofEvents(params, carriedValue(params)),
    ofReports(params, 'crashes'),
    ofReports(params, 'metrics'),
  ]);
  return {
    exposed: `(SELECT unit, toUInt8(if(is_ever_served, ${TREATMENT}, ${CONTROL})) AS variant, toUInt8(0) AS segment,
        if(is_ever_served, served_ms, first_ms) AS ts
      FROM (SELECT unit, max(is_served) = 1 AS is_ever_served, minIf(ts, is_served = 1) AS served_ms, min(ts) AS first_ms
        FROM ${said} WHERE unit IS NOT NULL GROUP BY unit))`,
    exposedDevices: `SELECT assumeNotNull(d) AS d, unit, ts FROM ${said} WHERE d IS NOT NULL`,
  };
}

const [EVENT, CRASH, METRIC] = [0, 1, 2];

/**
 * `(unit, d, is_served, ts)`: what users and their devices were served. Reports name no anonymous id: without a user they
 * are of whom their device was last, as events say, and for metrics also crashes.
 */
function saidRows(heard: readonly string[]): string {
  const lastOf = (unit: string, sources: string): string =>
    `if(d IS NULL, NULL, argMaxIf(${unit}, (ts, ifNull(${unit}, 0)), ${unit} IS NOT NULL AND ${sources}) OVER (PARTITION BY d))`;
  const ofCrashes = `SELECT source, d, is_served, ts, named,
      if(source = ${CRASH}, coalesce(named, ${lastOf('named', `source = ${EVENT}`)}, d), named) AS known
    FROM (${heard.join(' UNION ALL ')})`;
  return `(SELECT d, is_served, ts,
      if(source = ${METRIC}, coalesce(named, ${lastOf('known', `source < ${METRIC}`)}, d), known) AS unit
    FROM (${ofCrashes}))`;
}

const inScope = ({ scope, fromMs, toMs }: RolloutStatisticsParams): string =>
  `ev.p = ${uuid(scope.projectId)} AND ev.e = ${uuid(scope.environmentId)}
    AND ev.ts_ms >= ${millis(fromMs)} AND ev.ts_ms < ${millis(toMs)}`;

interface ServedValue {
  /** The value as text; NULL where a row does not say it. */
  readonly sql: string;
  readonly condition: string;
}

/** Cheaper than to parse what does not name it. */
const names = (column: string, flagKey: string): string => `position(${column}, ${quoted(`"${flagKey}"`)}) > 0`;

const exposureValue = ({ flagKey }: RolloutStatisticsParams): ServedValue => ({
  sql: jsonTextAt('ev.properties', ['value']),
  condition: `ev.name = ${quoted(SYSTEM_EVENTS.flagExposure)} AND ${names('ev.properties', flagKey)}
    AND ${jsonTextAt('ev.properties', ['flag_key'])} = ${quoted(flagKey)}`,
});

const carriedValue = ({ flagKey }: RolloutStatisticsParams): ServedValue => ({
  sql: jsonTextAt('ev.context', ['flags', flagKey]),
  condition: names('ev.context', flagKey),
});

/** `SELECT source, named, d, is_served, ts` of rows that say a value. */
const heardRows = (params: RolloutStatisticsParams, source: number | undefined, rows: string): string =>
  `SELECT ${source} AS source, named, d, leftUTF8(value, ${SERVED_LENGTH}) = ${quoted(params.served)} AS is_served, ts
    FROM (${rows}) WHERE value IS NOT NULL`;

const ofEvents = (params: RolloutStatisticsParams, { sql, condition }: ServedValue): string =>
  heardRows(
    params,
    EVENT,
    `SELECT ${UNIT_KEYS.auto} AS named, ${deviceKey('ev.device_id')} AS d, ${sql} AS value, ev.ts_ms AS ts
      FROM ${visible('events')} AS ev ${joinUnit('auto', params.scope)} WHERE ${inScope(params)} AND ${condition}`,
  );

function ofReports(params: RolloutStatisticsParams, table: 'crashes' | 'metrics'): string {
  const { flagKey } = params;
  const isCrash = table === 'crashes';
  const flags = isCrash ? 'ev.active_flags' : 'ev.context';
  return heardRows(
    params,
    isCrash ? CRASH : METRIC,
    `SELECT ${userKey('ev.user_id')} AS named, ${deviceKey('ev.device_id')} AS d,
        ${jsonTextAt(flags, isCrash ? [flagKey] : ['active_flags', flagKey])} AS value, ev.ts_ms AS ts
      FROM ${visible(table)} AS ev WHERE ${inScope(params)} AND ${names(flags, flagKey)}`,
  );
}
