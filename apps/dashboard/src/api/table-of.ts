import { type AskedFor, type Failure, failureOf } from './failure-of.ts';

/** What useApiList gives. */
export interface PagedList<Row> extends AskedFor {
  readonly rows: readonly Row[];
  readonly isPending: boolean;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
}

export interface ListTable<Row> {
  readonly rows: readonly Row[];
  readonly isLoading: boolean;
  readonly isLoadingMore: boolean;
  readonly onReachEnd: () => void;
  readonly error: Failure | undefined;
}

/** How a table shows a list that comes page by page. */
export function tableOf<Row>(list: PagedList<Row>, failure: string): ListTable<Row> {
  return {
    rows: list.rows,
    isLoading: list.isPending,
    isLoadingMore: list.isFetchingNextPage,
    onReachEnd: () => {
      if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
    },
    error: failureOf(list, failure),
  };
}
