import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { findChromium } from './tools/run/find-chromium.mjs';

const source = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Tests over HTTP import nothing of the server: in watch mode a change of a feature runs those of its folder. */
function testsOfFeature(feature: string): string[] {
  const folder = source(`apps/server/test/${feature}`);
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  return names.filter((name) => name.endsWith('.test.ts')).map((name) => `${folder}/${name}`);
}

const chromium = findChromium();

/** They run engines of others, which would end all that shares their process, or set what is read once when a module is loaded. */
const alone = [
  'apps/server/src/{analytics,compose,engines}/**/*.test.ts',
  'apps/server/src/features/**/duckdb/**/*.test.ts',
  'apps/server/src/control/sqlite/*.test.ts',
  'apps/server/src/telemetry/fail-points.test.ts',
];

/** They need servers of others: `npm run test:scale-out`. */
const scaleOut = ['apps/server/test/scale-out/**', 'apps/server/src/**/*.scale-out.test.ts'];

export default defineConfig({
  // SDKs are published as bundles; tests of the repository take their sources.
  resolve: {
    alias: [
      { find: /^@lamppost\/node$/, replacement: source('packages/sdk-node/src/index.ts') },
      { find: /^@lamppost\/browser$/, replacement: source('packages/sdk-browser/src/index.ts') },
      { find: /^@lamppost\/react$/, replacement: source('packages/sdk-react/src/index.ts') },
      { find: /^@lamppost\/react-native\/mock$/, replacement: source('packages/sdk-react-native/src/mock.ts') },
      { find: /^@lamppost\/openfeature\/(.+)$/, replacement: source('packages/openfeature/src/$1.ts') },
    ],
  },
  test: {
    projects: [
      // Each file in a process of its own.
      {
        extends: true,
        test: {
          name: 'processes',
          include: ['apps/*/test/**/*.test.ts', 'tools/**/*.test.ts', ...alone],
          exclude: scaleOut,
        },
      },
      // The rest shares processes and loaded modules: a new process for each file took twice the time of its tests.
      {
        extends: true,
        test: {
          name: 'modules',
          include: ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.ts'],
          exclude: [...alone, ...scaleOut],
          isolate: false,
        },
      },
    ],
    watchTriggerPatterns: [
      {
        pattern: /apps\/server\/src\/features\/(\w+)\/.*(?<!\.test|\.contract)\.ts$/,
        testsToRun: (_path, [, feature]) => testsOfFeature(feature ?? ''),
      },
    ],
    globalSetup: source('tools/run/build-before-tests.mjs'),
    env: chromium === undefined ? {} : { LP_CHROMIUM: chromium },
    pool: 'forks',
    // Many tests wait for processes of their own: two cores have room for a third.
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: ['default'],
  },
});
