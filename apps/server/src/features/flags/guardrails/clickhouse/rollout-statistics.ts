import type { ClickhouseReader } from '../../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { computeMetrics } from '../../../experiments/clickhouse/compute-metrics.ts';
import {
  type RolloutStatistics,
  type RolloutStatisticsParams,
  rolloutResult,
  rolloutUnits,
} from '../queries/rollout-statistics.ts';
import { servedUnits } from './served-units.ts';

export async function rolloutStatistics(
  reader: ClickhouseReader,
  params: RolloutStatisticsParams,
): Promise<RolloutStatistics> {
  const { exposed, exposedDevices } = await servedUnits(reader, params);
  const counted = await reader.rows(`SELECT variant, count() FROM ${exposed} GROUP BY variant ORDER BY variant`);
  const exposures = counted.map(([variant, units]) => ({
    variant: Number(variant),
    segment: null,
    units: Number(units),
  }));
  const computed = await computeMetrics({
    reader,
    params: rolloutUnits(params),
    exposed,
    exposures,
    exposedDevices,
    entering: () => Promise.resolve([]),
    buckets: undefined,
  });
  return rolloutResult(exposures, computed);
}
