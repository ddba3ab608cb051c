import { VisuallyHidden } from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import flowStyles from '../layout/flow.module.css';
import styles from './reorder-list.module.css';

export interface ReorderListProps<Item> {
  /** Names the list: "Steps". */
  readonly label: string;
  readonly items: readonly Item[];
  readonly itemId: (item: Item, index: number) => string | number;
  /** Names an item for its handle: "step 2, purchase". */
  readonly itemLabel: (item: Item, index: number) => string;
  readonly onMove: (from: number, to: number) => void;
  readonly isReadOnly?: boolean | undefined;
  readonly children: (item: Item, index: number) => ReactNode;
}

interface Drag {
  readonly from: number;
  readonly to: number;
}

/** Rows that are put in order: dragged by their handle, or moved with the arrow keys while it has the focus. */
export function ReorderList<Item>(props: ReorderListProps<Item>) {
  const { label, items, itemId, itemLabel, onMove, isReadOnly = false, children } = props;
  const listRef = useRef<HTMLOListElement>(null);
  const movedRef = useRef<{ readonly to: number; readonly before: readonly Item[] } | undefined>(undefined);
  const [drag, setDrag] = useState<Drag>();
  const [said, setSaid] = useState('');

  useEffect(() => {
    // The new order may come later, from an address for example; until then the handle stays where it was.
    if (movedRef.current === undefined || movedRef.current.before === items) return;
    handleAt(listRef.current, movedRef.current.to)?.focus();
    movedRef.current = undefined;
  }, [items]);

  const move = (from: number, to: number) => {
    const item = items[from];
    if (item === undefined || to < 0 || to >= items.length || to === from) return;
    movedRef.current = { to, before: items };
    setSaid(`${itemLabel(item, from)}: moved to position ${to + 1} of ${items.length}`);
    onMove(from, to);
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    if (event.key === 'Escape' && drag !== undefined) setDrag(undefined);
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    move(index, index + step);
  };
  const onPointerDown = (event: PointerEvent, index: number) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ from: index, to: index });
  };
  const onPointerMove = (event: PointerEvent) => {
    if (drag === undefined) return;
    setDrag({ from: drag.from, to: placeAt(listRef.current, event.clientY, drag.from) });
  };
  const onPointerUp = () => {
    if (drag !== undefined) move(drag.from, drag.to);
    setDrag(undefined);
  };

  return (
    <>
      <ol ref={listRef} className={flowStyles.listColumn} aria-label={label}>
        {items.map((item, index) => (
          <li
            key={itemId(item, index)}
            className={styles.item}
            data-dragged={drag?.from === index || undefined}
            data-drop={dropSide(drag, index)}
          >
            {!isReadOnly && items.length > 1 && (
              <button
                type="button"
                className={styles.handle}
                data-handle
                data-hint="Drag or use the arrow keys to reorder"
                aria-label={`Move ${itemLabel(item, index)}`}
                onKeyDown={(event) => onKeyDown(event, index)}
                onPointerDown={(event) => onPointerDown(event, index)}
                onPointerMove={onPointerMove}
                onPointerUp={onPointerUp}
                onPointerCancel={() => setDrag(undefined)}
              >
                <IconGripVertical size={14} aria-hidden />
              </button>
            )}
            <div className={flowStyles.grow}>{children(item, index)}</div>
          </li>
        ))}
      </ol>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  );
}

const handleAt = (list: HTMLElement | null, index: number): HTMLElement | null =>
  list?.children[index]?.querySelector<HTMLElement>('[data-handle]') ?? null;

/** Where a row would come to stand: behind every other row whose middle is above the pointer. */
function placeAt(list: HTMLElement | null, y: number, from: number): number {
  const rows = [...(list?.children ?? [])].filter((_, index) => index !== from);
  return rows.filter((row) => {
    const { top, height } = row.getBoundingClientRect();
    return top + height / 2 < y;
  }).length;
}

function dropSide(drag: Drag | undefined, index: number): 'before' | 'after' | undefined {
  if (drag === undefined || drag.to === drag.from || drag.to !== index) return undefined;
  return drag.to < drag.from ? 'before' : 'after';
}
