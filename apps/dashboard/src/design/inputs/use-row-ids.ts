import { useRef } from 'react';

export interface RowIds {
  readonly ids: readonly number[];
  /** Told before the rows themselves change, so that each row keeps its id. */
  readonly moved: (from: number, to: number) => void;
  readonly removed: (index: number) => void;
}

/** Ids for rows that have none of their own: focus and half-typed text stay with a row when it moves. */
export function useRowIds(length: number): RowIds {
  const state = useRef({ ids: [] as number[], next: 0 });
  const { current } = state;
  while (current.ids.length < length) {
    current.ids.push(current.next);
    current.next += 1;
  }
  current.ids.length = length;
  return {
    ids: current.ids,
    moved: (from, to) => {
      current.ids = movedItem(current.ids, from, to);
    },
    removed: (index) => {
      current.ids = current.ids.filter((_, at) => at !== index);
    },
  };
}

export function movedItem<T>(items: readonly T[], from: number, to: number): T[] {
  const moved = [...items];
  moved.splice(to, 0, ...moved.splice(from, 1));
  return moved;
}
