import type { Wire } from './schemas/index.ts';

type Filled<Query, Names extends keyof Query> = Query & Required<Pick<Query, Names>>;

export interface CompleteInsightStep {
  readonly event: string;
  readonly filters: Wire['InsightFilter'][];
}

type FilledFunnel = Filled<Wire['FunnelQuery'], 'filters' | 'conversionWindow'>;

/** A query with everything said that it may leave out, and nothing that it cannot say. Steps are as they were sent. */
export type FilledInsightQuery =
  | Filled<Wire['TimeseriesQuery'], 'filters' | 'aggregation'>
  | FilledFunnel
  | Filled<Wire['RetentionQuery'], 'filters' | 'interval'>
  | Filled<Wire['PathsQuery'], 'filters' | 'depth'>
  | Wire['SqlQuery'];

/** The same with steps of one form, for those who ask it. */
export type CompleteInsightQuery =
  | Exclude<FilledInsightQuery, { kind: 'funnel' }>
  | (Omit<FilledFunnel, 'steps'> & { steps: CompleteInsightStep[] });

/** Fills in the defaults; members that the query's kind does not have are left out. */
export function fillInsightQuery(query: Wire['InsightQuery']): FilledInsightQuery {
  switch (query.kind) {
    case 'timeseries': {
      const { kind, event, interval } = query;
      const aggregation = completeAggregation(query.aggregation);
      return { kind, event, interval, ...shared(query), ...breakdown(query), aggregation };
    }
    case 'funnel': {
      const { kind, conversionWindow = '7d' } = query;
      return { kind, steps: query.steps.map(fillStep), conversionWindow, ...shared(query), ...breakdown(query) };
    }
    case 'retention': {
      const { kind, cohortEvent, returnEvent, interval = 'week' } = query;
      return { kind, cohortEvent, returnEvent, interval, ...shared(query) };
    }
    case 'paths': {
      const { kind, startEvent, endEvent, depth = 5 } = query;
      const ends = {
        ...(startEvent === undefined ? {} : { startEvent }),
        ...(endEvent === undefined ? {} : { endEvent }),
      };
      return { kind, ...ends, depth, ...shared(query) };
    }
    case 'sql':
      return { kind: query.kind, sql: query.sql };
  }
}

export function completeInsightQuery(query: Wire['InsightQuery']): CompleteInsightQuery {
  const filled = fillInsightQuery(query);
  return filled.kind === 'funnel' ? { ...filled, steps: filled.steps.map(completeStep) } : filled;
}

interface Ranged {
  range: Wire['InsightRange'];
  filters?: Wire['InsightFilter'][];
}

const shared = ({ range, filters = [] }: Ranged) => ({
  range: completeRange(range),
  filters: filters.map(completeFilter),
});

const breakdown = ({ breakdownProperty }: { breakdownProperty?: string }) =>
  breakdownProperty === undefined ? {} : { breakdownProperty };

function fillStep(step: Wire['InsightStep']): Wire['InsightStep'] {
  if (typeof step === 'string') return step;
  const { event, filters } = step;
  return { event, ...(filters === undefined ? {} : { filters: filters.map(completeFilter) }) };
}

const completeStep = (step: Wire['InsightStep']): CompleteInsightStep =>
  typeof step === 'string' ? { event: step, filters: [] } : { event: step.event, filters: step.filters ?? [] };

function completeRange(range: Wire['InsightRange']): Wire['InsightRange'] {
  if (range.kind === 'relative') return { kind: range.kind, last: range.last };
  return { kind: range.kind, fromIso: range.fromIso, toIso: range.toIso };
}

function completeAggregation(aggregation: Wire['InsightAggregation'] | undefined): Wire['InsightAggregation'] {
  if (aggregation === undefined || aggregation.kind === 'count') return { kind: 'count' };
  return { kind: aggregation.kind, field: aggregation.field };
}

function completeFilter(filter: Wire['InsightFilter']): Wire['InsightFilter'] {
  const { field } = filter;
  switch (filter.op) {
    case 'is_null':
    case 'is_not_null':
      return { field, op: filter.op };
    case 'in':
    case 'not_in':
      return { field, op: filter.op, value: filter.value };
    default:
      return { field, op: filter.op, value: filter.value };
  }
}
