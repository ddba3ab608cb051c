import { expect, test } from 'vitest';
import { scanImports } from './scan-imports.mjs';

const cases = [
  { name: 'a named import', source: "import { a } from './a.ts';", expected: [['./a.ts', 1, false]] },
  { name: 'a type import', source: "import type { A } from './a.ts';", expected: [['./a.ts', 1, true]] },
  { name: 'inline types alone', source: "import { type A, type B } from './a.ts';", expected: [['./a.ts', 1, true]] },
  {
    name: 'inline types beside a value',
    source: "import { type A, b } from './a.ts';",
    expected: [['./a.ts', 1, false]],
  },
  {
    name: 'an import over several lines',
    source: "\nimport {\n  a,\n  b,\n} from './a.ts';",
    expected: [['./a.ts', 2, false]],
  },
  { name: 'a namespace import', source: "import * as fs from 'node:fs';", expected: [['node:fs', 1, false]] },
  { name: 'an import for its effect', source: "import './a.ts';", expected: [['./a.ts', 1, false]] },
  { name: 'a dynamic import', source: "const a = await import('./a.ts');", expected: [['./a.ts', 1, false]] },
  { name: 'a re-export', source: "export { a } from './a.ts';", expected: [['./a.ts', 1, false]] },
  { name: 'a re-export of types', source: "export type { A } from './a.ts';", expected: [['./a.ts', 1, true]] },
  { name: 'a star re-export', source: "export * from './a.ts';", expected: [['./a.ts', 1, false]] },
  {
    name: 'two imports in file order',
    source: "import './b.ts';\nimport a from './a.ts';",
    expected: [
      ['./b.ts', 1, false],
      ['./a.ts', 2, false],
    ],
  },
  { name: 'nothing in a comment', source: "// import { a } from './a.ts';\n/*\nimport './b.ts';\n*/", expected: [] },
  { name: 'nothing in a template text', source: "const code = `\nimport './a.ts';\n`;", expected: [] },
  {
    name: 'nothing in a string that has a slash pair',
    source: "const url = 'http://x';\nimport './a.ts';",
    expected: [['./a.ts', 2, false]],
  },
  { name: 'nothing where a value is exported', source: 'export const a = 1;\nexport function from() {}', expected: [] },
] as const;

for (const { name, source, expected } of cases) {
  test(`scanImports finds ${name}`, () => {
    const found = scanImports(source).map(({ specifier, line, isTypeOnly }) => [specifier, line, isTypeOnly]);
    expect(found).toEqual(expected);
  });
}
