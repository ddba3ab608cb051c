import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isNestingWithin } from './nesting.ts';

const depthOf = (value: unknown): number =>
  typeof value !== 'object' || value === null ? 0 : 1 + Math.max(0, ...Object.values(value).map(depthOf));

test('32 levels pass and 33 do not', () => {
  expect(isNestingWithin(Buffer.from('['.repeat(32) + ']'.repeat(32)), 32)).toBe(true);
  expect(isNestingWithin(Buffer.from('['.repeat(33) + ']'.repeat(33)), 32)).toBe(false);
});

test('brackets inside texts do not count', () => {
  expect(isNestingWithin(Buffer.from(JSON.stringify(['[[[["\\"[[['])), 1)).toBe(true);
});

test('for any JSON the bytes tell the depth of the value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      const bytes = Buffer.from(JSON.stringify(value));
      const depth = depthOf(value);
      expect(isNestingWithin(bytes, depth)).toBe(true);
      if (depth > 0) expect(isNestingWithin(bytes, depth - 1)).toBe(false);
    }),
  );
});

test('a megabyte of brackets is refused in an instant', () => {
  const bytes = Buffer.alloc(1_048_576, '[');
  const start = performance.now();
  expect(isNestingWithin(bytes, 32)).toBe(false);
  expect(performance.now() - start).toBeLessThan(20);
});
