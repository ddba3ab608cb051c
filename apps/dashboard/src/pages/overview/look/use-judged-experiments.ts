import { useQuery } from '@tanstack/react-query';
import { useApiClient } from '../../../api/api-context.ts';
import type { ApiProblem } from '../../../api/api-problem.ts';
import { queryKey } from '../../../api/query-key.ts';
import type { Judged } from './experiment-items.ts';

/** Results are heavy: so many are looked at, one after the other. */
const MAX_JUDGED = 10;
const STALE_MS = 5 * 60_000;

/** Results of the running experiments of the environment. */
export function useJudgedExperiments() {
  const api = useApiClient();
  return useQuery<readonly Judged[], ApiProblem>({
    queryKey: [...queryKey(api.scope, '/v1/experiments', null, { status: 'running' }), 'judged'],
    queryFn: async ({ signal }) => {
      const query = { status: 'running', limit: MAX_JUDGED } as const;
      const { data: running } = await api.get('/v1/experiments', { query }, { signal });
      const judged: Judged[] = [];
      for (const { id } of running) {
        const { data } = await api.get('/v1/experiments/:id/results', { params: { id } }, { signal });
        judged.push(data);
      }
      return judged;
    },
    staleTime: STALE_MS,
    meta: { isLive: false },
  });
}
