import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tool } from '../run/build-steps.mjs';
import { runShown } from '../run/child.mjs';

/**
 * @typedef {object} TestRun
 * @property {number} code
 * @property {number} tests that passed
 * @property {number} skipped by themselves
 * @property {number} controls
 */

/** Titles that begin so are of tests that pass only if the fault is noticed. @param {string} title */
const isControl = (title) => title.startsWith('negative control');

/**
 * @param {import('./scenarios.mjs').Scenario} scenario
 * @param {string} folder for the report
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<TestRun>}
 */
export async function runTests(scenario, folder, env) {
  const report = join(folder, 'report.json');
  return scenario.isInBrowser === true
    ? await runInBrowser(scenario, report, env)
    : await runInVitest(scenario, report, env);
}

/**
 * @param {import('./scenarios.mjs').Scenario} scenario
 * @param {string} report
 * @param {NodeJS.ProcessEnv} env
 */
async function runInVitest({ tests, only }, report, env) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  // One file at a time: what a scenario measures is not to depend on its neighbour.
  const limits = ['--maxWorkers=1', '--no-file-parallelism', ...(only === undefined ? [] : ['-t', only])];
  const { code } = await runShown({ ...tool('vitest', 'run', ...reporters, ...limits, ...tests), env });
  /** @type {{ testResults: { assertionResults: { status: string, title: string }[] }[] }} */
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  const passed = all.filter(({ status }) => status === 'passed');
  return {
    code,
    tests: passed.length,
    // Those that the pattern left out are "skipped" too; what a test skips by itself is "pending".
    skipped: all.filter(({ status }) => status === 'pending').length,
    controls: passed.filter(({ title }) => isControl(title)).length,
  };
}

/**
 * @param {import('./scenarios.mjs').Scenario} scenario
 * @param {string} report
 * @param {NodeJS.ProcessEnv} env
 */
async function runInBrowser({ tests }, report, env) {
  const config = ['--config', 'apps/dashboard/playwright.config.ts', '--reporter=list,json', '--workers=1'];
  const { code } = await runShown({
    ...tool('playwright', 'test', ...config, ...tests),
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  /** @typedef {{ specs?: { title: string, tests: { status: string }[] }[], suites?: Suite[] }} Suite */
  /** @param {Suite} suite @returns {{ title: string, status: string }[]} */
  const resultsOf = ({ specs = [], suites = [] }) => [
    ...specs.flatMap(({ title, tests: runs }) => runs.map(({ status }) => ({ title, status }))),
    ...suites.flatMap(resultsOf),
  ];
  const all = resultsOf(/** @type {Suite} */ (JSON.parse(readFileSync(report, 'utf8'))));
  const passed = all.filter(({ status }) => status === 'expected');
  return {
    code,
    tests: passed.length,
    skipped: all.filter(({ status }) => status === 'skipped').length,
    controls: passed.filter(({ title }) => isControl(title)).length,
  };
}
