import { Unacceptable } from '../../control/control-errors.ts';
import type { Metric, MetricType, NewMetric } from './experiment-store.ts';

const MOST = 20;
const WITHOUT_FIELD: ReadonlySet<MetricType> = new Set<MetricType>(['conversion', 'count']);

/** Metrics as they are kept, defaults filled in. Throws Unacceptable, with the reason where there is one. */
export function readMetrics(sent: readonly NewMetric[]): Metric[] {
  if (!Array.isArray(sent) || sent.length > MOST) {
    throw new Unacceptable('metrics', `An experiment has 1 to ${MOST} metrics.`);
  }
  const metrics = sent.map(
    ({ eventName, metricType, aggregationField = null, isPrimary = false, isGuardrail = false }: NewMetric) => {
      return { eventName, metricType, aggregationField, isPrimary, isGuardrail };
    },
  );
  for (const [index, { metricType, aggregationField }] of metrics.entries()) {
    if (WITHOUT_FIELD.has(metricType) || (aggregationField !== null && aggregationField !== '')) continue;
    throw new Unacceptable(`metrics.${index}.aggregation_field`, `A metric of the type ${metricType} needs a field.`);
  }
  if (!metrics.some(({ isPrimary }) => isPrimary)) {
    throw new Unacceptable('metrics', 'One metric at least must be primary.', 'MISSING_PRIMARY_METRIC');
  }
  return metrics;
}
