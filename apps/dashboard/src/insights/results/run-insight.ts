import type { CompleteInsightQuery, Wire } from '@lamppost/protocol';
import type { ApiClient } from '../../api/api-client.ts';
import type { Insight } from '../insight.ts';
import { periodBefore } from '../period-before.ts';

export type InsightResult = Wire['InsightAnswer']['data'];
type TimeseriesResult = Wire['TimeseriesResult'];

export interface InsightRun {
  /** What was asked: while the next answer is on its way, this one is still shown. */
  readonly insight: Insight;
  /** One for each query, in their order. */
  readonly results: readonly InsightResult[];
  /** The same for the period before, where it was asked for. */
  readonly before: readonly TimeseriesResult[] | undefined;
  readonly tookMs: number;
}

const MAX_MS = 60_000;

/** All queries of a query at the same time; the period before is asked for once it is known where this one begins. */
export async function runInsight(
  api: ApiClient,
  insight: Insight,
  queries: readonly CompleteInsightQuery[],
  signal: AbortSignal,
): Promise<InsightRun> {
  const startMs = performance.now();
  const run = async (query: CompleteInsightQuery): Promise<InsightResult> => {
    const body = { environment_id: api.scope?.environmentId, query };
    return (await api.post('/v1/insights/query', { body }, { signal, timeoutMs: MAX_MS })).data;
  };
  const results = await Promise.all(queries.map(run));
  const isCompared = insight.kind === 'timeseries' && insight.isCompared;
  const before = isCompared
    ? await Promise.all(queries.map((query, at) => runPeriodBefore(query, results[at], run)))
    : undefined;
  return {
    insight,
    results,
    before: before?.filter((result) => result?.kind === 'timeseries'),
    tookMs: performance.now() - startMs,
  };
}

async function runPeriodBefore(
  query: CompleteInsightQuery,
  result: InsightResult | undefined,
  run: (query: CompleteInsightQuery) => Promise<InsightResult>,
): Promise<InsightResult | undefined> {
  if (query.kind !== 'timeseries' || result?.kind !== 'timeseries') return undefined;
  return run({ ...query, range: periodBefore(result) });
}
