import { expect, test } from 'vitest';
import { PropertiesProfile } from './properties-profile.ts';

function profileOf(...events: readonly (object | null)[]): PropertiesProfile {
  const profile = new PropertiesProfile();
  for (const properties of events) profile.add(properties === null ? null : JSON.stringify(properties));
  return profile;
}

test('a property has its types, examples and the share of events that carry it, the most common first', () => {
  const profile = profileOf({ a: 1, b: 'x' }, { b: 'y' }, { b: null, a: '1' }, null);
  expect(profile.sampled).toBe(4);
  expect(profile.properties()).toEqual([
    { name: 'b', path: ['b'], types: ['null', 'string'], examples: ['x', 'y'], coverage: 75 },
    { name: 'a', path: ['a'], types: ['number', 'string'], examples: [1, '1'], coverage: 50 },
  ]);
});

test('members of objects are named by their path, three levels deep', () => {
  const names = profileOf({ a: { b: { c: { d: 1 } }, list: [{ x: 1 }] } })
    .properties()
    .map(({ name, types }) => `${name}: ${types}`);
  expect(names).toEqual(['a: object', 'a.b: object', 'a.b.c: object', 'a.list: array']);
});

test('a key with a dot and a member of the same text are two properties, named so that each is found', () => {
  const paths = profileOf({ 'a.b': 1, a: { b: 2, 'c.d': 3 }, 'e.f': 4 })
    .properties()
    .map(({ name, path }) => [name, path]);
  expect(Object.fromEntries(paths)).toEqual({
    a: ['a'],
    '"a.b"': ['a.b'],
    '"a".b': ['a', 'b'],
    'a."c.d"': ['a', 'c.d'],
    'e.f': ['e.f'],
  });
});

test('examples are few, different and short', () => {
  const profile = profileOf(...Array.from({ length: 20 }, (_, index) => ({ n: index % 7, same: true })), {
    long: 'x'.repeat(300),
    list: Array.from({ length: 200 }, () => 1),
  });
  const byName = new Map(profile.properties().map((property) => [property.name, property.examples]));
  expect(byName.get('n')).toEqual([0, 1, 2, 3, 4]);
  expect(byName.get('same')).toEqual([true]);
  expect(byName.get('long')).toEqual(['x'.repeat(100)]);
  expect(byName.get('list')).toEqual([]);
});

test('however many keys there are, the profile stays small', () => {
  const profile = new PropertiesProfile();
  for (let event = 0; event < 20; event += 1) {
    profile.add(JSON.stringify(Object.fromEntries(Array.from({ length: 250 }, (_, key) => [`${event}-${key}`, 1]))));
  }
  expect(profile.properties()).toHaveLength(500);
});

test('names that objects have by themselves are names like any other', () => {
  const profile = new PropertiesProfile();
  profile.add('{"__proto__":{"constructor":1},"toString":2}');
  expect(profile.properties().map(({ name }) => name)).toEqual(['__proto__', '__proto__.constructor', 'toString']);
});
