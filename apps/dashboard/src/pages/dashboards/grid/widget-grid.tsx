import { VisuallyHidden } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import flowStyles from '../../../design/layout/flow.module.css';
import { useElementWidth } from '../../../design/layout/use-element-width.ts';
import { inReadingOrder, type PlacedItem } from './grid-layout.ts';
import { type HandleProps, useGridEdit } from './use-grid-edit.ts';
import styles from './widget-grid.module.css';

export interface GridSlot {
  /** What an item may take, in pixels. */
  readonly height: number;
  /** For the handles; undefined where nothing can be moved. */
  readonly move: HandleProps | undefined;
  readonly resize: HandleProps | undefined;
}

export interface WidgetGridProps {
  readonly items: readonly PlacedItem[];
  readonly columns: number;
  readonly nameOf: (id: string) => string;
  /** Absent: nothing can be moved. */
  readonly onChange?: ((items: readonly PlacedItem[]) => void) | undefined;
  readonly children: (id: string, slot: GridSlot) => ReactNode;
}

/** A grid of finer columns has finer rows, so that a cell has the same shape. */
const CELLS_PX = 1056;
const GAP_PX = 16;
/** Below this width all stand in one column, one after the other. */
const STACKED_BELOW_PX = 720;

export function WidgetGrid({ items, columns, nameOf, onChange, children }: WidgetGridProps) {
  const ref = useRef<HTMLDivElement>(null);
  const width = useElementWidth(ref);
  const [said, setSaid] = useState('');
  const isStacked = width > 0 && width < STACKED_BELOW_PX;
  const rowHeight = CELLS_PX / columns;
  const edit = useGridEdit({
    items,
    columns,
    cellWidth: Math.max(1, width) / columns,
    rowHeight,
    onChange: (after, { id, x, y, w, h }) => {
      onChange?.(after);
      setSaid(`${nameOf(id)}: column ${x + 1}, row ${y + 1}, ${w} wide, ${h} high`);
    },
  });
  const isEditable = onChange !== undefined && !isStacked;
  const places = new Map(edit.items.map((item) => [item.id, item]));
  // In the order of what is at rest: an element that is moved in the document loses the pointer that drags it.
  const order = items.toSorted(inReadingOrder);
  return (
    <div
      ref={ref}
      className={isStacked ? flowStyles.stack16 : styles.grid}
      style={isStacked ? undefined : { ['--columns' as string]: columns, ['--row' as string]: `${rowHeight}px` }}
      data-editing={edit.draggedId === undefined ? undefined : true}
    >
      {width > 0 &&
        order.map(({ id }) => {
          const { x, y, w, h } = places.get(id) as PlacedItem;
          const height = h * rowHeight - GAP_PX;
          return (
            <div
              key={id}
              className={styles.item}
              data-testid="widget-place"
              data-place={`${x} ${y} ${w} ${h}`}
              data-dragged={edit.draggedId === id || undefined}
              style={isStacked ? undefined : { gridColumn: `${x + 1} / span ${w}`, gridRow: `${y + 1} / span ${h}` }}
            >
              {children(id, {
                height: isStacked ? Math.max(200, height) : height,
                move: isEditable ? edit.handleProps(id, 'move') : undefined,
                resize: isEditable ? edit.handleProps(id, 'resize') : undefined,
              })}
            </div>
          );
        })}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </div>
  );
}
