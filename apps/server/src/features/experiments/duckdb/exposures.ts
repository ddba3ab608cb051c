import type { DuckDBConnection } from '@duckdb/node-api';
import { SYSTEM_EVENTS } from '@lamppost/protocol';
import { everywhere } from '../../../analytics/duckdb/recent-rows.ts';
import { quoted, timeLiteral } from '../../../analytics/duckdb/sql-text.ts';
import {
  type ExposuresParams,
  type ExposuresResult,
  exposuresResult,
  MAX_EXPOSED_VARIANTS,
} from '../queries/exposures.ts';
import { joinUnitOf, UNIT_KEYS } from './unit-keys.ts';

export async function exposures(connection: DuckDBConnection, params: ExposuresParams): Promise<ExposuresResult> {
  const { scope, experimentKey, unit, fromMs, toMs } = params;
  const result = await connection.run(`
    WITH seen AS (
      SELECT ${UNIT_KEYS[unit]} AS unit, ev.properties->>'variant_key' AS variant
      FROM ${everywhere('events')} AS ev ${joinUnitOf(unit, scope)}
      WHERE ev.p = ${quoted(scope.projectId)}::UUID AND ev.e = ${quoted(scope.environmentId)}::UUID
        AND ev.ts >= ${timeLiteral(fromMs)} AND ev.ts < ${timeLiteral(toMs)}
        AND ev.name = ${quoted(SYSTEM_EVENTS.experimentExposure)}
        AND (ev.properties->>'experiment_key') = ${quoted(experimentKey)}),
    units AS (
      SELECT CASE WHEN min(variant) = max(variant) THEN min(variant) END AS variant
      FROM seen WHERE unit IS NOT NULL AND variant IS NOT NULL GROUP BY unit)
    SELECT variant, count(*) AS units
    FROM units GROUP BY variant ORDER BY variant IS NULL DESC, units DESC, variant LIMIT ${MAX_EXPOSED_VARIANTS + 1}`);
  return exposuresResult(await result.getRowsJS());
}
