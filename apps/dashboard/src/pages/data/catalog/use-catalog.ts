import type { Wire } from '@lamppost/protocol';
import { useEffect, useMemo } from 'react';
import type { ApiProblem } from '../../../api/api-problem.ts';
import { useApiList } from '../../../api/use-api.ts';

const pageSize = 100;
/** So many names are read by themselves: enough to sort by volume and to find misspellings among them. */
const MAX_ROWS = 2_000;

export interface Catalog {
  /** The same array until something changes; undefined until the first names are there. */
  readonly data: readonly Wire['CatalogRow'][] | undefined;
  readonly isPending: boolean;
  readonly isLoadingMore: boolean;
  readonly error: ApiProblem | null;
  readonly refetch: () => unknown;
}

/** All names that were seen, page by page until they are all there. */
export function useCatalog(search: string | undefined): Catalog {
  const list = useApiList('/v1/events/catalog', { query: { search, limit: pageSize } });
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, rows, data: result } = list;
  const mayGoOn = hasNextPage && !isFetchingNextPage && !isFetchNextPageError && rows.length < MAX_ROWS;
  useEffect(() => {
    if (mayGoOn) void fetchNextPage();
  }, [mayGoOn, fetchNextPage]);
  const data = useMemo(() => result?.pages.flatMap((page) => page.data), [result]);
  const { isPending, error, refetch } = list;
  return { data, isPending, isLoadingMore: isFetchingNextPage, error, refetch };
}
