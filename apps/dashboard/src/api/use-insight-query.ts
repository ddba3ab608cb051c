import type { Wire } from '@lamppost/protocol';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ApiProblem } from './api-problem.ts';
import { useEnvironment } from './environment.ts';
import { isAboutTheSame, queryKey } from './query-key.ts';
import type { ApiQueryOptions } from './use-api.ts';

export interface InsightResults {
  timeseries: Wire['TimeseriesResult'];
  funnel: Wire['FunnelResult'];
  retention: Wire['RetentionResult'];
  paths: Wire['PathsResult'];
  sql: Wire['SqlResult'];
}
export type InsightKind = keyof InsightResults;
interface InsightQueries {
  timeseries: Wire['TimeseriesQuery'];
  funnel: Wire['FunnelQuery'];
  retention: Wire['RetentionQuery'];
  paths: Wire['PathsQuery'];
  sql: Wire['SqlQuery'];
}
export type InsightQueryOf<K extends InsightKind> = InsightQueries[K];

/** A query about stored events. Queries may take long, so they are given up on after a minute. */
export function useInsightQuery<K extends InsightKind>(
  query: InsightQueryOf<K> & { kind: K },
  { keepPrevious = true, isLive = true, ...options }: ApiQueryOptions = {},
): UseQueryResult<InsightResults[K], ApiProblem> {
  const { api, environment } = useEnvironment();
  const key = queryKey(api.scope, '/v1/insights/query', query.kind, query);
  return useQuery<InsightResults[K], ApiProblem>({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const body = { environment_id: environment.id, query };
      const { data } = await api.post('/v1/insights/query', { body }, { signal, timeoutMs: 60_000 });
      return data as InsightResults[K];
    },
    ...options,
    meta: { isLive },
    placeholderData: (previous, asked) =>
      keepPrevious && asked !== undefined && isAboutTheSame(asked.queryKey, key) ? previous : undefined,
  });
}
