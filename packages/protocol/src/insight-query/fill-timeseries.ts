import type { Wire } from '../schemas/index.ts';
import { fillBreakdown, fillShared } from './fill-shared.ts';
import type { Filled } from './filled.ts';

export type FilledTimeseries = Filled<Wire['TimeseriesQuery'], 'filters' | 'aggregation'>;

export function fillTimeseries(query: Wire['TimeseriesQuery']): FilledTimeseries {
  const { kind, event, interval } = query;
  const aggregation = fillAggregation(query.aggregation);
  return { kind, event, interval, ...fillShared(query), ...fillBreakdown(query), aggregation };
}

function fillAggregation(aggregation: Wire['InsightAggregation'] | undefined): Wire['InsightAggregation'] {
  if (aggregation === undefined || aggregation.kind === 'count') return { kind: 'count' };
  return { kind: aggregation.kind, field: aggregation.field };
}
