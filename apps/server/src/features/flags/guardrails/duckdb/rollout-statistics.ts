import type { DuckDBConnection } from '@duckdb/node-api';
import { isBuiltInMetric } from '@lamppost/protocol';
import { computeMetrics } from '../../../experiments/duckdb/compute-metrics.ts';
import { createSessionUnits } from '../../../experiments/duckdb/session-contributions.ts';
import {
  CONTROL,
  type RolloutStatistics,
  type RolloutStatisticsParams,
  TREATMENT,
} from '../queries/rollout-statistics.ts';
import { createServedUnits, SERVED_DEVICES } from './served-units.ts';

/** One customer with an invoice of a million must not stop a rollout. */
const CAP_QUANTILE = 0.999;

export async function rolloutStatistics(
  connection: DuckDBConnection,
  params: RolloutStatisticsParams,
): Promise<RolloutStatistics> {
  await createServedUnits(connection, params);
  const asked = {
    ...params,
    unit: 'auto',
    variants: ['control', 'treatment'],
    covariateDays: 0,
    capQuantile: CAP_QUANTILE,
  } as const;
  if (params.metrics.some(({ eventName }) => isBuiltInMetric(eventName))) {
    await createSessionUnits(connection, asked, SERVED_DEVICES);
  }
  const counted = await connection.run('SELECT variant, count(*) FROM exposed GROUP BY variant');
  const units = new Map((await counted.getRowsJS()).map(([variant, count]) => [Number(variant), Number(count)]));
  const exposures = [...units].map(([variant, count]) => ({ variant, segment: null, units: count }));
  const computed = await computeMetrics({ connection, params: asked, exposures, buckets: undefined });
  return {
    controlUnits: units.get(CONTROL) ?? 0,
    treatmentUnits: units.get(TREATMENT) ?? 0,
    metrics: computed.map((metric) =>
      metric.kind === 'quantile'
        ? { kind: metric.kind, groups: metric.groups }
        : { kind: metric.kind, groups: metric.groups },
    ),
  };
}
