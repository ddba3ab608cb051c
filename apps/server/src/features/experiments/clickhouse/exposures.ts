import { SYSTEM_EVENTS } from '@lamppost/protocol';
import type { ClickhouseReader } from '../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { millis } from '../../../analytics/clickhouse/relations/conditions.ts';
import { jsonTextAt } from '../../../analytics/clickhouse/relations/json-value.ts';
import { visible } from '../../../analytics/clickhouse/visible.ts';
import { quoted, uuid } from '../../../engines/clickhouse/clickhouse-sql.ts';
import {
  type ExposuresParams,
  type ExposuresResult,
  exposuresResult,
  MAX_EXPOSED_VARIANTS,
} from '../queries/exposures.ts';
import { joinUnit, UNIT_KEYS } from './unit-keys.ts';

export async function exposures(reader: ClickhouseReader, params: ExposuresParams): Promise<ExposuresResult> {
  const { scope, experimentKey, unit, fromMs, toMs } = params;
  const seen = `SELECT ${UNIT_KEYS[unit]} AS unit, ${jsonTextAt('ev.properties', ['variant_key'])} AS variant
    FROM ${visible('events')} AS ev ${joinUnit(unit, scope)}
    WHERE ev.p = ${uuid(scope.projectId)} AND ev.e = ${uuid(scope.environmentId)}
      AND ev.ts_ms >= ${millis(fromMs)} AND ev.ts_ms < ${millis(toMs)}
      AND ev.name = ${quoted(SYSTEM_EVENTS.experimentExposure)}
      AND ${jsonTextAt('ev.properties', ['experiment_key'])} = ${quoted(experimentKey)}`;
  const units = `SELECT if(min(variant) = max(variant), min(variant), NULL) AS one_variant
    FROM (${seen}) WHERE unit IS NOT NULL AND variant IS NOT NULL GROUP BY unit`;
  return exposuresResult(
    await reader.rows(`SELECT one_variant, count() AS units FROM (${units}) GROUP BY one_variant
      ORDER BY one_variant IS NULL DESC, units DESC, one_variant LIMIT ${MAX_EXPOSED_VARIANTS + 1}`),
  );
}
