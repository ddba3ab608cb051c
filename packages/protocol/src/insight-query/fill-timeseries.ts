import type { Wire } from '../schemas/index.ts';
import { fillBreakdown, fillFilter, fillShared } from './fill-shared.ts';
import { fillUnit } from './fill-unit.ts';
import type { Filled } from './filled.ts';

export type FilledTimeseries = Filled<Wire['TimeseriesQuery'], 'filters'>;

export function fillTimeseries(query: Wire['TimeseriesQuery']): FilledTimeseries {
  const { kind, interval } = query;
  return {
    kind,
    ...fillMeasured(query),
    interval,
    ...fillShared(query),
    ...fillBreakdown(query),
    ...saidOf(query),
    ...fillUnit(query),
  };
}

/** An event has its aggregation beside it; series have theirs inside. */
function fillMeasured({ event, series, aggregation }: Wire['TimeseriesQuery']) {
  return {
    ...(event === undefined ? {} : { event }),
    ...(series === undefined ? {} : { series: series.map(fillSeries) }),
    ...(event === undefined && aggregation === undefined ? {} : { aggregation: fillAggregation(aggregation) }),
  };
}

/** Members without a default that are more than a flag say nothing when they are absent. */
function saidOf(query: Wire['TimeseriesQuery']) {
  const { formulas, showSeries, breakdowns, breakdownLimit, cumulative, movingAverage, compare } = query;
  return {
    ...(formulas === undefined ? {} : { formulas: formulas.map(fillFormula) }),
    ...(showSeries === undefined ? {} : { showSeries }),
    ...(breakdowns === undefined ? {} : { breakdowns }),
    ...(breakdownLimit === undefined ? {} : { breakdownLimit }),
    ...(cumulative === undefined ? {} : { cumulative }),
    ...(movingAverage === undefined ? {} : { movingAverage }),
    ...(compare === undefined ? {} : { compare }),
  };
}

const nameOf = ({ name }: { name?: string | undefined }) => (name === undefined ? {} : { name });

const fillSeries = (series: Wire['InsightSeries']): Wire['InsightSeries'] => ({
  event: series.event,
  filters: (series.filters ?? []).map(fillFilter),
  aggregation: fillAggregation(series.aggregation),
  ...nameOf(series),
});

const fillFormula = (formula: Wire['InsightFormula']): Wire['InsightFormula'] => ({
  expression: formula.expression,
  ...nameOf(formula),
});

function fillAggregation(aggregation: Wire['InsightAggregation'] | undefined): Wire['InsightAggregation'] {
  if (aggregation === undefined) return { kind: 'count' };
  switch (aggregation.kind) {
    case 'count':
    case 'persons':
    case 'sessions':
    case 'first_time':
      return { kind: aggregation.kind };
    case 'per_person':
      return { kind: aggregation.kind, of: aggregation.of };
    case 'session_duration':
      return { kind: aggregation.kind, of: aggregation.of };
    default:
      return { kind: aggregation.kind, field: aggregation.field };
  }
}
