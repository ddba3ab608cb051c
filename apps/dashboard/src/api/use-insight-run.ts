import type { Wire } from '@lamppost/protocol';
import { skipToken, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ApiProblem } from './api-problem.ts';
import { useEnvironment } from './environment.ts';
import { isAboutTheSame, queryKey } from './query-key.ts';
import type { ApiQueryOptions } from './use-api.ts';

type InsightQuery = Wire['InsightQuery'];

export interface QueryRun {
  /** What was asked: while the next answer is on its way, this one is still shown. */
  readonly query: InsightQuery;
  readonly result: Wire['InsightAnswer']['data'];
  readonly tookMs: number;
}

export interface InsightRunOptions extends ApiQueryOptions {
  /** What is shown: its former answer stays until the next one is there. The kind of query unless it is given. */
  readonly subject?: string;
  /** Waits for its turn. */
  readonly inTurn?: <T>(task: () => Promise<T>, signal: AbortSignal) => Promise<T>;
}

/** Queries may take long, so they are given up on after a minute. */
const MAX_MS = 60_000;

const atOnce = <T>(task: () => Promise<T>): Promise<T> => task();

/**
 * Runs a query about stored events whenever it changes; without one, nothing is asked. What nobody waits for any more
 * is cancelled. Everything that asks such a query asks here, so it follows the live switch and a refresh of all.
 * `read` makes of the answer what is kept of it.
 */
export function useInsightRun<Kept>(
  query: InsightQuery | undefined,
  read: (run: QueryRun) => Kept,
  { subject, inTurn = atOnce, enabled = true, keepPrevious = true, isLive = true, ...options }: InsightRunOptions = {},
): UseQueryResult<Kept, ApiProblem> {
  const { api } = useEnvironment();
  const key = queryKey(api.scope, '/v1/insights/query', subject ?? query?.kind, query);
  const run = async (asked: InsightQuery, signal: AbortSignal): Promise<Kept> => {
    const startMs = performance.now();
    const body = { environment_id: api.scope?.environmentId, query: asked };
    const { data } = await api.post('/v1/insights/query', { body }, { signal, timeoutMs: MAX_MS });
    return read({ query: asked, result: data, tookMs: performance.now() - startMs });
  };
  return useQuery<Kept, ApiProblem>({
    ...options,
    queryKey: key,
    queryFn: query === undefined ? skipToken : ({ signal }) => inTurn(() => run(query, signal), signal),
    enabled: enabled && query !== undefined,
    meta: { isLive },
    placeholderData: (previous, from) =>
      keepPrevious && from !== undefined && isAboutTheSame(from.queryKey, key) ? previous : undefined,
  });
}
