export interface SparklinePath {
  readonly line: string;
  readonly area: string;
  /** To the buckets at the ends that the range has only a part of. */
  readonly incomplete: string | undefined;
  readonly last: { readonly x: number; readonly y: number } | undefined;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

export interface IncompleteEnds {
  readonly isFirstIncomplete?: boolean | undefined;
  readonly isLastIncomplete?: boolean | undefined;
}

/** Room for the dot at the end and the width of the line. */
const INSET = 3;

export function sparklinePath(
  values: readonly (number | null)[],
  width: number,
  height: number,
  { isFirstIncomplete = false, isLastIncomplete = false }: IncompleteEnds = {},
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
  const hasHead = isFirstIncomplete && points.length > 1;
  const runs = runsOf(points.slice(hasHead ? 1 : 0, isLastIncomplete ? -1 : undefined));
  const base = height - INSET;
  const pieces = [...(hasHead ? [points.slice(0, 2)] : []), ...(isLastIncomplete ? [points.slice(-2)] : [])];
  const incomplete = pieces.flatMap(([one, other]) =>
    one && other ? [`M${one.x} ${one.y}L${other.x} ${other.y}`] : [],
  );
  return {
    line: runs.map((run) => `M${run.map(({ x, y }) => `${x} ${y}`).join('L')}`).join(''),
    area: runs
      .filter((run) => run.length > 1)
      .map((run) => `M${run[0]?.x} ${base}L${run.map(({ x, y }) => `${x} ${y}`).join('L')}L${run.at(-1)?.x} ${base}Z`)
      .join(''),
    incomplete: incomplete.length === 0 ? undefined : incomplete.join(''),
    last: points.at(-1) ?? undefined,
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
