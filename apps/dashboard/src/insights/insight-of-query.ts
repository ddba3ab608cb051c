import type { Wire } from '@lamppost/protocol';
import type { Filter, FilterValue } from '../design/filter-builder/filter-ops.ts';
import { eventLabel } from './event-label.ts';
import { emptyInsight, type FunnelStep, type Insight, intervals, type TrendSeries } from './insight.ts';

/** A stored query, such as that of a widget, as a query that can be edited. Its range is not part of it. */
export function insightOfQuery(query: Wire['InsightQuery'], viz?: Wire['WidgetViz']): Insight {
  switch (query.kind) {
    case 'timeseries': {
      const { event = query.series?.[0]?.event ?? null, aggregation } = query;
      return {
        ...emptyInsight('timeseries'),
        series: [
          {
            event: eventLabel(event),
            ...measureOf(aggregation),
            filters: filtersOf(query.filters),
          },
        ],
        breakdown: query.breakdownProperty ?? null,
        interval: intervals.find((known) => known === query.interval) ?? 'auto',
        chart: viz?.kind === 'timeseries' ? viz.chartType : 'line',
      };
    }
    case 'funnel':
      return {
        kind: 'funnel',
        steps: query.steps.map(stepOf),
        filters: filtersOf(query.filters),
        breakdown: query.breakdownProperty ?? null,
        conversionWindow: query.conversionWindow ?? '7d',
      };
    case 'retention':
      return {
        ...emptyInsight('retention'),
        cohortEvent: eventLabel(query.cohortEvent),
        returnEvent: eventLabel(query.returnEvent),
        interval: query.interval ?? 'week',
        filters: filtersOf(query.filters),
      };
    case 'paths':
      return {
        kind: 'paths',
        startEvent: endOf(query.startEvent),
        endEvent: endOf(query.endEvent),
        depth: query.depth ?? 5,
        filters: filtersOf(query.filters),
      };
    case 'sql':
      return { kind: 'sql', sql: query.sql };
  }
}

function measureOf(
  aggregation: Wire['InsightAggregation'] = { kind: 'count' },
): Pick<TrendSeries, 'aggregation' | 'field'> {
  return aggregation.kind !== 'count' && 'field' in aggregation
    ? { aggregation: aggregation.kind, field: aggregation.field }
    : { aggregation: 'count', field: null };
}

const stepOf = (step: Wire['InsightStep']): FunnelStep =>
  typeof step === 'string'
    ? { event: step, filters: [] }
    : { event: eventLabel(step.event), filters: filtersOf(step.filters) };

const endOf = (event: Wire['InsightEvent'] | undefined): string | null =>
  event === undefined || event === null ? null : eventLabel(event);

/** Conditions; those of groups one by one, which tells what they are about (see isEditableQuery). */
function filtersOf(filters: readonly Wire['InsightFilter'][] = []): readonly Filter[] {
  return filters.flatMap((filter): readonly Filter[] => {
    if ('filters' in filter) return filtersOf(filter.filters);
    const { field, op } = filter;
    return ['value' in filter ? { field, op, value: filter.value as FilterValue } : { field, op }];
  });
}
