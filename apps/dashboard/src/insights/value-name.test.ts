import { expect, test } from 'vitest';
import { isRest, nameOfValue, valueOfName } from './value-name.ts';

for (const value of ['pro', '', '(none)', '(other)', '"(none)"', '"(other)', '(nobody)', '"pro"']) {
  test(`a value ${value} comes back from its name, which is not that of the rest`, () => {
    expect(valueOfName(nameOfValue(value))).toBe(value);
    expect(isRest(nameOfValue(value))).toBe(false);
  });
}

test('only what could be taken for the rest has quotes', () => {
  expect(['pro', '(none)', '"(none)"'].map(nameOfValue)).toEqual(['pro', '"(none)"', '""(none)""']);
});
