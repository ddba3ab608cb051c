import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { Hint } from '../primitives/hint.tsx';
import textStyles from '../primitives/text.module.css';
import type { DataColumn } from './data-column.ts';
import styles from './data-table.module.css';
import type { SortState } from './sort-rows.ts';

export interface DataTableHeadProps<Row> {
  readonly columns: readonly DataColumn<Row>[];
  readonly sort: SortState | null;
  readonly onSort: (sort: SortState | null) => void;
  readonly isCards: boolean;
}

export function DataTableHead<Row>({ columns, sort, onSort, isCards }: DataTableHeadProps<Row>) {
  return (
    <thead className={isCards ? textStyles.hidden : styles.head}>
      <tr aria-rowindex={1} className={styles.headRow}>
        {columns.map((column) => {
          const direction = sort?.id === column.id ? (sort.isDescending ? 'descending' : 'ascending') : undefined;
          return (
            <th
              key={column.id}
              scope="col"
              aria-sort={column.sortValue === undefined ? undefined : (direction ?? 'none')}
              className={styles.headCell}
              data-align={column.align}
            >
              {column.sortValue === undefined ? (
                <HeadLabel column={column} />
              ) : (
                <button type="button" className={styles.sort} onClick={() => onSort(nextSort(column, sort))}>
                  <HeadLabel column={column} />
                  <SortIcon direction={direction} />
                </button>
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

function HeadLabel<Row>({ column }: { readonly column: DataColumn<Row> }) {
  if (column.hint === undefined) return <span className={textStyles.cut}>{column.header}</span>;
  return (
    <Hint text={column.hint} className={textStyles.cut}>
      {column.header}
    </Hint>
  );
}

function SortIcon({ direction }: { readonly direction: 'ascending' | 'descending' | undefined }) {
  if (direction === undefined) return <IconArrowsSort size={12} className={styles.sortable} aria-hidden />;
  return direction === 'descending' ? <IconArrowDown size={12} aria-hidden /> : <IconArrowUp size={12} aria-hidden />;
}

/** Numbers are first wanted from the top, words from A; the third click goes back to the given order. */
function nextSort<Row>(column: DataColumn<Row>, sort: SortState | null): SortState | null {
  const isDescendingFirst = column.align === 'end';
  if (sort?.id !== column.id) return { id: column.id, isDescending: isDescendingFirst };
  return sort.isDescending === isDescendingFirst ? { id: column.id, isDescending: !isDescendingFirst } : null;
}
