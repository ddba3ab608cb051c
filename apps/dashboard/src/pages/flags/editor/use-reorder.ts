import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';

export interface Reorder {
  /** The item that is being dragged, and where it would go. */
  readonly dragged: { readonly from: number; readonly to: number } | undefined;
  readonly listRef: React.RefObject<HTMLOListElement | null>;
  /** For the handle of an item: dragged with a pointer of any kind, moved with the arrow keys. */
  readonly handleProps: (index: number) => {
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerUp: () => void;
    readonly onPointerCancel: () => void;
    readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  };
}

const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** Changing the order of a list by hand. `onMove` is called once, when the item is let go. */
export function useReorder(count: number, onMove: (from: number, to: number, how: 'pointer' | 'key') => void): Reorder {
  const listRef = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<Reorder['dragged']>();
  const placeAt = (y: number): number => {
    const items = [...(listRef.current?.children ?? [])];
    const below = items.findIndex((item) => {
      const { top, height } = item.getBoundingClientRect();
      return y < top + height / 2;
    });
    return below === -1 ? items.length : below;
  };
  const handleProps: Reorder['handleProps'] = (index) => ({
    onPointerDown: (event) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDragged({ from: index, to: index });
    },
    onPointerMove: (event) => {
      if (dragged === undefined) return;
      const gap = placeAt(event.clientY);
      setDragged({ from: dragged.from, to: gap > dragged.from ? gap - 1 : gap });
    },
    onPointerUp: () => {
      if (dragged !== undefined && dragged.to !== dragged.from) onMove(dragged.from, dragged.to, 'pointer');
      setDragged(undefined);
    },
    onPointerCancel: () => setDragged(undefined),
    onKeyDown: (event) => {
      const to = event.key === 'Home' ? 0 : event.key === 'End' ? count - 1 : index + (steps[event.key] ?? Number.NaN);
      if (!(to >= 0 && to < count) || to === index) return;
      event.preventDefault();
      onMove(index, to, 'key');
    },
  });
  return { dragged, listRef, handleProps };
}
