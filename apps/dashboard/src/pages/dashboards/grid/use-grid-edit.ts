import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { type PlacedItem, placeItem } from './grid-layout.ts';

export type EditKind = 'move' | 'resize';

interface Drag {
  readonly id: string;
  readonly kind: EditKind;
  readonly startX: number;
  readonly startY: number;
  readonly items: readonly PlacedItem[];
}

export interface GridEditOptions {
  readonly items: readonly PlacedItem[];
  readonly columns: number;
  readonly cellWidth: number;
  readonly rowHeight: number;
  /** Called when something has come to rest. */
  readonly onChange: (items: readonly PlacedItem[], changed: PlacedItem) => void;
}

const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Moving and resizing, by pointer and by arrow keys. While something is dragged, `items` are as they would become. */
export function useGridEdit({ items, columns, cellWidth, rowHeight, onChange }: GridEditOptions) {
  const drag = useRef<Drag>(undefined);
  const [preview, setPreview] = useState<readonly PlacedItem[]>();
  const [draggedId, setDraggedId] = useState<string>();

  const end = () => {
    drag.current = undefined;
    setPreview(undefined);
    setDraggedId(undefined);
  };
  const changedBy = (all: readonly PlacedItem[], id: string, kind: EditKind, dx: number, dy: number) => {
    const item = all.find((each) => each.id === id);
    if (item === undefined) return all;
    const place =
      kind === 'move'
        ? { ...item, x: item.x + dx, y: item.y + dy }
        : { ...item, w: Math.min(item.w + dx, columns - item.x), h: item.h + dy };
    return placeItem(all, id, place, columns);
  };

  const handleProps = (id: string, kind: EditKind) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      drag.current = { id, kind, startX: event.clientX, startY: event.clientY + window.scrollY, items };
      setDraggedId(id);
      setPreview(items);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const now = drag.current;
      if (now === undefined || now.id !== id) return;
      const dx = Math.round((event.clientX - now.startX) / cellWidth);
      const dy = Math.round((event.clientY + window.scrollY - now.startY) / rowHeight);
      setPreview(changedBy(now.items, id, kind, dx, dy));
    },
    onPointerUp: () => {
      const changed = preview?.find((item) => item.id === id);
      if (preview !== undefined && changed !== undefined && drag.current !== undefined) onChange(preview, changed);
      end();
    },
    onPointerCancel: end,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key === 'Escape' && drag.current !== undefined) {
        event.stopPropagation();
        end();
      }
      const step = arrows[event.key];
      if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      const after = changedBy(items, id, kind, step[0], step[1]);
      const changed = after.find((item) => item.id === id);
      if (changed !== undefined) onChange(after, changed);
    },
  });
  return { items: preview ?? items, draggedId, handleProps };
}

export type HandleProps = ReturnType<ReturnType<typeof useGridEdit>['handleProps']>;
