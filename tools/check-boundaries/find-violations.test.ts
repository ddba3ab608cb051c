import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { findViolations } from './find-violations.mjs';
import { rules } from './rules.mjs';

const src = 'apps/server/src';
const manifests = {
  'package.json': '{"name": "root", "devDependencies": {"vitest": "1"}}',
  'apps/server/package.json':
    '{"name": "@lamppost/server", "dependencies": {"@lamppost/protocol": "1", "fastify": "1", "@duckdb/node-api": "1"}}',
  'packages/protocol/package.json': '{"name": "@lamppost/protocol", "devDependencies": {"typebox": "1"}}',
  'packages/sdk-core/package.json': '{"name": "@lamppost/sdk-core", "devDependencies": {"@lamppost/protocol": "1"}}',
};

/** A tree as small as these leaves most rows without a file, so dead ones are told apart. */
function violationsIn(files: Record<string, string>, isAboutDeadRows = false): string[] {
  const root = mkdtempSync(join(tmpdir(), 'boundaries-'));
  try {
    for (const [path, text] of Object.entries({ ...manifests, ...files })) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    const { violations } = findViolations(root, rules);
    return violations
      .filter(({ rule }) => (rule === 'dead') === isAboutDeadRows)
      .map(({ file, line, rule, message }) => `${file}:${line} [${rule}] ${message}`);
  } finally {
    rmSync(root, { recursive: true });
  }
}

const allowed = [
  {
    name: 'a folder that its row names',
    files: { 'collect/ingest/a.ts': "import { b } from '../../edge/b.ts';", 'edge/b.ts': '' },
  },
  {
    name: 'telemetry from anywhere',
    files: { 'engines/files/a.ts': "import { b } from '../../telemetry/b.ts';", 'telemetry/b.ts': '' },
  },
  { name: 'the protocol from anywhere', files: { 'analytics/a.ts': "import { b } from '@lamppost/protocol';" } },
  { name: 'built-in modules', files: { 'engines/a.ts': "import { crc32 } from 'node:zlib';" } },
  { name: 'settings from main.ts', files: { 'main.ts': "import { s } from './settings/s.ts';", 'settings/s.ts': '' } },
  {
    name: 'every feature and engine from compose',
    files: {
      'compose/a.ts': "import '../features/flags/duckdb/b.ts';\nimport '../features/flags/c.ts';",
      'features/flags/duckdb/b.ts': '',
      'features/flags/c.ts': '',
    },
  },
  {
    name: 'the spine from a feature',
    files: {
      'features/flags/a.ts': "import '../../http/request/b.ts';\nimport '../../control/c.ts';",
      'http/request/b.ts': '',
      'control/c.ts': '',
    },
  },
  {
    name: 'everything else of a feature inside it',
    files: { 'features/events/live/a.ts': "import '../schemas/b.ts';", 'features/events/schemas/b.ts': '' },
  },
  {
    name: 'what is asked, from how an engine runs it',
    files: { 'features/flags/duckdb/a.ts': "import '../queries/b.ts';", 'features/flags/queries/b.ts': '' },
  },
  {
    name: 'a public file of another feature',
    files: { 'features/delivery/a.ts': "import '../flags/flag-store.ts';", 'features/flags/flag-store.ts': '' },
  },
  { name: 'a driver where it belongs', files: { 'analytics/duckdb/loading/a.ts': "import '@duckdb/node-api';" } },
  {
    name: 'test tools, and every folder, in tests and contracts',
    files: {
      'edge/a.test.ts': "import 'vitest';\nimport '../features/flags/duckdb/c.ts';",
      'edge/b.contract.ts': "import 'vitest';",
      'features/flags/duckdb/c.ts': '',
    },
  },
  {
    name: 'SQL in statements and in the folder of an engine',
    files: {
      'features/flags/flag-statements.ts': "const FIND = statement({ sql: 'SELECT id FROM flags' });",
      'features/flags/duckdb/a.ts': 'const text = `\n  SELECT 1 FROM events`;',
      'features/flags/a.ts': "/** 'SELECT 1' */\nconst hint = 'Select a flag';",
    },
  },
  { name: 'a long test', files: { 'edge/a.test.ts': 'x;\n'.repeat(500) } },
  { name: 'exactly 400 lines', files: { 'edge/a.ts': 'x;\n'.repeat(400) } },
  {
    name: '25 files in a folder, and tests beside them',
    files: Object.fromEntries([...Array(30).keys()].map((n) => [n < 25 ? `edge/${n}.ts` : `edge/${n}.test.ts`, ''])),
  },
];

