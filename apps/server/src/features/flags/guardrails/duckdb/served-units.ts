import type { DuckDBConnection } from '@duckdb/node-api';
import { SYSTEM_EVENTS } from '@lamppost/protocol';
import { everywhere } from '../../../../analytics/duckdb/recent-rows.ts';
import { deviceKey } from '../../../../analytics/duckdb/relations/persons.ts';
import { quoted, timeLiteral } from '../../../../analytics/duckdb/sql-text.ts';
import { createOwnerKeys, createSenders, joinUnit, UNIT_KEYS, unitId } from '../../../experiments/duckdb/unit-keys.ts';
import {
  CONTROL,
  type RolloutStatisticsParams,
  rolloutUnits,
  SERVED_LENGTH,
  TREATMENT,
} from '../queries/rollout-statistics.ts';

/**
 * Makes the temporary tables `said (unit, d, is_served, ts)`, what users and their devices were served, and
 * `exposed (id, unit, variant, segment, ts)` with its view, one row for each user as for those of an experiment.
 */
export async function createServedUnits(connection: DuckDBConnection, params: RolloutStatisticsParams): Promise<void> {
  await createOwnerKeys(connection, 'auto', params.scope);
  await connection.run(`CREATE TEMP TABLE said AS ${ofEvents(params, exposureValue(params))}`);
  if (await isEmpty(connection)) await connection.run(`INSERT INTO said ${ofEvents(params, carriedValue(params))}`);
  for (const table of ['crashes', 'metrics'] as const) {
    await connection.run(`INSERT INTO said ${ofReports(params, table)}`);
  }
  await connection.run(`CREATE TEMP TABLE exposed AS
    SELECT ${unitId(rolloutUnits(params), 'place', 'variant', '0')} AS id, unit, variant, 0::UTINYINT AS segment, ts
    FROM (SELECT row_number() OVER () - 1 AS place, unit, coalesce(served, first) AS ts,
        (CASE WHEN served IS NULL THEN ${CONTROL} ELSE ${TREATMENT} END)::UTINYINT AS variant
      FROM (SELECT unit, min(ts) FILTER (is_served) AS served, min(ts) AS first FROM said
        WHERE unit IS NOT NULL GROUP BY unit))`);
  await createSenders(connection, rolloutUnits(params));
}

/** `SELECT d, unit, ts` of what names a device. */
export const SERVED_DEVICES = 'SELECT d, unit, ts FROM said WHERE d IS NOT NULL';

async function isEmpty(connection: DuckDBConnection): Promise<boolean> {
  return (await (await connection.run('SELECT 1 FROM said LIMIT 1')).getRowsJS()).length === 0;
}

const inScope = ({ scope, fromMs, toMs }: RolloutStatisticsParams, row: string): string =>
  `${row}.p = ${quoted(scope.projectId)}::UUID AND ${row}.e = ${quoted(scope.environmentId)}::UUID
    AND ${row}.ts >= ${timeLiteral(fromMs)} AND ${row}.ts < ${timeLiteral(toMs)}`;

interface ServedValue {
  /** The value as text; NULL where a row does not say it. */
  readonly sql: string;
  readonly condition: string;
}

const exposureValue = ({ flagKey }: RolloutStatisticsParams): ServedValue => ({
  sql: "json_extract_string(ev.properties, '/value')",
  condition: `ev.name = ${quoted(SYSTEM_EVENTS.flagExposure)} AND (ev.properties->>'flag_key') = ${quoted(flagKey)}`,
});

const carriedValue = ({ flagKey }: RolloutStatisticsParams): ServedValue => ({
  sql: `json_extract_string(ev.context, ${quoted(`/flags/${flagKey}`)})`,
  // Cheaper than to parse what does not name it.
  condition: `contains(ev.context::VARCHAR, ${quoted(`"${flagKey}"`)})`,
});

const isServed = ({ served }: RolloutStatisticsParams, value: string): string =>
  `left(${value}, ${SERVED_LENGTH}) = ${quoted(served)}`;

const keyOf = (column: string): string => `CASE WHEN ${column} <> '' THEN hash(${column}) END`;

const ofEvents = (params: RolloutStatisticsParams, { sql, condition }: ServedValue): string => `
  SELECT unit, d, ${isServed(params, 'value')} AS is_served, ts
  FROM (SELECT ${UNIT_KEYS.auto} AS unit, ${keyOf('ev.device_id')} AS d, ${sql} AS value, epoch_ms(ev.ts) AS ts
    FROM ${everywhere('events')} AS ev ${joinUnit('auto')}
    WHERE ${inScope(params, 'ev')} AND ${condition})
  WHERE value IS NOT NULL`;

/** Reports name no anonymous id: without a user they are of whom their device was last. */
function ofReports(params: RolloutStatisticsParams, table: 'crashes' | 'metrics'): string {
  const pointer = table === 'crashes' ? `/${params.flagKey}` : `/active_flags/${params.flagKey}`;
  const flags = table === 'crashes' ? 'r.active_flags' : 'r.context';
  return `
    SELECT coalesce(r.u, owned.unit, CASE WHEN r.d IS NOT NULL THEN ${deviceKey('r.d')} END) AS unit, r.d,
      ${isServed(params, 'r.value')} AS is_served, r.ts
    FROM (SELECT ${keyOf('r.user_id')} AS u, ${keyOf('r.device_id')} AS d,
        json_extract_string(${flags}, ${quoted(pointer)}) AS value, epoch_ms(r.ts) AS ts
      FROM ${everywhere(table)} AS r WHERE ${inScope(params, 'r')}
        AND contains(${flags}::VARCHAR, ${quoted(`"${params.flagKey}"`)})) AS r
    LEFT JOIN (SELECT d, arg_max(unit, (ts, unit)) AS unit FROM said WHERE d IS NOT NULL AND unit IS NOT NULL GROUP BY d)
      AS owned ON owned.d = r.d
    WHERE r.value IS NOT NULL`;
}
