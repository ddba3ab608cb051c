import type { CompleteInsightQuery, Wire } from '@lamppost/protocol';
import type { ApiClient } from '../../api/api-client.ts';
import { periodBefore } from '../period-before.ts';
import type { Question } from '../question.ts';

export type InsightResult = Wire['InsightAnswer']['data'];
type TimeseriesResult = Wire['TimeseriesResult'];

export interface AnsweredQuestion {
  /** What was asked: while the next answer is on its way, this one is still shown. */
  readonly question: Question;
  /** One for each query, in their order. */
  readonly results: readonly InsightResult[];
  /** The same for the period before, where it was asked for. */
  readonly before: readonly TimeseriesResult[] | undefined;
  readonly tookMs: number;
}

const MAX_MS = 60_000;

/** All queries of a question at the same time; the period before is asked for once it is known where this one begins. */
export async function askQuestion(
  api: ApiClient,
  question: Question,
  queries: readonly CompleteInsightQuery[],
  signal: AbortSignal,
): Promise<AnsweredQuestion> {
  const startMs = performance.now();
  const ask = async (query: CompleteInsightQuery): Promise<InsightResult> => {
    const body = { environment_id: api.scope?.environmentId, query };
    return (await api.post('/v1/insights/query', { body }, { signal, timeoutMs: MAX_MS })).data;
  };
  const results = await Promise.all(queries.map(ask));
  const isCompared = question.kind === 'timeseries' && question.isCompared;
  const before = isCompared
    ? await Promise.all(queries.map((query, at) => askBefore(query, results[at], ask)))
    : undefined;
  return {
    question,
    results,
    before: before?.filter((result) => result?.kind === 'timeseries'),
    tookMs: performance.now() - startMs,
  };
}

async function askBefore(
  query: CompleteInsightQuery,
  result: InsightResult | undefined,
  ask: (query: CompleteInsightQuery) => Promise<InsightResult>,
): Promise<InsightResult | undefined> {
  if (query.kind !== 'timeseries' || result?.kind !== 'timeseries') return undefined;
  return ask({ ...query, range: periodBefore(result) });
}
