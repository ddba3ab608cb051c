import { useMemo, useRef, useState } from 'react';
import { EmptyState, type EmptyStateProps } from '../feedback/empty-state.tsx';
import { ErrorState, type ErrorStateProps } from '../feedback/error-state.tsx';
import { useElementWidth } from '../layout/use-element-width.ts';
import type { DataColumn } from './data-column.ts';
import styles from './data-table.module.css';
import { DataTableBody } from './data-table-body.tsx';
import { DataTableHead } from './data-table-head.tsx';
import { DataTableSkeleton } from './data-table-skeleton.tsx';
import { type SortState, sortRows } from './sort-rows.ts';

export type { DataColumn } from './data-column.ts';
export type { SortState } from './sort-rows.ts';

export interface DataTableProps<Row> {
  /** Names the table for screen readers. */
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly DataColumn<Row>[];
  readonly rowId: (row: Row) => string;
  /** Where a row leads; the title column becomes the link. */
  readonly rowHref?: ((row: Row) => string) | undefined;
  readonly onRowOpen?: ((row: Row) => void) | undefined;
  readonly selectedId?: string | undefined;
  readonly initialSort?: SortState | undefined;
  /** Given together, somebody else sorts: the rows are shown in the order in which they come. */
  readonly sort?: SortState | null | undefined;
  readonly onSortChange?: ((sort: SortState | null) => void) | undefined;
  readonly isLoading?: boolean | undefined;
  readonly error?: ErrorStateProps | undefined;
  readonly empty: EmptyStateProps;
  /** Scrolls inside above this height. Long tables do so by themselves. */
  readonly maxHeight?: number | undefined;
  /** Rows of a table that scrolls inside are all this high. */
  readonly rowHeight?: number | undefined;
  /** Called when the end comes into sight, for lists that are loaded page by page. */
  readonly onReachEnd?: (() => void) | undefined;
  readonly isLoadingMore?: boolean | undefined;
}

/** Below this width a row becomes a card; a table of few columns needs less. */
const CARD_BELOW_PX = 640;
const CARD_BELOW_COLUMN_PX = 130;
const LONG_ROWS = 100;
const ROW_PX = 37;
const LONG_HEIGHT_PX = 640;

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, isLoading = false, error, empty } = props;
  const [ownSort, setOwnSort] = useState<SortState | null>(props.initialSort ?? null);
  if (error !== undefined) return <ErrorState {...error} />;
  if (!isLoading && rows.length === 0) return <EmptyState {...empty} />;
  return <FilledTable {...props} ownSort={ownSort} onOwnSort={setOwnSort} />;
}

interface FilledTableProps<Row> extends DataTableProps<Row> {
  readonly ownSort: SortState | null;
  readonly onOwnSort: (sort: SortState | null) => void;
}

/** Apart from the states without rows: its width is measured when it appears, also after those. */
function FilledTable<Row>(props: FilledTableProps<Row>) {
  const { label, rows, columns, rowId, rowHref, onRowOpen, isLoading = false, ownSort, onOwnSort } = props;
  const isSortedElsewhere = props.onSortChange !== undefined;
  const sort = isSortedElsewhere ? (props.sort ?? null) : ownSort;
  const sorted = useMemo(() => {
    const sortValue = sort === null ? undefined : columns.find((column) => column.id === sort.id)?.sortValue;
    if (isSortedElsewhere || sort === null || sortValue === undefined) return rows;
    return sortRows(rows, sortValue, sort.isDescending);
  }, [rows, columns, sort, isSortedElsewhere]);
  const scrollRef = useRef<HTMLDivElement>(null);
  const width = useElementWidth(scrollRef);
  const isCards = width > 0 && width < Math.min(CARD_BELOW_PX, columns.length * CARD_BELOW_COLUMN_PX);
  const template = useMemo(() => columns.map((column) => column.width ?? 'minmax(88px, 1fr)').join(' '), [columns]);
  const maxHeight = props.maxHeight ?? (rows.length > LONG_ROWS ? LONG_HEIGHT_PX : undefined);
  const isOpenable = rowHref !== undefined || onRowOpen !== undefined;

  return (
    <div
      ref={scrollRef}
      className={styles.scroll}
      style={{ maxHeight, ['--columns' as string]: template }}
      data-cards={isCards || undefined}
    >
      <table
        role={isOpenable ? 'grid' : undefined}
        aria-label={label}
        aria-rowcount={isLoading ? undefined : rows.length + 1}
        aria-busy={isLoading}
        className={styles.table}
      >
        <DataTableHead columns={columns} sort={sort} onSort={props.onSortChange ?? onOwnSort} isCards={isCards} />
        {isLoading && rows.length === 0 ? (
          <DataTableSkeleton columns={columns} />
        ) : (
          <DataTableBody
            rows={sorted}
            columns={columns}
            rowId={rowId}
            rowHref={rowHref}
            onRowOpen={onRowOpen}
            selectedId={props.selectedId}
            isCards={isCards}
            scrollRef={scrollRef}
            isVirtual={maxHeight !== undefined}
            rowHeight={props.rowHeight ?? ROW_PX}
            onReachEnd={props.onReachEnd}
          />
        )}
      </table>
      {props.isLoadingMore === true && (
        <p className={styles.more} role="status">
          Loading more…
        </p>
      )}
    </div>
  );
}
