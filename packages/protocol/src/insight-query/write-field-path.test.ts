import { expect, test } from 'vitest';
import { readingsOf } from './parse-field-path.ts';
import { writeFieldPath } from './write-field-path.ts';

type Case = readonly [keys: readonly string[], others: readonly (readonly string[])[], written: string];

const cases: Readonly<Record<string, Case>> = {
  'a key': [['plan'], [], 'plan'],
  'a key with a dot': [['http.status'], [['http']], 'http.status'],
  'a member': [['http', 'status'], [['http']], 'http.status'],
  'a key with a dot beside a member of the same text': [['a.b'], [['a', 'b']], '"a.b"'],
  'a member beside a key of the same text': [['a', 'b'], [['a.b']], '"a".b'],
  'a member with a dot of an object': [['req', 'http.status'], [], 'req."http.status"'],
  'a member of an object with a dot': [['http.req', 'status'], [], '"http.req".status'],
  'a key of more parts than a path has levels': [['a.b.c.d.e.f'], [], '"a.b.c.d.e.f"'],
  'a key that begins with a quote': [['"a'], [], '"a'],
  'a key in quotes': [['"a"'], [], '"""a"""'],
  'a key with a quote inside': [['five"inch'], [], 'five"inch'],
  'an empty key': [[''], [], '""'],
  'a key of dots': [['..'], [], '".."'],
  'a key that ends with a dot': [['a.'], [], '"a."'],
};

for (const [name, [keys, others, written]] of Object.entries(cases)) {
  test(`writeFieldPath: ${name}`, () => {
    const all = [keys, ...others].map((path) => JSON.stringify(path));
    const isPath = (path: readonly string[]): boolean => all.includes(JSON.stringify(path));
    expect(writeFieldPath(keys, isPath)).toBe(written);
    expect(readingsOf(written)?.find(isPath)).toEqual(keys);
  });
}
