import { torture } from '../torture/torture.mjs';
import { becomeServer } from './become-server.mjs';
import { benchStep, sdkStep, tool } from './build-steps.mjs';
import {
  browserTests,
  documentCheck,
  faultTests,
  lintSteps,
  scaleOutTests,
  screenshotsStep,
  typeSteps,
  unitTests,
} from './check-steps.mjs';
import { runShown } from './child.mjs';
import { takeDemoOptions } from './demo.mjs';
import { dev } from './dev.mjs';
import { ensureBuilt, ensureDemoData, ensureProduct, ensureSdks } from './ensure-built.mjs';
import { ensureChromium } from './ensure-chromium.mjs';
import { ensureEngines, ensurePeers } from './ensure-engines.mjs';
import { ensureInstalled, requireInstalled } from './ensure-installed.mjs';
import { example } from './example.mjs';
import { inRepository } from './paths.mjs';
import { runChecks, runStep } from './run-steps.mjs';

/** @typedef {{ sentence: string, run: (args: readonly string[]) => Promise<number | void> }}  Command */

async function prepare() {
  await ensureInstalled();
  await ensureBuilt();
}

/** @param {readonly string[]} args of `lamppost serve`, and those of the demo */
async function start(args) {
  const { demo, serverArgs } = takeDemoOptions(args, process.env);
  await prepare();
  // The server hands them out.
  await ensureSdks();
  await ensureProduct();
  if (demo !== undefined) await ensureDemoData();
  await becomeServer(serverArgs, demo);
}

/** @param {string} program @param {readonly string[]} args */
async function bench(program, args) {
  await prepare();
  await ensureSdks();
  await ensureProduct();
  if (args.includes('peers') || args.includes('all')) await ensurePeers();
  await runStep(benchStep);
  return (await runShown({ command: process.execPath, args: [program, ...args] })).code;
}

/**
 * Types come first: they also build what the tests start beside the server, such as the demo data.
 * @param {readonly string[]} args which tests; all of them without any, and the browser tests only then
 */
const allChecks = (args) => [
  ...typeSteps,
  sdkStep,
  ...lintSteps,
  documentCheck,
  unitTests(args),
  ...(args.length === 0 ? [browserTests('jobs')] : []),
];

/** @type {Record<string, Command | undefined>} */
export const commands = {
  start: {
    sentence:
      'installs and builds what is missing, then runs the server; -- --demo with the data of an invented product',
    run: start,
  },
  test: {
    sentence:
      'installs, builds, then runs the checks and tests; not those of test:faults, test:pages and test:scale-out',
    run: async (args) => {
      await prepare();
      await ensureChromium();
      return runChecks(allChecks(args));
    },
  },
  'test:faults': {
    sentence: 'runs the tests that kill processes, damage files, fill disks and restore installations',
    run: async () => {
      await prepare();
      return runChecks([faultTests]);
    },
  },
  'test:pages': {
    sentence:
      'looks at every page of the dashboard: both themes, a phone, loaded again, without data, with hostile data',
    run: async () => {
      await prepare();
      await ensureChromium();
      return runChecks([browserTests('every page')]);
    },
  },
  'test:scale-out': {
    sentence:
      'runs the tests with PostgreSQL, Redis and ClickHouse, which it starts; -- --short leaves out what takes long',
    run: async (args) => {
      await prepare();
      await ensureEngines();
      const isShort = args.includes('--short');
      const chosen = args.filter((arg) => arg !== '--short');
      if (!isShort) process.env.LP_SCALE_OUT = 'full';
      return runChecks([scaleOutTests(isShort ? ['--project', 'scale-out', ...chosen] : chosen)]);
    },
  },
  dev: {
    sentence: 'runs the server and the dashboard, and shows every change',
    run: async (args) => {
      await prepare();
      return dev(args);
    },
  },
  build: {
    sentence: 'builds the server and the dashboard',
    run: async () => {
      await prepare();
      return 0;
    },
  },
  sdks: {
    sentence: 'builds the SDKs as they are published',
    run: async () => {
      await ensureInstalled();
      await ensureSdks();
      return 0;
    },
  },
  example: {
    sentence: 'runs an app of examples with a Lamppost of its own: -- vanilla',
    run: example,
  },
  check: {
    sentence: 'types, lint and tests, without installing anything',
    run: async (args) => {
      requireInstalled();
      await ensureBuilt();
      return runChecks(allChecks(args));
    },
  },
  lint: {
    sentence: 'format, lint, import boundaries, unused files, links of the documents',
    run: async () => {
      requireInstalled();
      return runChecks(lintSteps);
    },
  },
  bench: {
    sentence: 'measures, each scenario beside its reference; -- --save writes docs/performance.md',
    run: (args) => bench('bench/dist/main.js', args),
  },
  'bench:compare': {
    sentence: 'measures this version and another one in turn: -- <revision>',
    run: (args) => bench('bench/dist/compare/main.js', args),
  },
  torture: {
    sentence:
      'kills, damage, overload and random requests, as long as can be, and writes docs/reliability.md; -- <scenarios> --seed <n> --scale short, or paths of tests to run long',
    run: async (args) => {
      await prepare();
      // Property tests and simulations have long runs too, but no row in the table.
      if (!args.some((arg) => arg.includes('/'))) return torture(args);
      process.env.LP_TORTURE = 'long';
      return (await runShown(tool('vitest', 'run', ...args))).code;
    },
  },
  'demo-data': {
    sentence: 'fills a running server with the data of an invented product',
    run: async (args) => {
      await prepare();
      await ensureDemoData();
      return (await runShown({ command: process.execPath, args: ['packages/demo-data/dist/command/main.js', ...args] }))
        .code;
    },
  },
  screenshots: {
    sentence: 'takes the pictures of the documents anew',
    run: async () => {
      await prepare();
      await ensureDemoData();
      return (await runShown(screenshotsStep)).code;
    },
  },
  fixtures: {
    sentence: 'makes the fixtures of this version: what it stores, for later versions to open',
    run: async (args) => {
      await prepare();
      await ensureSdks();
      await ensureChromium();
      return (await runShown({ command: process.execPath, args: ['tools/make-fixtures/main.mjs', ...args] })).code;
    },
  },
  pack: {
    sentence: 'packs what people install: dist/lamppost-<version>.tgz and the SDKs',
    run: async () => {
      await prepare();
      await ensureSdks();
      return (await runShown({ command: process.execPath, args: ['tools/pack/main.mjs'] })).code;
    },
  },
  release: {
    sentence: 'bumps versions, writes the changelog and packs everything; -- --dry-run changes nothing',
    run: async (args) => {
      await prepare();
      await ensureSdks();
      return (await runShown({ command: process.execPath, args: ['tools/release/main.mjs', ...args] })).code;
    },
  },
  restore: {
    sentence: 'makes a new data directory of a backup: -- --from <backup> --data-dir <directory>',
    run: async (args) => {
      await prepare();
      const entry = inRepository('apps/server/dist/main.js');
      return (await runShown({ command: process.execPath, args: [entry, 'restore', ...args] })).code;
    },
  },
  generate: {
    sentence: 'writes the generated documents anew',
    run: async () => {
      await prepare();
      return (await runShown({ command: process.execPath, args: ['tools/generate/main.mjs'] })).code;
    },
  },
};

/** @param {string} asked */
export function usage(asked) {
  const lines = Object.entries(commands).map(([name, command]) => `  npm run ${name.padEnd(14)} ${command?.sentence}`);
  return [asked === '' ? 'Which command?' : `There is no command "${asked}".`, '', ...lines].join('\n');
}
