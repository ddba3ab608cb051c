import type { Filter } from '../design/filter-builder/filter-ops.ts';
import type { FunnelStep, Insight, TrendSeries } from './insight.ts';

export type WrittenInsight = Readonly<Record<string, unknown>>;

/** A query as it stands in an address: what is as it always is, is left out. Undefined when that is everything. */
export function writeInsight(insight: Insight): WrittenInsight | undefined {
  const written = withoutDefaults(membersOf(insight));
  return Object.keys(written).length === 0 ? undefined : written;
}

function membersOf(insight: Insight): Record<string, unknown> {
  switch (insight.kind) {
    case 'timeseries': {
      const series = insight.series.map(writeSeries);
      const isUntouched = series.length === 1 && Object.keys(series[0] ?? {}).length === 0;
      return {
        series: isUntouched ? undefined : series,
        filters: writeFilters(insight.filters),
        breakdown: insight.breakdown,
        interval: insight.interval === 'auto' ? undefined : insight.interval,
        chart: insight.chart === 'line' ? undefined : insight.chart,
        compared: insight.isCompared || undefined,
      };
    }
    case 'funnel': {
      const steps = insight.steps.map(writeStep);
      const isUntouched = steps.length === 2 && steps.every((step) => Object.keys(step).length === 0);
      return {
        steps: isUntouched ? undefined : steps,
        filters: writeFilters(insight.filters),
        breakdown: insight.breakdown,
        window: insight.conversionWindow === '7d' ? undefined : insight.conversionWindow,
      };
    }
    case 'retention':
      return {
        cohort: insight.cohortEvent,
        return: insight.returnEvent,
        interval: insight.interval === 'day' ? undefined : insight.interval,
        filters: writeFilters(insight.filters),
        unit: insight.unit === 'percent' ? undefined : insight.unit,
      };
    case 'paths':
      return {
        start: insight.startEvent,
        end: insight.endEvent,
        depth: insight.depth === 5 ? undefined : insight.depth,
        filters: writeFilters(insight.filters),
      };
    case 'sql':
      return { sql: insight.sql === '' ? undefined : insight.sql };
  }
}

const writeSeries = ({ event, aggregation, field, filters }: TrendSeries): Record<string, unknown> =>
  withoutDefaults({
    event,
    aggregation: aggregation === 'count' ? undefined : aggregation,
    field,
    filters: writeFilters(filters),
  });

const writeStep = ({ event, filters }: FunnelStep): Record<string, unknown> =>
  withoutDefaults({ event, filters: writeFilters(filters) });

const writeFilters = (filters: readonly Filter[]): readonly Filter[] | undefined =>
  filters.length === 0 ? undefined : filters;

const withoutDefaults = (members: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined && value !== null));
