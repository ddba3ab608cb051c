import { expect } from 'vitest';
import type { NotEnoughData } from '../not-enough-data.ts';

/** To nine digits, of the expected value itself where that is small. */
export function expectClose(value: number, expected: number, tolerance = 1e-9): void {
  const error = Math.abs(value - expected) / Math.max(Number.MIN_VALUE, Math.min(1, Math.abs(expected)));
  expect(error, `${value} instead of ${expected}`).toBeLessThan(tolerance);
}

export function expectOk<T extends { readonly kind: 'ok' }>(result: T | NotEnoughData): T {
  expect(result).toMatchObject({ kind: 'ok' });
  return result as T;
}
