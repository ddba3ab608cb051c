export interface SparklinePath {
  readonly line: string;
  readonly area: string;
  /** From the last whole bucket to the one that is not over yet. */
  readonly incomplete: string | undefined;
  readonly last: { readonly x: number; readonly y: number } | undefined;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Room for the dot at the end and the width of the line. */
const INSET = 3;

export function sparklinePath(
  values: readonly (number | null)[],
  width: number,
  height: number,
  isLastIncomplete: boolean,
): SparklinePath {
  const known = values.filter((value): value is number => value !== null && Number.isFinite(value));
  if (known.length === 0) return { line: '', area: '', incomplete: undefined, last: undefined };
  const { min, max } = extentOf(known);
  const span = max - min || 1;
  const step = values.length > 1 ? (width - 2 * INSET) / (values.length - 1) : 0;
  const at = (value: number, index: number): Point => ({
    x: round(values.length > 1 ? INSET + index * step : width / 2),
    y: round(height - INSET - ((value - min) / span) * (height - 2 * INSET)),
  });
  const points = values.map((value, index) => (value === null || !Number.isFinite(value) ? null : at(value, index)));
  const whole = isLastIncomplete ? points.slice(0, -1) : points;
  const runs = runsOf(whole);
  const base = height - INSET;
  const before = whole.at(-1);
  const end = points.at(-1);
  return {
    line: runs.map((run) => `M${run.map(({ x, y }) => `${x} ${y}`).join('L')}`).join(''),
    area: runs
      .filter((run) => run.length > 1)
      .map((run) => `M${run[0]?.x} ${base}L${run.map(({ x, y }) => `${x} ${y}`).join('L')}L${run.at(-1)?.x} ${base}Z`)
      .join(''),
    incomplete: isLastIncomplete && before && end ? `M${before.x} ${before.y}L${end.x} ${end.y}` : undefined,
    last: end ?? undefined,
  };
}

/** From zero, but for values that hardly differ, such as rates close to 100 %: they would be a straight line. */
function extentOf(values: readonly number[]): { min: number; max: number } {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const isNear = low > 0 && high > low && (high - low) / high < 0.15;
  return isNear ? { min: low - (high - low) / 4, max: high } : { min: Math.min(0, low), max: Math.max(0, high) };
}

function runsOf(points: readonly (Point | null)[]): Point[][] {
  const runs: Point[][] = [];
  let run: Point[] = [];
  for (const point of [...points, null]) {
    if (point !== null) run.push(point);
    else if (run.length > 0) {
      runs.push(run);
      run = [];
    }
  }
  return runs;
}

const round = (value: number): number => Math.round(value * 100) / 100;
