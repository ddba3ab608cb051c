import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { flattenTypes } from './flatten-types.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lamppost-types-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (name: string, ...lines: string[]): string => {
  const file = join(folder, name);
  writeFileSync(file, `${lines.join('\n')}\n//# sourceMappingURL=${name}.map\n`);
  return file;
};

test('what the entry exports comes with what it needs, and with nothing else', () => {
  write(
    'a.d.ts',
    "import type { B } from './b.ts';",
    '/** An a. */',
    'export interface A {',
    '    b: B;',
    '}',
    'export interface Unused {}',
  );
  write('b.d.ts', "import type { Agent } from 'node:http';", 'export type B = Agent | Local;', 'interface Local {}');
  const entry = write('index.d.ts', "export type { A } from './a.ts';", 'export declare function make(): number;');
  expect(flattenTypes(entry)).toBe(
    [
      "import type { Agent } from 'node:http';",
      'interface Local {}',
      'type B = Agent | Local;',
      '/** An a. */',
      'interface A {',
      '    b: B;',
      '}',
      'declare function make(): number;',
      'export { A, make };',
      '',
    ].join('\n'),
  );
});

test('two things of one name, and names that are not there, are errors', () => {
  write('a.d.ts', "import type { Same } from './b.ts';", 'export interface A { same: Same }');
  write('b.d.ts', 'export interface Same {}');
  const twice = write(
    'twice.d.ts',
    "import type { A } from './a.ts';",
    'interface Same {}',
    'export interface X { a: A; same: Same }',
  );
  expect(() => flattenTypes(twice)).toThrow('Same is declared in');
  const missing = write('missing.d.ts', "export type { Nothing } from './a.ts';");
  expect(() => flattenTypes(missing)).toThrow('does not have Nothing');
});
