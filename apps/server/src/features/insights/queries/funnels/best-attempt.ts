import { type Attempt, type AttemptRules, findAttempt, type Reached } from './find-attempt.ts';

/** One event of a person, as far as a funnel needs it. */
export interface FunnelRow {
  readonly atMs: number;
  /** Bits of steps, then of exclusions. */
  readonly done: number;
  /** Which value the field that is held constant has; 0 when none is. */
  readonly hold: number;
  /** The breakdown's value as its place in the order of values. */
  readonly value: number;
  /** By column of what is compared: which candidate it is, from 1; 0 for none. */
  readonly codes: readonly number[];
}

export interface PersonAttempt extends Attempt {
  /** The breakdown's value at the last step that counts. */
  readonly lastValue: number;
}

/** Rows of a person by `hold`, in the order of moments: each value is followed by itself, and the best one counts. */
export function bestAttempt(rules: AttemptRules, rows: readonly FunnelRow[]): PersonAttempt | undefined {
  let best: PersonAttempt | undefined;
  for (let from = 0, to = 0; from < rows.length; from = to) {
    const { hold } = rows[from] as FunnelRow;
    while (to < rows.length && rows[to]?.hold === hold) to++;
    const group = rows.slice(from, to);
    const found = findAttempt(rules, momentsOf(group));
    if (found === undefined) continue;
    const attempt = { ...found, lastValue: valueAtEnd(rules, group, found) };
    best = best === undefined ? attempt : bestOf(best, attempt);
  }
  return best;
}

function momentsOf(rows: readonly FunnelRow[]): { atMs: number; done: number }[] {
  const moments: { atMs: number; done: number }[] = [];
  for (const { atMs, done } of rows) {
    const last = moments.at(-1);
    if (last?.atMs === atMs) last.done |= done;
    else moments.push({ atMs, done });
  }
  return moments;
}

/** Of several events at that moment, the smallest value. */
function valueAtEnd({ order, steps }: AttemptRules, rows: readonly FunnelRow[], { times }: Attempt): number {
  const bits = order === 'any' ? 2 ** steps - 1 : 1 << (times.length - 1);
  const endMs = times.at(-1);
  return Math.min(...rows.filter(({ atMs, done }) => atMs === endMs && (done & bits) !== 0).map(({ value }) => value));
}

function bestOf(a: PersonAttempt, b: PersonAttempt): PersonAttempt {
  const better = isBetter(b, a) ? b : a;
  const deeper = a.times.length > b.times.length ? a : b;
  const reached = deeper.reached.map((_, step) => earlier(a.reached[step], b.reached[step]));
  return { ...better, reached };
}

/** Further, or as far and earlier; then with later steps; then with the smaller value. */
function isBetter(a: PersonAttempt, b: PersonAttempt): boolean {
  if (a.times.length !== b.times.length) return a.times.length > b.times.length;
  const last = a.times.length - 1;
  if (a.times[last] !== b.times[last]) return (a.times[last] ?? 0) < (b.times[last] ?? 0);
  for (let step = last - 1; step >= 0; step--) {
    if (a.times[step] !== b.times[step]) return (a.times[step] ?? 0) > (b.times[step] ?? 0);
  }
  return a.lastValue < b.lastValue;
}

function earlier(a: Reached | undefined, b: Reached | undefined): Reached {
  if (a === undefined || b === undefined) return (a ?? b) as Reached;
  if (a.atMs !== b.atMs) return a.atMs < b.atMs ? a : b;
  return a.tookMs <= b.tookMs ? a : b;
}
