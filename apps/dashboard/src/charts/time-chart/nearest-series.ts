export interface SeriesPoint {
  readonly name: string;
  /** How far below the top of the plot it is drawn. */
  readonly y: number;
}

/** The series that a click is about: the nearest line, or the piece of a stack that it is in. */
export function nearestSeries(points: readonly SeriesPoint[], y: number, isStacked: boolean): string | undefined {
  if (isStacked) {
    const above = points.filter((point) => point.y <= y).sort((a, b) => b.y - a.y);
    const top = [...points].sort((a, b) => a.y - b.y);
    return (above[0] ?? top[0])?.name;
  }
  return [...points].sort((a, b) => Math.abs(a.y - y) - Math.abs(b.y - y))[0]?.name;
}
