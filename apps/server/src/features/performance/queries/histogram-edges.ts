export interface Spread {
  readonly min: number;
  readonly max: number;
  readonly p50: number;
  readonly p99: number;
}

export interface HistogramEdges {
  readonly scale: 'linear' | 'log';
  /** Ascending, where buckets begin; the last one has no end. */
  readonly edges: readonly number[];
}

const WANTED_BUCKETS = 30;
/** From here on most buckets of equal width would hold nothing. */
const LONG_TAIL = 8;
const STEPS = [1, 2, 5, 10];
/** Round numbers that stand about equally far apart on a logarithmic scale. */
const LOG_STEPS = [1, 1.25, 1.6, 2, 2.5, 3.2, 4, 5, 6.3, 8];
const SMALLEST = 1e-3;
const DIGITS = 12;

/**
 * Where the buckets of a histogram begin. What lies above the 99th percentile shares the last bucket, since one absurd
 * value would press all others into the first. Long tails get a logarithmic scale, everything else a linear one.
 */
export function histogramEdges({ min, max, p50, p99 }: Spread): HistogramEdges {
  const top = p99 > min ? p99 : max;
  const isLongTail = p50 > 0 && top / p50 >= LONG_TAIL;
  return isLongTail
    ? { scale: 'log', edges: logEdges(Math.max(min, p50 / 1000, SMALLEST), top) }
    : { scale: 'linear', edges: linearEdges(min, top) };
}

function linearEdges(min: number, top: number): readonly number[] {
  if (!(top > min)) return [min];
  // Values that differ only behind the digits that edges have are in one bucket or two.
  const width = roundUp(Math.max((top - min) / WANTED_BUCKETS, top / 10 ** (DIGITS - 1)));
  if (width === 0) return [min];
  const first = Math.floor(min / width);
  const last = Math.ceil(top / width);
  return Array.from({ length: last - first + 1 }, (_, at) => tidy((first + at) * width));
}

function logEdges(bottom: number, top: number): readonly number[] {
  const edges: number[] = [0];
  for (let exponent = Math.floor(Math.log10(bottom)); ; exponent += 1) {
    for (const step of LOG_STEPS) {
      const edge = tidy(step * 10 ** exponent);
      const next = tidy(edge * 1.25);
      if (next > bottom) edges.push(edge);
      if (edge >= top) return edges;
    }
  }
}

/** The next number above of the form 1, 2 or 5 times a power of ten. */
function roundUp(width: number): number {
  if (!(width > 0)) return 0;
  const power = 10 ** Math.floor(Math.log10(width));
  return tidy(power * (STEPS.find((step) => step * power >= width) ?? 10));
}

/** Without the last digits, which come from computing with fractions of two. */
const tidy = (value: number): number => Number(value.toPrecision(DIGITS));
