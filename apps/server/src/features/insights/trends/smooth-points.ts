export interface Smoothing {
  readonly cumulative?: boolean | undefined;
  readonly movingAverage?: number | undefined;
}

/** Running totals, or averages of so many points of which each is the last; the first ones have fewer. */
export function smoothPoints(points: readonly number[], { cumulative, movingAverage }: Smoothing): readonly number[] {
  if (cumulative === true) {
    let total = 0;
    return points.map((value) => {
      total += value;
      return total;
    });
  }
  if (movingAverage === undefined) return points;
  return points.map((_, at) => {
    const window = points.slice(Math.max(0, at + 1 - movingAverage), at + 1);
    return window.reduce((sum, value) => sum + value, 0) / window.length;
  });
}
