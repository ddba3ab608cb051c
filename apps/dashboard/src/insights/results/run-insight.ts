import type { Wire } from '@lamppost/protocol';
import type { ApiClient } from '../../api/api-client.ts';
import type { AnyInsight } from '../features/any-insight.ts';
import type { Insight } from '../insight.ts';

export type InsightResult = Wire['InsightAnswer']['data'];

export interface InsightRun<I extends AnyInsight = Insight> {
  /** What was asked: while the next answer is on its way, this one is still shown. */
  readonly insight: I;
  readonly query: Wire['InsightQuery'];
  readonly result: InsightResult;
  readonly tookMs: number;
}

const MAX_MS = 60_000;

export async function runInsight<I extends AnyInsight>(
  api: ApiClient,
  insight: I,
  query: Wire['InsightQuery'],
  signal: AbortSignal,
): Promise<InsightRun<I>> {
  const startMs = performance.now();
  const body = { environment_id: api.scope?.environmentId, query };
  const { data } = await api.post('/v1/insights/query', { body }, { signal, timeoutMs: MAX_MS });
  return { insight, query, result: data, tookMs: performance.now() - startMs };
}
