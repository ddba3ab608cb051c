import { expect, test } from 'vitest';
import { checkPrerequisites, type NeededFlag } from './check-prerequisites.ts';

/** `a: 'b c'`: a needs b and c. */
function graph(edges: Readonly<Record<string, string>>): Map<string, NeededFlag> {
  const flags = new Map<string, NeededFlag>();
  for (const [key, needs] of Object.entries(edges)) {
    const prerequisites = needs === '' ? [] : needs.split(' ').map((flag) => ({ flag, value: true }));
    flags.set(key, { key, valueType: 'boolean', isArchived: key === 'old', prerequisites });
  }
  return flags;
}
const check = (edges: Readonly<Record<string, string>>, needs: string, value: unknown = true) => {
  const wanted = needs === '' ? [] : needs.split(' ').map((flag) => ({ flag, value }));
  return () => checkPrerequisites('a', wanted, graph(edges));
};

test('flags that are there can be needed', () => {
  expect(check({ b: '', c: 'b' }, 'b c')).not.toThrow();
  expect(check({ b: '' }, '')).not.toThrow();
});

const refused: readonly [name: string, edges: Record<string, string>, needs: string, message: string][] = [
  ['a flag that needs itself', { b: '' }, 'a', 'a → a is a cycle.'],
  ['two flags', { b: 'a' }, 'b', 'a → b → a is a cycle.'],
  ['a longer way round', { b: 'c', c: 'd', d: 'a' }, 'b', 'a → b → c → d → a is a cycle.'],
  ['an unknown flag', { b: '' }, 'x', '"a" needs "x", which does not exist.'],
  ['an archived flag', { old: '' }, 'old', '"a" needs "old", which is archived.'],
  ['the same flag twice', { b: '' }, 'b b', '"b" is named twice.'],
  [
    'a long chain below',
    { b: 'c', c: 'd', d: 'e', e: 'f', f: 'g', g: '' },
    'b',
    'a → b → c → d → e → f → g: at most 5 flags can need each other in a row.',
  ],
  [
    'a long chain above',
    { v: 'w', w: 'x', x: 'y', y: 'z', z: 'a', b: '' },
    'b',
    'v → w → x → y → z → a → b: at most 5 flags can need each other in a row.',
  ],
];
for (const [name, edges, needs, message] of refused) {
  test(`refused: ${name}`, () => expect(check(edges, needs)).toThrow(message));
}

test('as many as are allowed in a row', () => {
  expect(check({ b: 'c', c: 'd', d: 'e', e: 'f', f: '' }, 'b')).not.toThrow();
});

test('the value is one of the needed flag', () => {
  expect(check({ b: '' }, 'b', 'yes')).toThrow(expect.objectContaining({ field: 'prerequisites.0.value' }));
});

test('ten at most, and a wide graph is checked quickly', () => {
  const keys = Array.from({ length: 11 }, (_, index) => `f${index}`);
  expect(check(Object.fromEntries(keys.map((key) => [key, ''])), keys.join(' '))).toThrow('at most 10');
  // Five layers of ten, each needing all of the next: a million paths.
  const layer = (level: number) => Array.from({ length: 10 }, (_, index) => `l${level}_${index}`);
  const edges: Record<string, string> = {};
  for (let level = 0; level < 4; level += 1) for (const key of layer(level)) edges[key] = layer(level + 1).join(' ');
  for (const key of layer(4)) edges[key] = '';
  const begin = performance.now();
  expect(check(edges, layer(0).join(' '))).not.toThrow();
  expect(performance.now() - begin).toBeLessThan(2_000);
});
