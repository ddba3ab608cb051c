/** Buckets of 10,000: from the first to before the second. */
export type BucketRange = readonly [from: number, to: number];

export const LAYER_BUCKETS = 10_000;

export const sizeOf = (ranges: readonly BucketRange[]): number =>
  ranges.reduce((sum, [from, to]) => sum + to - from, 0);

/** What nobody has, lowest first. */
export function freeRanges(taken: readonly BucketRange[]): BucketRange[] {
  const free: BucketRange[] = [];
  let at = 0;
  for (const [from, to] of taken.toSorted(([a], [b]) => a - b)) {
    if (from > at) free.push([at, from]);
    at = Math.max(at, to);
  }
  if (at < LAYER_BUCKETS) free.push([at, LAYER_BUCKETS]);
  return free;
}

/** The lowest range that holds all of them, else pieces from the lowest on; undefined when there are not enough. */
export function takeRanges(free: readonly BucketRange[], count: number): BucketRange[] | undefined {
  if (count <= 0) return [];
  if (sizeOf(free) < count) return undefined;
  const whole = free.find(([from, to]) => to - from >= count);
  if (whole !== undefined) return [[whole[0], whole[0] + count]];
  return firstOf(free, count);
}

/**
 * The ranges of one that has some already and wants `count` buckets. It keeps what it has, so that nobody is moved:
 * growing adds behind, shrinking gives back what was added last. Undefined when there are not enough.
 */
export function resizeRanges(
  own: readonly BucketRange[],
  others: readonly BucketRange[],
  count: number,
): BucketRange[] | undefined {
  if (count <= sizeOf(own)) return firstOf(own, count);
  const missing = count - sizeOf(own);
  const free = freeRanges([...others, ...own]);
  const end = own.at(-1)?.[1];
  const behind = free.filter(([from]) => from === end);
  const more = takeRanges([...behind, ...free.filter((range) => !behind.includes(range))], missing);
  return more && joined([...own, ...more]);
}

function firstOf(ranges: readonly BucketRange[], count: number): BucketRange[] {
  const first: BucketRange[] = [];
  let missing = count;
  for (const [from, to] of ranges) {
    if (missing <= 0) break;
    const end = Math.min(to, from + missing);
    first.push([from, end]);
    missing -= end - from;
  }
  return first;
}

/** Pieces that touch, in this order, are one. */
function joined(ranges: readonly BucketRange[]): BucketRange[] {
  const whole: BucketRange[] = [];
  for (const [from, to] of ranges) {
    const last = whole.at(-1);
    if (last !== undefined && last[1] === from) whole[whole.length - 1] = [last[0], to];
    else whole.push([from, to]);
  }
  return whole;
}
