import type { Wire } from '@lamppost/protocol';
import type { AnyInsight } from '../features/any-insight.ts';
import { featureOfQuery } from '../features/feature-of-query.ts';
import { type EventChoice, emptyInsight, type FunnelStep, type Insight, type TrendSeries } from '../insight.ts';
import { eventOfWire } from './wire-event.ts';
import { filtersOfWire } from './wire-filters.ts';
import { countByOf } from './wire-unit.ts';

/** A stored query, such as that of a widget, as a query that can be edited. Its range is not part of it. */
export function insightOfQuery(query: Wire['InsightQuery'], viz?: Wire['WidgetViz']): AnyInsight {
  switch (query.kind) {
    case 'timeseries':
      return trendsOf(query, viz);
    case 'funnel':
      return {
        kind: 'funnel',
        steps: query.steps.map(stepOf),
        order: query.order ?? 'ordered',
        exclusions: (query.exclusions ?? []).map(({ event, filters, fromStep = 0, toStep = null }) => ({
          event: eventOfWire(event),
          filters: filtersOfWire(filters),
          fromStep,
          toStep,
        })),
        holdConstant: query.holdConstant ?? null,
        filters: filtersOfWire(query.filters),
        breakdown: query.breakdownProperty ?? null,
        attribution: query.breakdownAttribution ?? 'first',
        conversionWindow: query.conversionWindow ?? '7d',
        view: query.view ?? 'steps',
        interval: query.interval ?? 'auto',
        countBy: countByOf(query.unit),
      };
    case 'retention':
      return {
        ...emptyInsight('retention'),
        cohortEvent: eventOfWire(query.cohortEvent),
        returnEvent: eventOfWire(query.returnEvent),
        interval: query.interval ?? 'week',
        mode: query.mode ?? 'on',
        start: query.start ?? 'first_in_range',
        breakdown: query.breakdownProperty ?? null,
        filters: filtersOfWire(query.filters),
        countBy: countByOf(query.unit),
      };
    case 'paths':
      return {
        kind: 'paths',
        startEvent: endOf(query.startEvent),
        endEvent: endOf(query.endEvent),
        depth: query.depth ?? 5,
        excluded: query.excludeEvents ?? [],
        groups: query.groups ?? [],
        nodeProperty: query.nodeProperty ?? null,
        showsSystem: query.hideSystemEvents !== true,
        filters: filtersOfWire(query.filters),
      };
    case 'lifecycle':
    case 'stickiness':
      return {
        kind: query.kind,
        event: eventOfWire(query.event),
        interval: query.interval ?? 'day',
        filters: filtersOfWire(query.filters),
        countBy: countByOf(query.unit),
      };
    case 'distribution':
      return {
        kind: 'distribution',
        event: eventOfWire(query.event),
        field: query.field,
        buckets: query.buckets ?? 20,
        filters: filtersOfWire(query.filters),
      };
    case 'sql':
      return { kind: 'sql', sql: query.sql, ...(viz?.kind === 'sql' ? { display: viz.display } : {}) };
    case 'crash_free':
    case 'crashes':
    case 'performance':
    case 'experiment':
      return featureOfQuery(query, viz);
  }
}

function trendsOf(query: Wire['TimeseriesQuery'], viz?: Wire['WidgetViz']): Insight {
  const { series, event = null, aggregation, filters } = query;
  const own = { event: eventOfWire(event), ...measureOf(aggregation), filters: filtersOfWire(filters), name: null };
  return {
    kind: 'timeseries',
    series:
      series === undefined
        ? [own]
        : series.map((one) => ({
            event: eventOfWire(one.event),
            ...measureOf(one.aggregation),
            filters: filtersOfWire(one.filters),
            name: one.name ?? null,
          })),
    formulas: (query.formulas ?? []).map(({ expression, name = null }) => ({ expression, name })),
    showsSeries: query.showSeries === true,
    filters: series === undefined ? [] : filtersOfWire(filters),
    breakdowns: query.breakdowns ?? (query.breakdownProperty === undefined ? [] : [query.breakdownProperty]),
    breakdownLimit: query.breakdownLimit ?? null,
    interval: query.interval,
    chart: viz?.kind === 'timeseries' ? viz.chartType : 'line',
    smoothing: query.cumulative === true ? 'cumulative' : (query.movingAverage ?? 'none'),
    compare: query.compare ?? 'none',
    countBy: countByOf(query.unit),
  };
}

/** Unique persons were asked for as the unique values of a field before they had a measure of their own. */
function measureOf(
  aggregation: Wire['InsightAggregation'] = { kind: 'count' },
): Pick<TrendSeries, 'aggregation' | 'field' | 'of'> {
  const { kind } = aggregation;
  const field = 'field' in aggregation && typeof aggregation.field === 'string' ? aggregation.field : null;
  if (kind === 'count_distinct' && field === 'person_id') return { aggregation: 'persons', field: null, of: null };
  return { aggregation: kind, field: kind === 'count' ? null : field, of: 'of' in aggregation ? aggregation.of : null };
}

const stepOf = (step: Wire['InsightStep']): FunnelStep =>
  typeof step === 'string'
    ? { event: step, filters: [] }
    : { event: eventOfWire(step.event), filters: filtersOfWire(step.filters) };

const endOf = (event: Wire['InsightEvent'] | undefined): EventChoice => event ?? null;
