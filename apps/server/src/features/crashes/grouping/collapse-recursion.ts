/** Longer cycles than this are left as they are. */
const MAX_CYCLE_LENGTH = 12;

/**
 * Folds what repeats itself into one turn, so that the depth of a recursion does not matter. A turn is kept as it
 * stands at the outer end, where the recursion was entered; where that is not seen, in an order of its own, since the
 * frame that happens to be innermost is chance.
 */
export function collapseRecursion(keys: readonly string[]): readonly string[] {
  const turns: (readonly string[])[] = [];
  let at = 0;
  while (at < keys.length) {
    const run = findRun(keys, at);
    const end = at + run.length;
    const turn = keys.slice(end - run.period, end);
    const isOpen = run.length > run.period && end === keys.length;
    const kept = isOpen ? smallestRotation(turn) : turn;
    const last = turns.at(-1);
    // A stack that was trimmed in the middle of a recursion has two runs of it.
    if (last !== undefined && isRotation(last, kept)) turns.pop();
    turns.push(kept);
    at = end;
  }
  return turns.flat();
}

/** The shortest cycle that begins here and goes round at least twice; otherwise the one element. */
function findRun(keys: readonly string[], at: number): { readonly period: number; readonly length: number } {
  for (let period = 1; period <= MAX_CYCLE_LENGTH && at + 2 * period <= keys.length; period += 1) {
    let end = at;
    while (end + period < keys.length && keys[end] === keys[end + period]) end += 1;
    const length = end - at + period;
    if (length >= 2 * period) return { period, length };
  }
  return { period: 1, length: 1 };
}

const rotations = (turn: readonly string[]): readonly (readonly string[])[] =>
  turn.map((_, at) => [...turn.slice(at), ...turn.slice(0, at)]);

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((key, at) => key === other[at]);

const isRotation = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && rotations(one).some((turn) => isSame(turn, other));

const smallestRotation = (turn: readonly string[]): readonly string[] =>
  rotations(turn).reduce((best, next) => (next.join('\n') < best.join('\n') ? next : best));