for (const { name, files } of allowed) {
  test(`allowed: ${name}`, () => {
    const placed = Object.fromEntries(Object.entries(files).map(([path, text]) => [`${src}/${path}`, text]));
    expect(violationsIn(placed)).toEqual([]);
  });
}

const forbidden = [
  {
    name: 'a folder that its row does not name',
    files: { [`${src}/engines/a.ts`]: "\nimport { b } from '../edge/b.ts';", [`${src}/edge/b.ts`]: '' },
    expected: [
      `${src}/engines/a.ts:2 [folders] engines may not import edge (../edge/b.ts). Allowed: telemetry, @lamppost/protocol (connections, transactions, files, threads: without a word of the product)`,
    ],
  },
  {
    name: 'the same by a type alone',
    files: {
      [`${src}/collect/loader/a.ts`]: "import type { B } from '../../analytics/b.ts';",
      [`${src}/analytics/b.ts`]: '',
    },
    expected: [expect.stringContaining('collect may not import analytics')],
  },
  {
    name: 'a feature from the spine',
    files: { [`${src}/http/server/a.ts`]: "import '../../features/flags/b.ts';", [`${src}/features/flags/b.ts`]: '' },
    expected: [expect.stringContaining('http may not import features/flags')],
  },
  {
    name: 'a file of another feature that is not public',
    files: { [`${src}/features/groups/a.ts`]: "import '../flags/b.ts';", [`${src}/features/flags/b.ts`]: '' },
    expected: [
      expect.stringContaining('[features] flags/b.ts is not one of the files of flags that other features may use'),
    ],
  },
  {
    name: 'SQL in the rules of a feature',
    files: { [`${src}/features/flags/flag-operations.ts`]: "\nconst FIND = 'SELECT id FROM flags';" },
    expected: [expect.stringContaining('flag-operations.ts:2 [sql] SQL does not belong here')],
  },
  {
    name: 'SQL that begins on the next line',
    files: { [`${src}/http/a.ts`]: 'const text = `\n  DELETE FROM flags`;' },
    expected: [expect.stringContaining('http/a.ts:1 [sql] SQL does not belong here')],
  },
  {
    name: 'the SQL of an engine from the rest of its feature',
    files: { [`${src}/features/flags/a.ts`]: "import './duckdb/b.ts';", [`${src}/features/flags/duckdb/b.ts`]: '' },
    expected: [expect.stringContaining('[features] queries in the SQL of duckdb are put together by compose')],
  },
  {
    name: 'an engine of the store from a feature',
    files: {
      [`${src}/features/flags/a.ts`]: "import '../../analytics/duckdb/b.ts';",
      [`${src}/analytics/duckdb/b.ts`]: '',
    },
    expected: [expect.stringContaining('features/flags may not import analytics/duckdb')],
  },
  {
    name: 'settings from anywhere but main and compose',
    files: { [`${src}/http/server/a.ts`]: "import { s } from '../../settings/s.ts';", [`${src}/settings/s.ts`]: '' },
    expected: [expect.stringContaining('http may not import settings')],
  },
  {
    name: 'a driver outside its place',
    files: { [`${src}/collect/loader/a.ts`]: "const duck = await import('@duckdb/node-api');" },
    expected: [
      expect.stringMatching(/\[drivers\] collect may not import @duckdb\/node-api. Allowed in: engines, analytics/),
    ],
  },
  {
    name: '26 files in a folder',
    files: Object.fromEntries([...Array(26).keys()].map((n) => [`${src}/edge/${n}.ts`, ''])),
    expected: [`${src}/edge:1 [size] 26 source files; a folder holds at most 25: split it by what changes together`],
  },
  {
    name: 'a folder that is not listed',
    files: { [`${src}/helpers/a.ts`]: '' },
    expected: [expect.stringMatching(/helpers\/a\.ts:1 \[listed\] no row of rules\.mjs covers this file/)],
  },
  {
    name: 'a workspace that is not listed',
    files: { 'packages/extra/src/a.ts': '', 'packages/extra/package.json': '{"name": "@lamppost/extra"}' },
    expected: [expect.stringMatching(/\[listed\] packages\/extra is not listed/)],
  },
  {
    name: 'a package that is not declared',
    files: { [`${src}/edge/a.ts`]: "import _ from 'lodash/fp';" },
    expected: [`${src}/edge/a.ts:1 [declared] lodash is not in the package.json of apps/server`],
  },
  {
    name: 'a test tool outside tests',
    files: { [`${src}/edge/a.ts`]: "import 'vitest';" },
    expected: [expect.stringContaining('[declared] vitest')],
  },
  {
    name: 'a test imported by what is no test',
    files: { [`${src}/edge/a.ts`]: "import './b.test.ts';", [`${src}/edge/b.test.ts`]: '' },
    expected: [expect.stringContaining('[tests] ./b.test.ts is a test')],
  },
  {
    name: 'another workspace by a path',
    files: {
      [`${src}/edge/a.ts`]: "import '../../../../packages/protocol/src/b.ts';",
      'packages/protocol/src/b.ts': '',
    },
    expected: [expect.stringMatching(/\[workspace\] .* leaves apps\/server/)],
  },
  {
    name: 'a package that a package may know by its types only',
    files: { 'packages/sdk-core/src/a.ts': "import { b } from '@lamppost/protocol';" },
    expected: [
      expect.stringContaining(
        '[workspace] packages/sdk-core may not import @lamppost/protocol. Allowed: nothing; types of @lamppost/protocol',
      ),
    ],
  },
  {
    name: 'a cycle of types',
    files: {
      [`${src}/edge/a.ts`]: "import type { B } from './b.ts';",
      [`${src}/edge/b.ts`]: "import type { A } from './a.ts';",
    },
    expected: [`${src}/edge/a.ts:1 [cycle] import cycle: ${src}/edge/a.ts → ${src}/edge/b.ts → ${src}/edge/a.ts`],
  },
  {
    name: 'SQL in a page of the dashboard',
    files: {
      'apps/dashboard/package.json': '{"name": "@lamppost/dashboard"}',
      'apps/dashboard/src/pages/overview/a.ts': "\nconst sql = 'SELECT count(*) FROM events';",
      'apps/dashboard/src/pages/overview/a.test.ts': "const sql = 'SELECT count(*) FROM events';",
      'apps/dashboard/src/pages/explore/sql-examples.ts': "const sql = 'SELECT count(*) FROM events';",
    },
    expected: [
      'apps/dashboard/src/pages/overview/a.ts:2 [sql] SQL does not belong here: pages ask routes, whose queries are written for each engine of the store',
    ],
  },
  {
    name: 'a file of 401 lines',
    files: { [`${src}/edge/a.ts`]: 'x;\n'.repeat(401) },
    expected: [`${src}/edge/a.ts:401 [size] 401 lines; at most 400 are allowed: split by what changes together`],
  },
];

for (const { name, files, expected } of forbidden) {
  test(`refused: ${name}`, () => expect(violationsIn(files as unknown as Record<string, string>)).toEqual(expected));
}

test('refused: a place for SQL that has none', () => {
  expect(violationsIn({ [`${src}/edge/a.ts`]: '' }, true)).toContain(
    'tools/check-boundaries/rules.mjs:1 [dead] apps/dashboard/src /^pages\\/explore\\/sql-examples\\.ts$/ may hold SQL, and nothing there does',
  );
});

test('refused: a row that covers no file, one that names no folder, and a public file that nobody uses', () => {
  const dead = violationsIn({ [`${src}/edge/a.ts`]: '' }, true);
  expect(dead).toContain('tools/check-boundaries/rules.mjs:1 [dead] the row collect covers no file');
  expect(dead).toContain('tools/check-boundaries/rules.mjs:1 [dead] the row edge names control, which is no folder');
  expect(dead).toContain(
    'tools/check-boundaries/rules.mjs:1 [dead] flags/flag-store.ts is public, and no other feature uses it',
  );
});
