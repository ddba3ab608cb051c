import { expect, test } from 'vitest';
import { healthOf } from './health-of.ts';

const cases = [
  { name: 'nothing goes wrong', crashFree: 100, errors: 0, expected: { status: 'healthy', score: 100 } },
  { name: 'at the line for crashes', crashFree: 98.91, errors: null, expected: { status: 'healthy', score: 85 } },
  { name: 'over the line', crashFree: 98, errors: null, expected: { status: 'degraded', score: 74.6 } },
  { name: 'three times the line', crashFree: 96.73, errors: 0, expected: { status: 'degraded', score: 60 } },
  { name: 'one session in twenty', crashFree: 95, errors: 0, expected: { status: 'critical', score: 44.6 } },
  { name: 'everything crashes', crashFree: 0, errors: 100, expected: { status: 'critical', score: 0 } },
  { name: 'a hundredth of requests fails', crashFree: 100, errors: 1, expected: { status: 'healthy', score: 100 } },
  { name: 'a fifth of requests fails', crashFree: 100, errors: 20, expected: { status: 'degraded', score: 60 } },
  { name: 'both add up', crashFree: 98.91, errors: 3, expected: { status: 'degraded', score: 77.5 } },
] as const;
for (const { name, crashFree, errors, expected } of cases) {
  test(`healthOf: ${name}`, () => expect(healthOf(50, crashFree, errors)).toEqual(expected));
}

test('healthOf: with few sessions or none it is unknown', () => {
  expect(healthOf(49, 100, 0)).toEqual({ status: 'unknown', score: null });
  expect(healthOf(0, null, 3)).toEqual({ status: 'unknown', score: null });
});
