import { keepPreviousData, type UseQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ApiClient } from './api-client.ts';
import { useApiClient } from './api-context.ts';
import type { ApiProblem } from './api-problem.ts';
import { isAboutTheSame, queryKey } from './query-key.ts';
import type { AnswerOf, CallArguments, CallOf, DataOf, PathOf, RowOf } from './route-types.ts';

export interface ApiQueryOptions {
  readonly enabled?: boolean;
  readonly refetchInterval?: number | false;
  readonly staleTime?: number;
  /** False: what was shown is not kept while a differently asked answer is on its way. */
  readonly keepPrevious?: boolean;
  /** False: left alone by the live switch of the top bar. */
  readonly isLive?: boolean;
}

/** For loaders and for prefetching: the same key and function as useApi. */
export function apiQuery<P extends PathOf<'GET'>>(api: ApiClient, path: P, call: CallOf<'GET', P> | undefined) {
  return {
    queryKey: queryKey(api.scope, path, call?.params, call?.query),
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<DataOf<AnswerOf<'GET', P>>> => {
      const response = await api.send('GET', path, call, { signal });
      const hasEnvelope = typeof response === 'object' && response !== null && 'data' in response;
      return (hasEnvelope ? response.data : response) as DataOf<AnswerOf<'GET', P>>;
    },
  };
}

/** `data` of a GET. While the same thing is asked for differently, the former answer stays (`isPlaceholderData`). */
export function useApi<P extends PathOf<'GET'>>(
  path: P,
  ...[call, options = {}]: CallArguments<'GET', P, [ApiQueryOptions]>
): UseQueryResult<DataOf<AnswerOf<'GET', P>>, ApiProblem> {
  const api = useApiClient();
  const { keepPrevious = true, isLive = true, ...rest } = options;
  const query = apiQuery(api, path, call as CallOf<'GET', P>);
  return useQuery<DataOf<AnswerOf<'GET', P>>, ApiProblem>({
    ...query,
    ...rest,
    meta: { isLive },
    placeholderData: (previous, asked) =>
      keepPrevious && asked !== undefined && isAboutTheSame(asked.queryKey, query.queryKey)
        ? keepPreviousData(previous)
        : undefined,
  });
}

interface Page<Row> {
  readonly data: readonly Row[];
  readonly pagination: { readonly cursor: string | null; readonly has_more: boolean };
}

/** A list page by page: `rows` are those of all pages so far, `fetchNextPage` brings more. */
export function useApiList<P extends PathOf<'GET'>>(
  path: P,
  ...[call, options = {}]: CallArguments<'GET', P, [ApiQueryOptions]>
) {
  type Row = RowOf<AnswerOf<'GET', P>>;
  const api = useApiClient();
  const { keepPrevious = true, isLive = true, ...rest } = options;
  const asked = call as { params?: unknown; query?: Record<string, unknown> } | undefined;
  const key = [...queryKey(api.scope, path, asked?.params, asked?.query), 'list'];
  const result = useInfiniteQuery<Page<Row>, ApiProblem, { pages: Page<Row>[] }, typeof key, string | null>({
    queryKey: key,
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...asked?.query, cursor: pageParam };
      return (await api.send('GET', path, { ...asked, query } as CallOf<'GET', P>, { signal })) as Page<Row>;
    },
    initialPageParam: null,
    getNextPageParam: ({ pagination }) => (pagination.has_more ? pagination.cursor : null),
    ...rest,
    meta: { isLive },
    placeholderData: (previous, from) =>
      keepPrevious && from !== undefined && isAboutTheSame(from.queryKey, key) ? previous : undefined,
  });
  const rows: readonly Row[] = result.data?.pages.flatMap(({ data }) => data) ?? [];
  return { ...result, rows };
}
