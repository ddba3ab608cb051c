import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { findChromium, findHeadlessShell } from './tools/run/find-chromium.mjs';

const source = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Tests over HTTP import nothing of the server: in watch mode a change of a feature runs those of its folder. */
function testsOfFeature(feature: string): string[] {
  const folder = source(`apps/server/test/${feature}`);
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  return names.filter((name) => name.endsWith('.test.ts')).map((name) => `${folder}/${name}`);
}

/** Long runs take the browser as people have it. */
const chromium = process.env.LP_TORTURE === undefined ? findHeadlessShell() : findChromium();

const browsers: Record<string, string> =
  chromium === undefined ? {} : { LP_CHROMIUM: chromium, LP_CHROMIUM_WITH_WINDOWS: findChromium() ?? chromium };

/**
 * Where a machine names certificates, Node reads them at the start of every process, which takes as long as the rest of
 * the start. Tests start a thousand processes, and hardly any of them asks another machine.
 */
const { NODE_EXTRA_CA_CERTS = '' } = process.env;
const certificates = { NODE_EXTRA_CA_CERTS: '', LP_TEST_CERTIFICATES: NODE_EXTRA_CA_CERTS };

/** They set what is read once when a module is loaded. */
const alone = [
  'apps/server/src/analytics/duckdb/loading/ledger.test.ts',
  'apps/server/src/telemetry/fail-points.test.ts',
];

/** They run engines of others, here or in processes of their own. */
const engines = [
  'apps/server/src/{analytics,compose,engines}/**/*.test.ts',
  'apps/server/src/features/**/duckdb/**/*.test.ts',
  'apps/server/src/control/sqlite/*.test.ts',
];

/** They need servers of others, which vitest.scale-out.config.ts starts. */
const scaleOut = ['apps/server/test/scale-out/**', 'apps/server/src/**/*.scale-out.test.ts'];

/** Rare faults of disks and overload, which take minutes: in `npm run torture` only. */
const rare =
  process.env.LP_TORTURE === undefined
    ? ['apps/server/test/torture/{directory-gone,overload,start-without-disk}.test.ts']
    : [];

/** Processes are killed, files damaged or lost, disks filled, clocks moved, installations restored: `npm run test:faults`. */
const faults = [
  'apps/server/test/torture/**/*.test.ts',
  'apps/server/test/operations/{backup,data-of-earlier-versions,readiness,scheduled-backups,sigterm}.test.ts',
  'apps/server/test/delivery/{flags-through-restart,generation,lost-changes}.test.ts',
  'apps/server/test/collect/limits-over-restarts.test.ts',
  'apps/server/src/analytics/process/{growth,kill-store,rebuild-store}.test.ts',
  'apps/server/src/analytics/duckdb/{checkpoint/checkpoint-store,erasure/erasure-compactor,store-reopener}.test.ts',
];

/** The shortest last, so that no worker is left alone with a long one. */
const order = ['alone', 'faults', 'processes', 'servers', 'modules'];

/** A process is shared only with the next file: those of one project come one after the other. */
class ProjectByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project.name))].sort(
      (a, b) => order.indexOf(a) - order.indexOf(b),
    );
    return projects.flatMap((name) => sorted.filter(({ project }) => project.name === name));
  }
}

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
      { extends: true, test: { name: 'alone', include: alone } },
      { extends: true, test: { name: 'faults', include: faults, exclude: rare, isolate: false } },
      // Apart from the others, because engines of others may crash: that ends the file which runs then, and the next one
      // gets a new process. A process for each file loaded 500 modules of the server each time.
      {
        extends: true,
        test: {
          name: 'processes',
          include: ['apps/{cli,dashboard}/test/**/*.test.ts', 'tools/**/*.test.ts', ...engines],
          exclude: [...alone, ...scaleOut, ...faults],
          isolate: false,
        },
      },
      // They ask servers over HTTP and import nothing of them: what they have loaded serves the next one as well.
      {
        extends: true,
        test: {
          name: 'servers',
          include: ['apps/server/test/**/*.test.ts'],
          exclude: [...scaleOut, ...faults],
          isolate: false,
        },
      },
      // The rest shares processes and loaded modules: a new process for each file took twice the time of its tests.
      {
        extends: true,
        test: {
          name: 'modules',
          include: ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.ts', 'bench/src/**/*.test.ts'],
          exclude: [...alone, ...engines, ...scaleOut],
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
    setupFiles: process.env.LP_TORTURE_SEED === undefined ? [] : [source('tools/torture/seed-properties.ts')],
    globalSetup: source('tools/run/build-before-tests.mjs'),
    env: { ...browsers, ...certificates },
    pool: 'forks',
    // Short-lived objects of many tests end in the nursery: a twentieth less processor time.
    execArgv: ['--max-semi-space-size=32'],
    // Many tests wait for processes of their own: two cores have room for a third.
    maxWorkers: 3,
    sequence: { sequencer: ProjectByProject },
    // A net for what hangs, not a goal: machines may be several times slower than ours.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // Who asks more often takes the processor from the server that is asked.
    expect: { poll: { timeout: 60_000, interval: 100 } },
    reporters: ['default'],
  },
});
