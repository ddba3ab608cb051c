import { tool, typeStep } from './build-steps.mjs';
import { failedInPlaywright, failedInReport, failedInVitest } from './failed-tests.mjs';
import { inRepository } from './paths.mjs';

/** @typedef {import('./run-steps.mjs').Step} Step */

/** @type {readonly Step[]} */
export const lintSteps = [
  {
    title: 'Lint and format (biome)',
    ...tool('biome', 'ci', '--error-on-warnings'),
    hint: '`npx biome check --write` repairs most of it.',
  },
  {
    title: 'Import boundaries',
    command: process.execPath,
    args: ['tools/check-boundaries/main.mjs'],
    hint: 'The rules are in tools/check-boundaries/rules.mjs.',
  },
  {
    title: 'Unused files and dependencies (knip)',
    ...tool('knip'),
    hint: 'Remove what nobody uses, or name it as an entry in knip.json.',
  },
  {
    title: 'Links of the documents',
    command: process.execPath,
    args: ['tools/check-links/main.mjs'],
    hint: 'A file was moved or removed: correct the link.',
  },
];

/** @type {readonly Step[]} */
export const typeSteps = [
  typeStep,
  { title: 'Types of tools', ...tool('tsc', '-p', 'tools'), hint: 'The lines above name file and line.' },
];

/** Needs a build. @type {Step} */
export const documentCheck = {
  title: 'Generated documents',
  command: process.execPath,
  args: ['tools/generate/main.mjs', '--check'],
  hint: '`npm run generate` writes them anew.',
};

const vitestReport = '.stamps/vitest.json';
const faultReport = '.stamps/faults.json';
const playwrightReport = '.stamps/playwright.json';
const scaleOutReport = '.stamps/scale-out.json';

/** @param {string} report @param {readonly string[]} args */
const vitest = (report, args) =>
  tool('vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...args);

/**
 * Without paths, all but the fault tests, which are a step of their own.
 * @param {readonly string[]} args passed on to vitest
 * @returns {Step}
 */
export const unitTests = (args) => ({
  title: 'Tests (vitest)',
  ...vitest(vitestReport, args.length === 0 ? ['--project', '!faults'] : args),
  isShown: true,
  failures: () => failedInReport(vitestReport, failedInVitest),
  hint: '`npx vitest run <path>` runs one file.',
});

/** @type {Step} */
export const faultTests = {
  title: 'Fault tests (vitest)',
  ...vitest(faultReport, ['--project', 'faults']),
  isShown: true,
  failures: () => failedInReport(faultReport, failedInVitest),
  hint: '`npx vitest run <path>` runs one file.',
};

/**
 * Needs the programs of PostgreSQL and Redis.
 * @param {readonly string[]} args passed on to vitest
 * @returns {Step}
 */
export const scaleOutTests = (args) => ({
  title: 'Tests of scale-out (vitest)',
  ...vitest(scaleOutReport, ['--config', 'vitest.scale-out.config.ts', ...args]),
  isShown: true,
  failures: () => failedInReport(scaleOutReport, failedInVitest),
  hint: '`npx vitest run --config vitest.scale-out.config.ts <path>` runs one file.',
});

/**
 * Needs a build, and Chromium.
 * @param {'jobs' | 'every page'} project of Playwright: what people do, or a look at every page
 * @returns {Step}
 */
export const browserTests = (project) => ({
  title: `Browser tests: ${project} (playwright)`,
  ...tool(
    'playwright',
    'test',
    ...['--config', 'apps/dashboard/playwright.config.ts', '--reporter=list,json', '--project', project],
  ),
  env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: inRepository(playwrightReport) },
  isShown: true,
  failures: () => failedInReport(playwrightReport, failedInPlaywright),
  hint: '`npx playwright test --config apps/dashboard/playwright.config.ts <part of a name> --trace on` shows one.',
});

/** Needs a build, and Chromium. It is no check, but the same browser and the same harness take the pictures. @type {Step} */
export const screenshotsStep = {
  title: 'Pictures (playwright)',
  ...tool('playwright', 'test', '--config', 'apps/dashboard/test/screenshots/playwright.config.ts'),
  isShown: true,
  hint: 'The pages are named in apps/dashboard/test/screenshots/take-screenshots.ts.',
};
