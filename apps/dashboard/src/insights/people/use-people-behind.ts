import type { Wire } from '@lamppost/protocol';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ApiClient } from '../../api/api-client.ts';
import type { ApiProblem } from '../../api/api-problem.ts';
import { useEnvironment } from '../../api/environment.ts';
import { queryKey } from '../../api/query-key.ts';

export interface PeopleAsk {
  readonly query: Wire['InsightQuery'];
  readonly at: Wire['InsightAt'];
}

type Page = Wire['InsightPeopleAnswer'];

const pageSize = 50;
const MAX_MS = 60_000;

export async function peoplePage(
  api: ApiClient,
  { query, at }: PeopleAsk,
  cursor: string | null,
  limit: number,
  signal?: AbortSignal,
): Promise<Page> {
  const body = { environment_id: api.scope?.environmentId, query, at, limit, ...(cursor === null ? {} : { cursor }) };
  return api.post('/v1/insights/people', { body }, { signal, timeoutMs: MAX_MS });
}

/** The people behind a number, page by page. */
export function usePeopleBehind(ask: PeopleAsk) {
  const { api } = useEnvironment();
  const key = queryKey(api.scope, '/v1/insights/people', null, { ...ask });
  const result = useInfiniteQuery<Page, ApiProblem, { pages: Page[] }, typeof key, string | null>({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => peoplePage(api, ask, pageParam, pageSize, signal),
    initialPageParam: null,
    getNextPageParam: ({ pagination }) => (pagination.has_more ? pagination.cursor : null),
    meta: { isLive: false },
  });
  return {
    ...result,
    people: result.data?.pages.flatMap(({ data }) => data),
    total: result.data?.pages[0]?.total,
  };
}
