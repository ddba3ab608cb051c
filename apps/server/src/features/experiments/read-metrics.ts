import { builtInMetric } from '@lamppost/protocol';
import { Unacceptable } from '../../control/control-errors.ts';
import { directionOf } from './experiment-state.ts';
import type { Metric, MetricType, NewMetric } from './experiment-store.ts';

const MOST = 20;
const WITHOUT_FIELD: ReadonlySet<MetricType> = new Set<MetricType>(['conversion', 'count', 'ratio']);

/** Metrics as they are kept, defaults filled in. Throws Unacceptable, with the reason where there is one. */
export function readMetrics(sent: readonly NewMetric[]): Metric[] {
  if (!Array.isArray(sent) || sent.length > MOST) {
    throw new Unacceptable('metrics', `An experiment must have 1 to ${MOST} metrics.`);
  }
  const metrics = sent.map((metric, index) => readSentMetric(metric, `metrics.${index}`));
  if (!metrics.some(({ isPrimary }) => isPrimary)) {
    throw new Unacceptable('metrics', 'At least one metric must be primary.', 'MISSING_PRIMARY_METRIC');
  }
  return metrics;
}

/** One of them; `place` names it in what is thrown. */
export function readSentMetric(sent: NewMetric, place: string): Metric {
  const { metricType, aggregationField } = sent;
  const metric = {
    eventName: sent.eventName,
    metricType,
    aggregationField: (metricType === 'ratio' ? aggregationField || null : aggregationField) ?? null,
    isPrimary: sent.isPrimary ?? false,
    isGuardrail: sent.isGuardrail ?? false,
    name: sent.name ?? null,
    direction: sent.direction ?? directionOf(sent.eventName),
    conversionWindowHours: sent.conversionWindowHours ?? null,
    denominatorEvent: sent.denominatorEvent ?? null,
    denominatorField: sent.denominatorField || null,
    margin: sent.margin ?? 0,
  };
  const fault = faultOf(metric);
  if (fault !== null) throw new Unacceptable(`${place}.${fault.field}`, fault.message);
  return metric;
}

interface Fault {
  readonly field: string;
  readonly message: string;
}

function faultOf(metric: Metric): Fault | null {
  const { eventName, metricType, aggregationField, denominatorEvent, denominatorField, direction } = metric;
  const builtIn = builtInMetric(eventName);
  if (builtIn !== undefined) {
    if (!builtIn.types.includes(metricType)) {
      return { field: 'metric_type', message: `${eventName} must have the type ${builtIn.types.join(' or ')}.` };
    }
    const extra = Object.entries({
      aggregation_field: aggregationField,
      denominator_event: denominatorEvent,
      denominator_field: denominatorField,
    }).find(([, value]) => value !== null);
    if (extra !== undefined) return { field: extra[0], message: `${eventName} takes no ${extra[0]}.` };
    if (direction === builtIn.direction) return null;
    return { field: 'direction', message: `The direction of ${eventName} must be ${builtIn.direction}.` };
  }
  if (!WITHOUT_FIELD.has(metricType) && (aggregationField ?? '') === '') {
    return { field: 'aggregation_field', message: `A metric of type ${metricType} needs a field.` };
  }
  if (metricType !== 'ratio') {
    if (denominatorEvent === null && denominatorField === null) return null;
    const field = denominatorEvent === null ? 'denominator_field' : 'denominator_event';
    return { field, message: 'Only a ratio can have a denominator.' };
  }
  if (denominatorEvent === null) return { field: 'denominator_event', message: 'A ratio needs a denominator_event.' };
  if (builtInMetric(denominatorEvent) === undefined) return null;
  return { field: 'denominator_event', message: "A built-in metric can't be a denominator." };
}
