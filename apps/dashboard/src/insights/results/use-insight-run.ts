import type { Wire } from '@lamppost/protocol';
import { skipToken, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ApiProblem } from '../../api/api-problem.ts';
import { useEnvironment } from '../../api/environment.ts';
import { isAboutTheSame, queryKey } from '../../api/query-key.ts';
import type { AnyInsight } from '../features/any-insight.ts';
import { type InsightRun, runInsight } from './run-insight.ts';

export interface InsightRunOptions {
  /** What is shown: its former answer stays until the next one is there. */
  readonly subject: string;
  readonly isEnabled?: boolean;
  /** Waits for its turn. */
  readonly inTurn?: <T>(task: () => Promise<T>, signal: AbortSignal) => Promise<T>;
}

const atOnce = <T>(task: () => Promise<T>): Promise<T> => task();

/** Runs the query of an insight whenever it changes; without one, nothing is asked. */
export function useInsightRun<I extends AnyInsight>(
  insight: I,
  query: Wire['InsightQuery'] | undefined,
  { subject, isEnabled = true, inTurn = atOnce }: InsightRunOptions,
): UseQueryResult<InsightRun<I>, ApiProblem> {
  const { api } = useEnvironment();
  const key = queryKey(api.scope, '/v1/insights/query', `${subject} ${insight.kind}`, { query });
  return useQuery<InsightRun<I>, ApiProblem>({
    queryKey: key,
    queryFn:
      query === undefined ? skipToken : ({ signal }) => inTurn(() => runInsight(api, insight, query, signal), signal),
    enabled: isEnabled && query !== undefined,
    placeholderData: (previous, from) =>
      from !== undefined && isAboutTheSame(from.queryKey, key) ? previous : undefined,
    meta: { isLive: insight.kind !== 'sql' },
  });
}
