import type { DuckDBConnection } from '@duckdb/node-api';
import { isBuiltInMetric } from '@lamppost/protocol';
import { computeMetrics } from '../../../experiments/duckdb/compute-metrics.ts';
import { createSessionUnits } from '../../../experiments/duckdb/session-contributions.ts';
import {
  type RolloutStatistics,
  type RolloutStatisticsParams,
  rolloutResult,
  rolloutUnits,
} from '../queries/rollout-statistics.ts';
import { createServedUnits, SERVED_DEVICES } from './served-units.ts';

export async function rolloutStatistics(
  connection: DuckDBConnection,
  params: RolloutStatisticsParams,
): Promise<RolloutStatistics> {
  await createServedUnits(connection, params);
  const asked = rolloutUnits(params);
  if (params.metrics.some(({ eventName }) => isBuiltInMetric(eventName))) {
    await createSessionUnits(connection, asked, SERVED_DEVICES);
  }
  const counted = await connection.run('SELECT variant, count(*) FROM exposed GROUP BY variant');
  const exposures = (await counted.getRowsJS()).map(([variant, units]) => ({
    variant: Number(variant),
    segment: null,
    units: Number(units),
  }));
  const computed = await computeMetrics({ connection, params: asked, exposures, buckets: undefined });
  return rolloutResult(exposures, computed);
}
