import {
  type ColumnDef,
  createSortedRowModel,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import { compareCells } from './compare-cells.ts';
import type { DataColumn } from './data-table.tsx';

export interface SortState {
  readonly id: string;
  readonly isDescending: boolean;
}

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });

export function useSortedRows<Row>(
  rows: readonly Row[],
  columns: readonly DataColumn<Row>[],
  rowId: (row: Row) => string,
  sort: SortState | null,
): readonly Row[] {
  const definitions = useMemo(
    () =>
      columns.map(
        (column): ColumnDef<typeof features, Row & object> => ({
          id: column.id,
          // Undefined goes last whichever way is sorted; the table does that by itself, but not for null.
          accessorFn: (row) => column.sortValue?.(row) ?? undefined,
          sortUndefined: 'last',
          sortFn: (a, b, id) => compareCells(a.getValue(id), b.getValue(id)),
        }),
      ),
    [columns],
  );
  const sorting = useMemo<SortingState>(
    () => (sort === null ? [] : [{ id: sort.id, desc: sort.isDescending }]),
    [sort],
  );
  const table = useTable({
    features,
    columns: definitions,
    data: rows as (Row & object)[],
    getRowId: rowId,
    state: { sorting },
  });
  const model = table.getRowModel().rows;
  return useMemo(() => (sort === null ? rows : model.map((row) => row.original)), [sort, rows, model]);
}
