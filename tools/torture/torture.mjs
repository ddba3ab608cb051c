// Runs the scenarios of scenarios.mjs one after the other, and writes what they counted to docs/reliability.md.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { tool } from '../run/build-steps.mjs';
import { interruption, runKept, runShown } from '../run/child.mjs';
import { inRepository } from '../run/paths.mjs';
import { readOptions } from './read-options.mjs';
import { reliabilityPage } from './reliability-page.mjs';
import { scenarios } from './scenarios.mjs';
import { summaryTable } from './summary-table.mjs';

/** @typedef {import('./reliability-page.mjs').ScenarioRun} ScenarioRun */

const RUNS_FILE = inRepository('docs/reliability.json');
const PAGE_FILE = inRepository('docs/reliability.md');

/**
 * @param {readonly string[]} args
 * @returns {Promise<number>} the exit code
 */
export async function torture(args) {
  const options = readOptions(args);
  if (typeof options === 'string') {
    console.error(options);
    return 2;
  }
  const { chosen, seed, scale } = options;
  console.log(`Seed ${seed}: \`npm run torture -- --seed ${seed}\` repeats this run.`);
  const commit = (await runKept({ command: 'git', args: ['rev-parse', '--short', 'HEAD'] })).output.trim();
  /** @type {Record<string, ScenarioRun>} */
  const runs = {};
  for (const scenario of chosen) {
    if (interruption() !== undefined) break;
    console.log(`\n${scenario.name}: ${scenario.fault}`);
    runs[scenario.name] = { ...(await runScenario(scenario, seed, scale)), commit };
    keep(runs);
  }
  console.log(`\n${summaryTable(chosen, runs)}`);
  const isGood = chosen.every(({ name }) => runs[name]?.hasPassed === true);
  return isGood ? 0 : 1;
}

/** @param {Record<string, ScenarioRun>} runs those of this time; the others stay as they were */
function keep(runs) {
  const all = { .../** @type {Record<string, ScenarioRun>} */ (JSON.parse(readFileSync(RUNS_FILE, 'utf8'))), ...runs };
  const known = Object.fromEntries(
    scenarios.flatMap(({ name }) => (all[name] === undefined ? [] : [[name, all[name]]])),
  );
  writeFileSync(RUNS_FILE, `${JSON.stringify(known, null, 2)}\n`);
  writeFileSync(PAGE_FILE, reliabilityPage(scenarios, known));
}

/**
 * @param {import('./scenarios.mjs').Scenario} scenario
 * @param {number} seed
 * @param {'short' | 'long'} scale
 * @returns {Promise<Omit<ScenarioRun, 'commit'>>}
 */
async function runScenario({ tests, only }, seed, scale) {
  const folder = mkdtempSync(join(tmpdir(), 'lamppost-torture-'));
  const [report, records] = [join(folder, 'report.json'), join(folder, 'records.ndjson')];
  writeFileSync(records, '');
  const startedAt = Date.now();
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    // One file at a time: what a scenario measures is not to depend on its neighbour.
    const limits = ['--maxWorkers=1', '--no-file-parallelism', ...(only === undefined ? [] : ['-t', only])];
    const { code } = await runShown({
      ...tool('vitest', 'run', ...reporters, ...limits, ...tests),
      env: { ...process.env, LP_TORTURE: scale, LP_TORTURE_SEED: String(seed), LP_TORTURE_RECORDS: records },
    });
    return {
      date: new Date(startedAt).toISOString().slice(0, 10),
      cores: availableParallelism(),
      memoryGb: Math.round(totalmem() / 1e9),
      scale,
      seed,
      seconds: Math.round((Date.now() - startedAt) / 1000),
      hasPassed: code === 0,
      ...countTests(readFileSync(report, 'utf8')),
      counts: readFileSync(records, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line)),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} report of vitest
 * @returns {{ tests: number, skipped: number, controls: number }} tests that passed, were skipped by themselves, are controls
 */
function countTests(report) {
  /** @type {{ testResults: { assertionResults: { status: string, title: string }[] }[] }} */
  const { testResults } = JSON.parse(report);
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  const passed = all.filter(({ status }) => status === 'passed');
  return {
    tests: passed.length,
    // Those that the pattern left out are "skipped" too; what a test skips by itself is "pending".
    skipped: all.filter(({ status }) => status === 'pending').length,
    controls: passed.filter(({ title }) => title.startsWith('negative control')).length,
  };
}
