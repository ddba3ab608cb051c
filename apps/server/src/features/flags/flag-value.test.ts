import { expect, test } from 'vitest';
import { Unacceptable } from '../../control/control-errors.ts';
import type { ValueType } from '../../edge/targeting-rules.ts';
import { checkFlagValue, defaultValueOf } from './flag-value.ts';

const types: readonly ValueType[] = ['boolean', 'string', 'number', 'json'];
const values: readonly [value: unknown, type: ValueType | undefined][] = [
  [true, 'boolean'],
  ['', 'string'],
  [-1.5, 'number'],
  [{ a: null }, 'json'],
  [[1, 'x'], 'json'],
  [null, undefined],
  [undefined, undefined],
  [Number.POSITIVE_INFINITY, undefined],
  [Number.NaN, undefined],
];
for (const [value, type] of values) {
  for (const each of types) {
    test(`${JSON.stringify(value)} (${String(value)}) ${each === type ? 'is' : 'is not'} a ${each} value`, () => {
      const check = () => checkFlagValue(value, each, 'rules.0.value');
      if (each === type) check();
      else expect(check).toThrow(expect.objectContaining({ field: 'rules.0.value' }));
    });
  }
}

test('the default of each type is a value of it', () => {
  for (const type of types) checkFlagValue(defaultValueOf(type), type, 'default_value');
});

test('a value has at most 64 KiB as JSON, in bytes', () => {
  checkFlagValue('x'.repeat(65_534), 'string', 'value');
  expect(() => checkFlagValue('x'.repeat(65_535), 'string', 'value')).toThrow(Unacceptable);
  expect(() => checkFlagValue('ü'.repeat(40_000), 'string', 'value')).toThrow(Unacceptable);
});
