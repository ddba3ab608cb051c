import type { NotEnoughData } from '../not-enough-data.ts';

/** To nine digits, of the expected value itself where that is small. */
export function expectClose(value: number, expected: number, tolerance = 1e-9): void {
  const error = Math.abs(value - expected) / Math.max(Number.MIN_VALUE, Math.min(1, Math.abs(expected)));
  if (!(error < tolerance)) throw new Error(`${value} instead of ${expected}, an error of ${error}`);
}

export function expectOk<T extends { readonly kind: 'ok' }>(result: T | NotEnoughData): T {
  if (result.kind !== 'ok') throw new Error(`not enough data: ${result.reason}`);
  return result;
}
