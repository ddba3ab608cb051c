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

function violationsIn(files: Record<string, string>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'boundaries-'));
  try {
    for (const [path, text] of Object.entries({ ...manifests, ...files })) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    const { violations } = findViolations(root, rules);
    return violations.map(({ file, line, rule, message }) => `${file}:${line} [${rule}] ${message}`);
  } finally {
    rmSync(root, { recursive: true });
  }
}

const allowed = [
  {
    name: 'a folder that its row names',
    files: { 'ingest/a.ts': "import { b } from '../event-log/b.ts';", 'event-log/b.ts': '' },
  },
  {
    name: 'telemetry from anywhere',
    files: { 'event-log/a.ts': "import { b } from '../telemetry/b.ts';", 'telemetry/b.ts': '' },
  },
  { name: 'the protocol from anywhere', files: { 'analytics/a.ts': "import { b } from '@lamppost/protocol';" } },
  { name: 'built-in modules', files: { 'event-log/a.ts': "import { crc32 } from 'node:zlib';" } },
  { name: 'settings from main.ts', files: { 'main.ts': "import { s } from './settings/s.ts';", 'settings/s.ts': '' } },
  {
    name: 'every adapter from compose.ts',
    files: {
      'compose.ts': "import './adapters/embedded/store-process/a.ts';",
      'adapters/embedded/store-process/a.ts': '',
    },
  },
  {
    name: 'what all control folders share',
    files: { 'control/keys/a.ts': "import { T } from '../errors.ts';", 'control/errors.ts': '' },
  },
  {
    name: 'types of another control folder',
    files: { 'control/keys/a.ts': "import type { T } from '../projects/b.ts';", 'control/projects/b.ts': '' },
  },
  { name: 'a driver in its adapter', files: { 'adapters/embedded/duckdb-store/a.ts': "import '@duckdb/node-api';" } },
  {
    name: 'test tools in tests and contracts',
    files: { 'ingest/a.test.ts': "import 'vitest';", 'event-log/b.contract.ts': "import 'vitest';" },
  },
  {
    name: "a port's contract in an adapter's test",
    files: {
      'adapters/embedded/file/a.test.ts': "import '../../../event-log/b.contract.ts';",
      'event-log/b.contract.ts': '',
    },
  },
  {
    name: 'in tests what a row grants to tests',
    files: { 'control/keys/a.contract.ts': "import type { B } from '../../snapshot/b.ts';", 'snapshot/b.ts': '' },
  },
  { name: 'a long test', files: { 'ingest/a.test.ts': 'x;\n'.repeat(500) } },
  { name: 'exactly 400 lines', files: { 'ingest/a.ts': 'x;\n'.repeat(400) } },
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
    files: { [`${src}/event-log/a.ts`]: "\nimport { b } from '../ingest/b.ts';", [`${src}/ingest/b.ts`]: '' },
    expected: [
      `${src}/event-log/a.ts:2 [folders] event-log may not import ingest (../ingest/b.ts). Allowed: telemetry, @lamppost/protocol (a port and a format)`,
    ],
  },
  {
    name: 'the same by a type alone',
    files: { [`${src}/analytics/a.ts`]: "import type { B } from '../loader/b.ts';", [`${src}/loader/b.ts`]: '' },
    expected: [expect.stringContaining('analytics may not import loader')],
  },
  {
    name: 'a value where only types are allowed',
    files: { [`${src}/snapshot/a.ts`]: "import { b } from '../control/keys/b.ts';", [`${src}/control/keys/b.ts`]: '' },
    expected: [expect.stringMatching(/snapshot may not import control\/keys .*types of control\/\*/)],
  },
  {
    name: 'settings from anywhere but main and compose',
    files: { [`${src}/http/a.ts`]: "import { s } from '../settings/s.ts';", [`${src}/settings/s.ts`]: '' },
    expected: [expect.stringContaining('http may not import settings')],
  },
  {
    name: 'an adapter from a part',
    files: {
      [`${src}/ingest/a.ts`]: "import '../adapters/embedded/file/b.ts';",
      [`${src}/adapters/embedded/file/b.ts`]: '',
    },
    expected: [expect.stringContaining('ingest may not import adapters/embedded/file')],
  },
  {
    name: 'one adapter from another',
    files: { [`${src}/adapters/embedded/a/a.ts`]: "import '../b/b.ts';", [`${src}/adapters/embedded/b/b.ts`]: '' },
    expected: [expect.stringContaining('adapters/embedded/a may not import adapters/embedded/b')],
  },
  {
    name: "an adapter in the tests of a port's folder",
    files: {
      [`${src}/event-log/a.test.ts`]: "import '../adapters/embedded/file/b.ts';",
      [`${src}/adapters/embedded/file/b.ts`]: '',
    },
    expected: [expect.stringContaining('event-log may not import adapters/embedded/file')],
  },
  {
    name: 'a driver outside its adapter',
    files: { [`${src}/loader/a.ts`]: "const duck = await import('@duckdb/node-api');" },
    expected: [
      expect.stringMatching(
        /\[drivers\] loader may not import @duckdb\/node-api. Allowed in: adapters\/embedded\/duckdb-store/,
      ),
    ],
  },
  {
    name: 'elsewhere what a row grants to tests',
    files: {
      [`${src}/control/keys/a.ts`]: "import type { B } from '../../snapshot/b.ts';",
      [`${src}/snapshot/b.ts`]: '',
    },
    expected: [expect.stringContaining('control/keys may not import snapshot')],
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
    files: { [`${src}/ingest/a.ts`]: "import _ from 'lodash/fp';" },
    expected: [`${src}/ingest/a.ts:1 [declared] lodash is not in the package.json of apps/server`],
  },
  {
    name: 'a test tool outside tests',
    files: { [`${src}/ingest/a.ts`]: "import 'vitest';" },
    expected: [expect.stringContaining('[declared] vitest')],
  },
  {
    name: 'a test imported by what is no test',
    files: { [`${src}/ingest/a.ts`]: "import './b.test.ts';", [`${src}/ingest/b.test.ts`]: '' },
    expected: [expect.stringContaining('[tests] ./b.test.ts is a test')],
  },
  {
    name: 'another workspace by a path',
    files: {
      [`${src}/ingest/a.ts`]: "import '../../../../packages/protocol/src/b.ts';",
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
      [`${src}/ingest/a.ts`]: "import type { B } from './b.ts';",
      [`${src}/ingest/b.ts`]: "import type { A } from './a.ts';",
    },
    expected: [
      `${src}/ingest/a.ts:1 [cycle] import cycle: ${src}/ingest/a.ts → ${src}/ingest/b.ts → ${src}/ingest/a.ts`,
    ],
  },
  {
    name: 'a file of 401 lines',
    files: { [`${src}/ingest/a.ts`]: 'x;\n'.repeat(401) },
    expected: [`${src}/ingest/a.ts:401 [size] 401 lines; at most 400 are allowed: split by what changes together`],
  },
];

for (const { name, files, expected } of forbidden) {
  test(`refused: ${name}`, () => expect(violationsIn(files as unknown as Record<string, string>)).toEqual(expected));
}
