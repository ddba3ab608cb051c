import { type Attempt, type AttemptRules, findAttempt, type Reached } from './find-attempt.ts';
import type { PersonRows } from './person-rows.ts';

export interface PersonAttempt extends Attempt {
  /** The breakdown's value at the last step that counts. */
  readonly lastValue: number;
}

/** Each value that is held constant is followed by itself, and the best attempt counts. */
export function bestAttempt(rules: AttemptRules, rows: PersonRows): PersonAttempt | undefined {
  let best: PersonAttempt | undefined;
  for (let from = 0, to = 0; from < rows.size; from = to) {
    while (to < rows.size && rows.hold[to] === rows.hold[from]) to++;
    const found = findAttempt(rules, rows.moments(from, to));
    if (found === undefined) continue;
    const attempt = { ...found, lastValue: valueAtEnd(rules, rows, from, to, found) };
    best = best === undefined ? attempt : bestOf(best, attempt);
  }
  return best;
}

/** Of several events at that moment, the smallest value. */
function valueAtEnd({ order, steps }: AttemptRules, rows: PersonRows, from: number, to: number, { times }: Attempt) {
  const bits = order === 'any' ? 2 ** steps - 1 : 1 << (times.length - 1);
  const endMs = times.at(-1);
  let smallest = Number.POSITIVE_INFINITY;
  for (let row = from; row < to; row++) {
    const isEnd = rows.atMs[row] === endMs && ((rows.done[row] as number) & bits) !== 0;
    if (isEnd) smallest = Math.min(smallest, rows.value[row] as number);
  }
  return smallest;
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
