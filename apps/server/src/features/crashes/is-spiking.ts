const MIN_REPORTS = 10;
/** How unlikely an hour must be. */
const MOST_LIKELY = 1e-4;

/**
 * Whether the last hour has far more reports than hours usually have: at least ten, and so many that a Poisson process
 * with the median of the hours before would show them in less than one hour of ten thousand.
 */
export function isSpiking(lastHour: number, hoursBefore: readonly number[]): boolean {
  return lastHour >= MIN_REPORTS && poissonTail(lastHour, medianOf(hoursBefore)) < MOST_LIKELY;
}

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (sorted.length === 0) return 0;
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** The probability of at least `count` where `mean` are expected. */
export function poissonTail(count: number, mean: number): number {
  if (count <= 0) return 1;
  if (mean <= 0) return 0;
  if (count <= mean) return 1 - sumBelow(count, mean);
  let term = probabilityOf(count, mean);
  let sum = 0;
  for (let next = count; term > sum * 1e-16 && term > 0; next += 1) {
    sum += term;
    term *= mean / (next + 1);
  }
  return sum;
}

function sumBelow(count: number, mean: number): number {
  let term = probabilityOf(count - 1, mean);
  let sum = 0;
  for (let next = count - 1; next >= 0 && term > sum * 1e-16; next -= 1) {
    sum += term;
    term *= next / mean;
  }
  return Math.min(1, sum);
}

const probabilityOf = (count: number, mean: number): number =>
  Math.exp(count * Math.log(mean) - mean - logFactorial(count));

/** Stirling's series; exact sums where it is not good enough. */
function logFactorial(n: number): number {
  if (n < 16) return Array.from({ length: n }, (_, at) => Math.log(at + 1)).reduce((sum, term) => sum + term, 0);
  return n * Math.log(n) - n + Math.log(2 * Math.PI * n) / 2 + 1 / (12 * n) - 1 / (360 * n ** 3);
}
