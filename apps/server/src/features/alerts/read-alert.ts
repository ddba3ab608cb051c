import { fillInsightQuery, invalidField, type Wire } from '@lamppost/protocol';
import { readInsightQuery } from '../insights/read-insight-query.ts';
import type { AlertCondition, AlertDefinition, WatchedQuery } from './judging/alert-definition.ts';

type Sent = Pick<Wire['NewAlertBody'], 'query' | 'interval' | 'condition' | 'for_intervals' | 'recovery'> & {
  readonly step?: number | null | undefined;
};

const WATCHED = 'timeseries, funnel, crash_free, crashes, performance';
/** Alerts have their own interval and look at the latest; what a query says of its range is not needed. */
const LATEST = { kind: 'relative', last: '7d' } as const;

/** What an alert watches, complete; throws a 400 that names the field. */
export function readAlertDefinition(sent: Sent): AlertDefinition {
  const query = readWatched({ ...sent.query, ...('range' in sent.query ? { range: LATEST } : {}) });
  const step = readStep(query, sent.step ?? null);
  refuseCondition(sent.condition, query, sent);
  const { margin_percent: marginPercent = 5, intervals = 1 } = sent.recovery ?? {};
  return {
    query,
    interval: sent.interval,
    step,
    condition: sent.condition,
    forIntervals: sent.for_intervals ?? 1,
    recovery: { marginPercent, intervals },
  };
}

function readWatched(sent: Wire['InsightQuery']): WatchedQuery {
  const { kind } = sent;
  const isWatched = ['timeseries', 'funnel', 'crash_free', 'crashes', 'performance'].includes(kind);
  if (!isWatched) {
    throw invalidField(
      'query.kind',
      `a ${kind} query has no single number over time: an alert needs one of ${WATCHED}`,
    );
  }
  readInsightQuery(sent);
  const query = fillInsightQuery(sent) as WatchedQuery;
  if (query.kind === 'timeseries') refuseLines(query);
  else if (query.kind === 'funnel') refuseBreakdown('query.breakdownProperty', query.breakdownProperty);
  else refuseBreakdown('query.breakdown', query.breakdown);
  if (query.kind === 'performance' && query.metricName === undefined) {
    throw invalidField('query.metricName', 'is required: an alert watches one metric');
  }
  return query;
}

/** One series, or one formula. */
function refuseLines(query: Extract<WatchedQuery, { kind: 'timeseries' }>): void {
  refuseBreakdown('query.breakdownProperty', query.breakdownProperty);
  refuseBreakdown('query.breakdowns', query.breakdowns);
  const { series = [], formulas = [] } = query;
  if (formulas.length > 1) throw invalidField('query.formulas', 'must be one: an alert watches one number');
  if (formulas.length === 0 && series.length > 1) {
    throw invalidField('query.series', 'must be one, or combined by one formula: an alert watches one number');
  }
  if (query.cumulative === true) {
    throw invalidField('query.cumulative', "isn't supported in alerts: each interval is judged on its own");
  }
}

function refuseBreakdown(field: string, breakdown: unknown): void {
  if (breakdown === undefined) return;
  throw invalidField(field, "isn't supported in alerts: filter by a value instead");
}

function readStep(query: WatchedQuery, step: number | null): number | null {
  if (step === null) return null;
  if (query.kind !== 'funnel') throw invalidField('step', 'belongs to a funnel');
  const last = query.steps.length - 1;
  if (step > last) throw invalidField('step', `must be from 1 to ${last}: the funnel has ${query.steps.length} steps`);
  return step;
}

function refuseCondition(condition: AlertCondition, query: WatchedQuery, { interval }: Sent): void {
  const number = condition.kind === 'threshold' ? condition.value : condition.kind === 'change' ? condition.by : 0;
  if (!Number.isFinite(number)) {
    throw invalidField(condition.kind === 'threshold' ? 'condition.value' : 'condition.by', 'must be a finite number');
  }
  if (condition.kind === 'change' && condition.unit === 'percent' && condition.direction === 'down' && number > 100) {
    throw invalidField('condition.by', 'must be at most 100');
  }
  if (condition.kind === 'unusual' && query.kind === 'funnel' && interval === 'hour') {
    throw invalidField('interval', 'must be day or week: the usual range of a funnel is not computed by the hour');
  }
}
