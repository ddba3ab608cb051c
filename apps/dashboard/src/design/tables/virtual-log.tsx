import { Button } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { heldRows } from './held-rows.ts';
import styles from './virtual-log.module.css';

export interface VirtualLogProps<Row> {
  readonly label: string;
  /** Newest first. */
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  readonly renderRow: (row: Row, isOpen: boolean) => ReactNode;
  /** Shown below a row that is folded out. */
  readonly renderDetail?: ((row: Row) => ReactNode) | undefined;
  /** What is shown stays as it is; new rows are counted above. */
  readonly isPaused: boolean;
  readonly onPausedChange: (isPaused: boolean) => void;
  readonly height?: number | string | undefined;
  readonly rowHeight?: number | undefined;
  readonly empty?: ReactNode;
  /** How many rows are shown at most; older ones fall off the end. */
  readonly keep?: number | undefined;
}

/** A live list. The newest row stays in sight until somebody scrolls, points at a row or opens one. */
export function VirtualLog<Row>(props: VirtualLogProps<Row>) {
  const { label, rows, rowId, renderRow, renderDetail, isPaused, onPausedChange, keep = 10_000 } = props;
  const { height = 560, rowHeight = 34, empty } = props;
  const [openId, setOpenId] = useState<string>();
  const [heldFrom, setHeldFrom] = useState<string>();
  const scrollRef = useRef<HTMLDivElement>(null);

  const newestId = rows[0] === undefined ? undefined : rowId(rows[0]);
  const newestRef = useRef(newestId);
  newestRef.current = newestId;
  useEffect(() => setHeldFrom(isPaused ? newestRef.current : undefined), [isPaused]);
  const rowIdRef = useRef(rowId);
  rowIdRef.current = rowId;
  const { shown, waiting } = useMemo(
    () => heldRows(rows, (row) => rowIdRef.current(row), heldFrom, keep),
    [rows, heldFrom, keep],
  );
  // A new function would make the virtualizer place every row anew, with each frame of a scroll.
  const getItemKey = useCallback(
    (index: number) => {
      const row = shown[index];
      return row === undefined ? index : rowIdRef.current(row);
    },
    [shown],
  );

  const virtualizer = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => rowHeight,
    getItemKey,
    overscan: 10,
  });

  const resume = () => {
    onPausedChange(false);
    scrollRef.current?.scrollTo({ top: 0 });
  };
  return (
    <div className={styles.log} style={{ height }}>
      {waiting > 0 && (
        <div className={styles.waiting}>
          <Button size="compact-xs" variant="default" onClick={resume}>
            Show {waiting.toLocaleString('en')} new
          </Button>
        </div>
      )}
      <div
        ref={scrollRef}
        className={styles.scroll}
        role="log"
        aria-label={label}
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        onScroll={(event) => {
          if (event.currentTarget.scrollTop > rowHeight && !isPaused) onPausedChange(true);
        }}
      >
        {shown.length === 0 && empty}
        <div className={styles.canvas} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((item) => {
            const row = shown[item.index];
            if (row === undefined) return null;
            const id = rowId(row);
            const isOpen = id === openId;
            return (
              <div
                key={id}
                ref={virtualizer.measureElement}
                data-index={item.index}
                className={styles.item}
                style={{ transform: `translateY(${item.start}px)`, minHeight: rowHeight }}
              >
                {renderDetail === undefined ? (
                  <div className={styles.row}>{renderRow(row, isOpen)}</div>
                ) : (
                  <button
                    type="button"
                    className={styles.row}
                    aria-expanded={isOpen}
                    onClick={() => {
                      setOpenId(isOpen ? undefined : id);
                      if (!isOpen) onPausedChange(true);
                    }}
                  >
                    {renderRow(row, isOpen)}
                  </button>
                )}
                {isOpen && renderDetail !== undefined && <div className={styles.detail}>{renderDetail(row)}</div>}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}
