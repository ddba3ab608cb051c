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

type GetData<P extends PathOf<'GET'>> = DataOf<AnswerOf<'GET', P>>;

interface AskedCall {
  readonly params?: unknown;
  readonly query?: Record<string, unknown>;
}

/** The arguments of any route, by way of unknown: see ApiClient. */
const askedWith = (args: unknown) => args as readonly [AskedCall?, ApiQueryOptions?];

/** For loaders and for prefetching: the same key and function as useApi. */
export function apiQuery<P extends PathOf<'GET'>>(api: ApiClient, path: P, call: CallOf<'GET', P> | undefined) {
  const { queryKey: key, queryFn } = dataQuery(api, path, call as unknown as AskedCall | undefined);
  return { queryKey: key, queryFn: queryFn as unknown as (context: { signal: AbortSignal }) => Promise<GetData<P>> };
}

const dataQuery = (api: ApiClient, path: string, asked: AskedCall | undefined) => ({
  queryKey: queryKey(api.scope, path, asked?.params, asked?.query),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<object | null> => {
    const response = (await api.send('GET', path, asked, { signal })) as { data: object | null } | null;
    return response !== null && 'data' in response ? response.data : response;
  },
});

/** `data` of a GET. While the same thing is asked for differently, the former answer stays (`isPlaceholderData`). */
export function useApi<P extends PathOf<'GET'>>(
  path: P,
  ...args: CallArguments<'GET', P, [ApiQueryOptions]>
): UseQueryResult<GetData<P>, ApiProblem> {
  const result: unknown = useData(path, ...askedWith(args));
  return result as UseQueryResult<GetData<P>, ApiProblem>;
}

function useData(path: string, call?: AskedCall, options: ApiQueryOptions = {}) {
  const api = useApiClient();
  const { keepPrevious = true, isLive = true, ...rest } = options;
  const query = dataQuery(api, path, call);
  return useQuery<object | null, ApiProblem>({
    ...query,
    ...rest,
    meta: { isLive },
    placeholderData: (previous, asked) =>
      keepPrevious && asked !== undefined && isAboutTheSame(asked.queryKey, query.queryKey)
        ? keepPreviousData(previous)
        : undefined,
  });
}

interface Page<Row = unknown> {
  readonly data: readonly Row[];
  readonly pagination: { readonly cursor: string | null; readonly has_more: boolean };
}

/** A list page by page: `rows` are those of all pages so far, `fetchNextPage` brings more. */
export function useApiList<P extends PathOf<'GET'>>(path: P, ...args: CallArguments<'GET', P, [ApiQueryOptions]>) {
  type Row = RowOf<AnswerOf<'GET', P>>;
  const { rows, data, ...result } = useList(path, ...askedWith(args));
  return { ...result, data: data as { pages: Page<Row>[] } | undefined, rows: rows as readonly Row[] };
}

function useList(path: string, asked?: AskedCall, options: ApiQueryOptions = {}) {
  const api = useApiClient();
  const { keepPrevious = true, isLive = true, ...rest } = options;
  const key = [...queryKey(api.scope, path, asked?.params, asked?.query), 'list'];
  const result = useInfiniteQuery<Page, ApiProblem, { pages: Page[] }, typeof key, string | null>({
    queryKey: key,
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...asked?.query, cursor: pageParam };
      return (await api.send('GET', path, { ...asked, query }, { signal })) as Page;
    },
    initialPageParam: null,
    getNextPageParam: ({ pagination }) => (pagination.has_more ? pagination.cursor : null),
    ...rest,
    meta: { isLive },
    placeholderData: (previous, from) =>
      keepPrevious && from !== undefined && isAboutTheSame(from.queryKey, key) ? previous : undefined,
  });
  return { ...result, rows: result.data?.pages.flatMap(({ data }) => data) ?? [] };
}
