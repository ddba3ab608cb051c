export interface SeriesPoint {
  readonly name: string;
  /** How far below the top of the plot it is drawn: in a stack the end of its piece. */
  readonly y: number;
}

/** The nearest line, or with the height of its zero line the piece of a stack that is clicked. */
export function nearestSeries(points: readonly SeriesPoint[], y: number, stackedFrom?: number): string | undefined {
  if (stackedFrom === undefined) {
    return [...points].sort((a, b) => Math.abs(a.y - y) - Math.abs(b.y - y))[0]?.name;
  }
  const pieces = points.filter((point) => point.y !== stackedFrom).sort((a, b) => a.y - b.y);
  const below = pieces.filter((point) => point.y > stackedFrom);
  const isBelow = y > stackedFrom && below.length > 0;
  if (isBelow) return (below.find((point) => point.y >= y) ?? below.at(-1))?.name;
  const above = pieces.filter((point) => point.y < stackedFrom);
  return (above.findLast((point) => point.y <= y) ?? above[0] ?? below[0])?.name;
}
