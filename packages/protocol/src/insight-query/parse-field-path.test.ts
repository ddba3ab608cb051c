import { expect, test } from 'vitest';
import { parseFieldPath } from './parse-field-path.ts';

const long = 'k'.repeat(128);

const paths: Readonly<Record<string, readonly (readonly string[])[]>> = {
  plan: [['plan']],
  'http.status_code': [['http.status_code'], ['http', 'status_code']],
  'a.b.c.d.e': [['a.b.c.d.e'], ['a', 'b', 'c', 'd', 'e']],
  '"a.b"': [['a.b']],
  '"a.b".c': [['a.b', 'c']],
  'a."b.c"': [['a', 'b.c']],
  '"a".b': [['a', 'b']],
  '"a"."b"': [['a', 'b']],
  '"a.b.c.d.e.f"': [['a.b.c.d.e.f']],
  '""': [['']],
  'a.""': [['a', '']],
  '"say ""hi"""': [['say "hi"']],
  '""""': [['"']],
  'five"inch': [['five"inch']],
  '"; DROP TABLE events': [['"; DROP TABLE events']],
  '"a': [['"a']],
  '"a"b': [['"a"b']],
  '"a.b': [['"a.b'], ['"a', 'b']],
  '"a"b.c': [['"a"b.c'], ['"a"b', 'c']],
  '"': [['"']],
  'a.five"': [['a.five"'], ['a', 'five"']],
  'with space.größe\n': [['with space.größe\n'], ['with space', 'größe\n']],
  [long]: [[long]],
  [`"${'""'.repeat(128)}"`]: [['"'.repeat(128)]],
};

for (const [path, readings] of Object.entries(paths)) {
  test(`parseFieldPath: ${JSON.stringify(path).slice(0, 60)}`, () => {
    expect(parseFieldPath(`event_properties.${path}`)).toEqual({ root: 'event_properties', readings });
    expect(parseFieldPath(`event_context.${path}`)).toEqual({ root: 'event_context', readings });
  });
}

const noPaths = ['', '.', '.a', 'a.', 'a..b', 'a.b.c.d.e.f', '"a".', '"a"..b', `${long}k`, `a.${long}k`, `"${long}k"`];
for (const path of noPaths) {
  test(`parseFieldPath: no path is ${JSON.stringify(path).slice(0, 60)}`, () =>
    expect(parseFieldPath(`event_properties.${path}`)).toBeUndefined());
}

for (const field of [
  '',
  'plan',
  'event_properties',
  'event_propertiesx.a',
  'properties.a',
  '.a',
  'platform',
  '__proto__.a',
])
  test(`parseFieldPath: no root is ${JSON.stringify(field)}`, () => expect(parseFieldPath(field)).toBeUndefined());
