import { keepPreviousData, skipToken, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ApiProblem } from '../../api/api-problem.ts';
import { useEnvironment } from '../../api/environment.ts';
import { queryKey } from '../../api/query-key.ts';
import type { AlertDefinition } from './alert-draft.ts';
import type { AlertPreview } from './alert-words.ts';

const MAX_MS = 60_000;

/** What an alert would have done in the last weeks; nothing is asked without a definition. Another `seen`: asked anew. */
export function useAlertPreview(
  definition: AlertDefinition | undefined,
  seen = '',
): UseQueryResult<AlertPreview, ApiProblem> {
  const { api } = useEnvironment();
  return useQuery<AlertPreview, ApiProblem>({
    queryKey: queryKey(api.scope, '/v1/alerts/preview', seen, definition),
    queryFn:
      definition === undefined
        ? skipToken
        : async ({ signal }) => {
            const body = { environment_id: api.scope?.environmentId, ...definition };
            return (await api.post('/v1/alerts/preview', { body }, { signal, timeoutMs: MAX_MS })).data;
          },
    placeholderData: keepPreviousData,
    retry: false,
  });
}
