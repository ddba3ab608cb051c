import { expect, test } from 'vitest';
import { childPath, flattenJson, type JsonLine, openAtFirst, previewOf, ROOT_PATH } from './flatten-json.ts';

const all = (value: unknown, ...open: string[]): JsonLine[] =>
  flattenJson(value, { open: new Set([ROOT_PATH, ...open]), shown: new Map() });

test('only what is open has lines below it', () => {
  const value = { a: 1, b: { c: [true] } };
  expect(flattenJson(value, { open: new Set(), shown: new Map() })).toHaveLength(1);
  expect(all(value).map((line) => line.path)).toEqual(['$', 'a', 'b']);
  expect(all(value, 'b', 'b.c').map((line) => line.path)).toEqual(['$', 'a', 'b', 'b.c', 'b.c[0]']);
});

test('a path can be pasted into code', () => {
  expect(childPath('$', 'plan')).toBe('plan');
  expect(childPath('$', 0)).toBe('[0]');
  expect(childPath('properties', 'odd name')).toBe('properties["odd name"]');
  expect(childPath('a[0]', '__proto__')).toBe('a[0].__proto__');
  expect(childPath('a', '"]; alert(1); ["')).toBe('a["\\"]; alert(1); [\\""]');
});

test('of many children a hundred are shown, the rest waits behind one line', () => {
  const lines = all(Array.from({ length: 12_345 }, (_, index) => index));
  expect(lines).toHaveLength(102);
  expect(lines.at(-1)?.hiddenCount).toBe(12_245);
  const more = flattenJson([...Array(250).keys()], { open: new Set([ROOT_PATH]), shown: new Map([[ROOT_PATH, 200]]) });
  expect(more.at(-1)?.hiddenCount).toBe(50);
});

test('a value that is deeper than any call stack can be opened to the bottom', () => {
  let deep: unknown = 1;
  const open = new Set<string>();
  for (let level = 0; level < 20_000; level += 1) deep = { i: deep };
  let path = ROOT_PATH;
  for (let level = 0; level < 2_000; level += 1) {
    open.add(path);
    path = childPath(path, 'i');
  }
  expect(flattenJson(deep, { open, shown: new Map() })).toHaveLength(2_001);
});

test('at first the upper levels are open, as long as they are few', () => {
  expect([...openAtFirst({ a: { b: { c: 1 } } }, 2)]).toEqual(['$', 'a']);
  const wide = Object.fromEntries(Array.from({ length: 90 }, (_, index) => [`k${index}`, { a: 1, b: 2, c: 3 }]));
  expect([...openAtFirst(wide, 3)]).toEqual(['$']);
  expect([...openAtFirst('text', 2)]).toEqual([]);
});

test('a closed value says what is in it', () => {
  const [line] = flattenJson({ a: 1, b: 2, c: 3, d: 4, e: 5 }, { open: new Set(), shown: new Map() });
  expect(previewOf(line as JsonLine)).toBe('{ a, b, c, d, … 1 more }');
  const [empty] = flattenJson([], { open: new Set(), shown: new Map() });
  expect(previewOf(empty as JsonLine)).toBe('[]');
});
