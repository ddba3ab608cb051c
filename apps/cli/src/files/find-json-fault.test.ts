import { expect, test } from 'vitest';
import { findJsonFault } from './find-json-fault.ts';

const faults: readonly [text: string, at: number][] = [
  ['', 0],
  ['{"a": 1,}', 8],
  ['{"a" 1}', 4],
  ['[1, 2', 5],
  ['{\n  "codegen": [\n}\n', 17],
  ['{"a": "cut', 6],
  ['nul', 0],
  ['1 2', 2],
  ["{'a': 1}", 1],
];
for (const [text, at] of faults) {
  test(`${JSON.stringify(text)} stops being JSON at ${at}`, () => {
    expect(() => JSON.parse(text)).toThrow();
    expect(findJsonFault(text)).toBe(at);
  });
}

test('what JSON.parse takes has no fault', () => {
  for (const text of [' {"a": [1, -2.5e3, "x\\u00e9\\n", true, null, {}], "b": []} ', '0', '"x"']) {
    expect(JSON.parse(text)).toBeDefined();
    expect(findJsonFault(text)).toBeUndefined();
  }
});
