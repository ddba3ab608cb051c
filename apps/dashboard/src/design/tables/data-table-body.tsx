import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { DataColumn } from './data-column.ts';
import styles from './data-table.module.css';
import { DataTableRow } from './data-table-row.tsx';

export interface DataTableBodyProps<Row> {
  readonly rows: readonly Row[];
  readonly columns: readonly DataColumn<Row>[];
  readonly rowId: (row: Row) => string;
  readonly rowHref: ((row: Row) => string) | undefined;
  readonly onRowOpen: ((row: Row) => void) | undefined;
  readonly selectedId: string | undefined;
  readonly isCards: boolean;
  readonly isVirtual: boolean;
  readonly rowHeight: number;
  readonly scrollRef: RefObject<HTMLDivElement | null>;
  readonly onReachEnd: (() => void) | undefined;
}

const CARD_PX = 112;
const PAGE_ROWS = 10;

export function DataTableBody<Row>(props: DataTableBodyProps<Row>) {
  const { rows, rowId, isCards, isVirtual, rowHeight, scrollRef, onReachEnd } = props;
  const [active, setActive] = useState(0);
  const bodyRef = useRef<HTMLTableSectionElement>(null);
  const rowIdRef = useRef(rowId);
  rowIdRef.current = rowId;
  // A new function would make the virtualizer place every row anew, with each frame of a scroll.
  const getItemKey = useCallback(
    (index: number) => {
      const row = rows[index];
      return row === undefined ? index : rowIdRef.current(row);
    },
    [rows],
  );
  const virtualizer = useVirtualizer({
    count: rows.length,
    enabled: isVirtual,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => (isCards ? CARD_PX : rowHeight),
    getItemKey,
    overscan: 8,
    scrollPaddingStart: isCards ? 0 : rowHeight,
  });

  const items = virtualizer.getVirtualItems();
  const lastShown = isVirtual ? (items.at(-1)?.index ?? 0) : rows.length - 1;
  useEffect(() => {
    if (lastShown >= rows.length - 1 && rows.length > 0) onReachEnd?.();
  }, [lastShown, rows.length, onReachEnd]);

  const focusRow = (index: number) => {
    const target = Math.max(0, Math.min(rows.length - 1, index));
    setActive(target);
    if (isVirtual) virtualizer.scrollToIndex(target);
    const row = () => bodyRef.current?.querySelector<HTMLElement>(`[data-index="${target}"]`);
    // At once where it can be: the next key may come before the next frame, and acts on the row with the focus.
    if (row()) row()?.focus();
    else requestAnimationFrame(() => row()?.focus());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLTableRowElement)) return;
    const next = nextIndex(event.key, active, rows.length);
    if (next === undefined) return;
    event.preventDefault();
    focusRow(next);
  };

  const rowAt = (index: number, start?: number) => {
    const row = rows[index];
    if (row === undefined) return null;
    const id = rowId(row);
    return (
      <DataTableRow
        key={id}
        row={row}
        id={id}
        index={index}
        columns={props.columns}
        href={props.rowHref?.(row)}
        onOpen={props.onRowOpen}
        isSelected={props.selectedId === id}
        isReachable={index === Math.min(active, rows.length - 1)}
        isCard={isCards}
        start={start}
        // A measured row moves all rows behind it; with 100,000 of them that is felt in every frame.
        height={start === undefined || isCards ? undefined : rowHeight}
        measure={start !== undefined && isCards ? virtualizer.measureElement : undefined}
        onActivate={setActive}
      />
    );
  };

  return (
    <tbody
      ref={bodyRef}
      className={styles.body}
      style={isVirtual ? { height: virtualizer.getTotalSize() } : undefined}
      onKeyDown={onKeyDown}
    >
      {isVirtual ? items.map((item) => rowAt(item.index, item.start)) : rows.map((_, index) => rowAt(index))}
    </tbody>
  );
}

function nextIndex(key: string, index: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return index + 1;
    case 'ArrowUp':
    case 'k':
      return index - 1;
    case 'PageDown':
      return index + PAGE_ROWS;
    case 'PageUp':
      return index - PAGE_ROWS;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
