import { expect, test } from 'vitest';
import { valueRange } from './value-range.ts';

const none = { references: [], yMax: undefined, isNear: false };

test('an axis begins at zero and ends at a round number', () => {
  expect(valueRange({ ...none, min: 12, max: 87 })).toEqual([0, 100]);
  expect(valueRange({ ...none, min: -3, max: 8 })).toEqual([-4, 8]);
  expect(valueRange({ ...none, min: null, max: null })).toEqual([0, 1]);
  expect(valueRange({ ...none, min: 1, max: 3, references: [5] })).toEqual([0, 5]);
});

test('near its values it begins below the lowest, so that a rate close to 100 % can be read', () => {
  const near = { ...none, isNear: true, yMax: 100 };
  const [low, high] = valueRange({ ...near, min: 98.6, max: 99.8 });
  expect(high).toBe(100);
  expect(low).toBeCloseTo(98.6, 5);
  expect(valueRange({ ...near, min: 100, max: 100 })).toEqual([99, 100]);
  expect(valueRange({ ...near, min: 99, max: 99.5, references: [98.91] })[0]).toBeLessThanOrEqual(98.91);
});
