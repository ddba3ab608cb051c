import { expect, test } from 'vitest';
import { diffJson } from './diff-json.ts';

test('the same is no line, whatever the order of its members', () => {
  expect(diffJson({ a: 1, b: [1, { c: 2 }] }, { b: [1, { c: 2 }], a: 1 })).toEqual([]);
});

test('a member that came, went or changed is a line with its way', () => {
  expect(diffJson({ a: 1, b: { c: 2 }, d: null }, { a: 1, b: { c: 3 }, e: false })).toEqual([
    { kind: 'changed', path: ['b', 'c'], before: 2, after: 3 },
    { kind: 'removed', path: ['d'], before: null },
    { kind: 'added', path: ['e'], after: false },
  ]);
});

test('a rule that is inserted is one line, since rules are known by their id', () => {
  const rules = [
    { id: 'a', name: 'pro', percentage: 50 },
    { id: 'b', name: 'staff', percentage: 100 },
  ];
  const inserted = [{ id: 'c', name: 'Sweden', percentage: 10 }, ...rules];
  expect(diffJson({ rules }, { rules: inserted })).toEqual([
    { kind: 'added', path: ['rules', 'Sweden'], after: inserted[0] },
  ]);
});

test('a changed order is reported once, beside what changed inside', () => {
  const before = [{ id: 'a' }, { id: 'b', percentage: 1 }];
  const after = [{ id: 'b', percentage: 2 }, { id: 'a' }];
  expect(diffJson(before, after)).toEqual([
    { kind: 'changed', path: ['1', 'percentage'], before: 1, after: 2 },
    { kind: 'moved', path: [], before: ['1', '2'], after: ['1', '2'] },
  ]);
});

test('plain lists tell what came and what went', () => {
  expect(diffJson({ tags: ['a', 'b'] }, { tags: ['b', 'c', 'd'] })).toEqual([
    { kind: 'removed', path: ['tags'], before: 'a' },
    { kind: 'added', path: ['tags'], after: ['c', 'd'] },
  ]);
  expect(diffJson({ tags: ['a', 'b'] }, { tags: ['b', 'a'] })).toEqual([
    { kind: 'changed', path: ['tags'], before: ['a', 'b'], after: ['b', 'a'] },
  ]);
});

test('a list whose things share an id is compared by place', () => {
  const twice = [{ id: 'a' }, { id: 'a' }];
  expect(diffJson(twice, [{ id: 'a' }])).toEqual([{ kind: 'removed', path: ['2'], before: { id: 'a' } }]);
});

test('another type is a change of the whole', () => {
  expect(diffJson({ value: { a: 1 } }, { value: [1] })).toEqual([
    { kind: 'changed', path: ['value'], before: { a: 1 }, after: [1] },
  ]);
});
