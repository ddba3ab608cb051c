import { useEffect, useMemo } from 'react';
import type { PagedList } from '../../../api/table-of.ts';
import type { DataColumn } from '../../../design/tables/data-table.tsx';
import { type SortState, sortRows } from '../../../design/tables/sort-rows.ts';
import type { Flag } from '../targeting/targeting.ts';

/** The server lists by age. Another order needs all of them: they are loaded, page by page. */
export function useSortedFlags(
  list: PagedList<Flag>,
  columns: readonly DataColumn<Flag>[],
  sort: SortState | undefined,
): readonly Flag[] {
  const { rows, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const isMissing = sort !== undefined && hasNextPage && !isFetchingNextPage;
  useEffect(() => {
    if (isMissing) void fetchNextPage();
  }, [isMissing, fetchNextPage]);
  return useMemo(() => {
    const sortValue = columns.find(({ id }) => id === sort?.id)?.sortValue;
    return sort === undefined || sortValue === undefined ? rows : sortRows(rows, sortValue, sort.isDescending);
  }, [rows, columns, sort]);
}
