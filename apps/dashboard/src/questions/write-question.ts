import type { Filter } from '../design/filter-builder/filter-ops.ts';
import type { FunnelStep, Question, TrendSeries } from './question.ts';

export type WrittenQuestion = Readonly<Record<string, unknown>>;

/** A question as it stands in an address: what is as it always is, is left out. Undefined when that is everything. */
export function writeQuestion(question: Question): WrittenQuestion | undefined {
  const written = withoutDefaults(membersOf(question));
  return Object.keys(written).length === 0 ? undefined : written;
}

function membersOf(question: Question): Record<string, unknown> {
  switch (question.kind) {
    case 'timeseries': {
      const series = question.series.map(writeSeries);
      const isUntouched = series.length === 1 && Object.keys(series[0] ?? {}).length === 0;
      return {
        series: isUntouched ? undefined : series,
        filters: writeFilters(question.filters),
        breakdown: question.breakdown,
        interval: question.interval === 'auto' ? undefined : question.interval,
        chart: question.chart === 'line' ? undefined : question.chart,
        compared: question.isCompared || undefined,
      };
    }
    case 'funnel': {
      const steps = question.steps.map(writeStep);
      const isUntouched = steps.length === 2 && steps.every((step) => Object.keys(step).length === 0);
      return {
        steps: isUntouched ? undefined : steps,
        filters: writeFilters(question.filters),
        breakdown: question.breakdown,
        window: question.conversionWindow === '7d' ? undefined : question.conversionWindow,
      };
    }
    case 'retention':
      return {
        cohort: question.cohortEvent,
        return: question.returnEvent,
        interval: question.interval === 'day' ? undefined : question.interval,
        filters: writeFilters(question.filters),
        unit: question.unit === 'percent' ? undefined : question.unit,
      };
    case 'paths':
      return {
        start: question.startEvent,
        end: question.endEvent,
        depth: question.depth === 5 ? undefined : question.depth,
        filters: writeFilters(question.filters),
      };
    case 'sql':
      return { sql: question.sql === '' ? undefined : question.sql };
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
