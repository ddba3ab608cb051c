export interface GridRect {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export interface PlacedItem extends GridRect {
  readonly id: string;
}

/** What the API can keep. */
const LOWEST_Y = 1024;
const MAX_CELLS = 48;
const MIN_COLUMNS = 12;
const grids = [12, 24, 48] as const;

/** How many columns a dashboard has: what its layout says, but never fewer than its widgets need. */
export function columnsOf(layout: unknown, items: readonly GridRect[]): number {
  const said = (layout as { columns?: unknown } | null)?.columns;
  const wanted = typeof said === 'number' && Number.isInteger(said) ? said : MIN_COLUMNS;
  const needed = Math.max(wanted, ...items.map(({ x, w }) => x + w));
  return grids.find((columns) => columns >= needed) ?? MAX_CELLS;
}

/** The place with everything inside of the grid. */
function within({ x, y, w, h }: GridRect, columns: number): GridRect {
  const width = clamp(w, 1, columns);
  return {
    x: clamp(x, 0, columns - width),
    y: clamp(y, 0, LOWEST_Y),
    w: width,
    h: clamp(h, 1, MAX_CELLS),
  };
}

const clamp = (value: number, least: number, max: number): number => Math.max(least, Math.min(max, value));

export function overlap(a: GridRect, b: GridRect): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

/**
 * Puts one item at a place. Whatever it covers moves down just so far that it is free, and pushes on what it meets
 * there; everything else stays where it is.
 */
export function placeItem<T extends PlacedItem>(
  items: readonly T[],
  id: string,
  scope: GridRect,
  columns: number,
): T[] {
  const settled = new Map<string, GridRect>([[id, within(scope, columns)]]);
  const others = items.filter((item) => item.id !== id).toSorted(inReadingOrder);
  for (const item of others) settled.set(item.id, freePlace(within(item, columns), [...settled.values()]));
  return items.map((item) => ({ ...item, ...settled.get(item.id) }));
}

/** The same place, or the first below it that nothing covers. */
function freePlace(scope: GridRect, taken: readonly GridRect[]): GridRect {
  let free = scope;
  for (;;) {
    const inTheWay = taken.filter((other) => overlap(free, other));
    if (inTheWay.length === 0) return free;
    free = { ...free, y: Math.max(...inTheWay.map(({ y, h }) => y + h)) };
  }
}

/** Everything as far up as it goes, in the order in which it is read: no holes but those of the shapes. */
export function tidyUp<T extends PlacedItem>(items: readonly T[], columns: number): T[] {
  const settled = new Map<string, GridRect>();
  for (const item of items.toSorted(inReadingOrder)) {
    const scope = within(item, columns);
    const taken = [...settled.values()];
    let y = scope.y;
    while (y > 0 && !taken.some((other) => overlap({ ...scope, y: y - 1 }, other))) y -= 1;
    settled.set(item.id, freePlace({ ...scope, y }, taken));
  }
  return items.map((item) => ({ ...item, ...settled.get(item.id) }));
}

/** Where a new item of this size goes: the first free place from the top. */
export function placeForNew(items: readonly GridRect[], size: Pick<GridRect, 'w' | 'h'>, columns: number): GridRect {
  const w = Math.min(size.w, columns);
  const bottom = bottomOf(items);
  for (let y = 0; y < bottom; y += 1) {
    for (let x = 0; x + w <= columns; x += 1) {
      const place = { x, y, w, h: size.h };
      if (!items.some((item) => overlap(place, item))) return place;
    }
  }
  return within({ x: 0, y: bottom, w, h: size.h }, columns);
}

function bottomOf(items: readonly GridRect[]): number {
  return items.reduce((bottom, { y, h }) => Math.max(bottom, y + h), 0);
}

export function inReadingOrder(a: GridRect, b: GridRect): number {
  return a.y - b.y || a.x - b.x;
}

/** Those whose place is another one now. */
export function movedItems<T extends PlacedItem>(before: readonly T[], after: readonly T[]): readonly T[] {
  return after.filter((item) => {
    const was = before.find(({ id }) => id === item.id);
    return was === undefined || was.x !== item.x || was.y !== item.y || was.w !== item.w || was.h !== item.h;
  });
}
