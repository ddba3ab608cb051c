import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ApiClient } from '../../../api/api-client.ts';
import { useApiClient } from '../../../api/api-context.ts';
import type { ApiProblem } from '../../../api/api-problem.ts';
import { createInsightGate } from '../query-gate.ts';
import type { WidgetResultProps } from '../widget/widget-result.tsx';
import { insightOfShared, queryOfShared, type SharedDashboard, type SharedWidget } from './shared-dashboard.ts';

/** The server answers two heavy queries of a project at a time. */
const gate = createInsightGate(4);
const MAX_MS = 60_000;
/** A page that is left open stays of use. */
const REFRESH_MS = 300_000;

/** What a link shows; asked anew from time to time, so that a revoked link ends where it is open, too. */
export const sharedQuery = (api: ApiClient, token: string) => ({
  queryKey: ['shared', token],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<SharedDashboard> =>
    (await api.post('/v1/shared/dashboard', { body: { token } }, { signal })).data,
  refetchInterval: REFRESH_MS,
});

export function useSharedDashboard(token: string | undefined): UseQueryResult<SharedDashboard, ApiProblem> {
  const api = useApiClient();
  return useQuery<SharedDashboard, ApiProblem>({ ...sharedQuery(api, token ?? ''), enabled: token !== undefined });
}

type Asked = WidgetResultProps['asked'];

export function useSharedResult(token: string, widget: SharedWidget): Asked {
  const api = useApiClient();
  const question = useMemo(() => insightOfShared(widget), [widget]);
  const result = useQuery<NonNullable<Asked['result']['data']>, ApiProblem>({
    queryKey: ['shared', token, widget.id],
    queryFn: ({ signal }) =>
      gate.run(async () => {
        const startMs = performance.now();
        const body = { token, widget_id: widget.id };
        const { data } = await api.post('/v1/shared/result', { body }, { signal, timeoutMs: MAX_MS });
        return { insight: question, query: queryOfShared(widget), result: data, tookMs: performance.now() - startMs };
      }, signal),
    refetchInterval: REFRESH_MS,
  });
  return { question, result };
}
