export interface LabelledPlace {
  readonly label: string;
  readonly x: number;
}

export type SpreadLabel<Place> = Place & {
  readonly labelX: number;
  /** Labels that would touch stand in different rows, 0 is the top. */
  readonly row: number;
  readonly anchor: 'start' | 'end';
};

const CHARACTER_PX = 6.6;
const VALUE_CHARACTERS = 8;

/** Labels beside their lines, on the side that has room, in the first row that is free. */
export function spreadLabels<Place extends LabelledPlace>(
  places: readonly Place[],
  width: number,
): SpreadLabel<Place>[] {
  const rows: { from: number; to: number }[][] = [];
  return places
    .toSorted((a, b) => a.x - b.x)
    .map((scope) => {
      const size = (scope.label.length + VALUE_CHARACTERS) * CHARACTER_PX;
      const isEnd = scope.x + size > width;
      const from = isEnd ? scope.x - 4 - size : scope.x + 4;
      const to = from + size;
      let row = rows.findIndex((taken) => taken.every((other) => to < other.from || from > other.to));
      if (row < 0) row = rows.push([]) - 1;
      rows[row]?.push({ from, to });
      return { ...scope, row, labelX: isEnd ? scope.x - 4 : scope.x + 4, anchor: isEnd ? 'end' : 'start' };
    });
}
