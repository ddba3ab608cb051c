// Runs the scenarios of scenarios.mjs one after the other, and writes what they counted to docs/reliability.md.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { interruption, runKept } from '../run/child.mjs';
import { ensureChromium } from '../run/ensure-chromium.mjs';
import { inRepository } from '../run/paths.mjs';
import { readOptions } from './read-options.mjs';
import { reliabilityPage } from './reliability-page.mjs';
import { runTests } from './run-tests.mjs';
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
  if (chosen.some(({ isInBrowser }) => isInBrowser === true)) await ensureChromium();
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
async function runScenario(scenario, seed, scale) {
  const folder = mkdtempSync(join(tmpdir(), 'lamppost-torture-'));
  const records = join(folder, 'records.ndjson');
  writeFileSync(records, '');
  const startedAt = Date.now();
  const env = { ...process.env, LP_TORTURE: scale, LP_TORTURE_SEED: String(seed), LP_TORTURE_RECORDS: records };
  try {
    const { code, ...counted } = await runTests(scenario, folder, env);
    return {
      date: new Date(startedAt).toISOString().slice(0, 10),
      cores: availableParallelism(),
      memoryGb: Math.round(totalmem() / 1e9),
      scale,
      seed,
      seconds: Math.round((Date.now() - startedAt) / 1000),
      hasPassed: code === 0,
      ...counted,
      counts: readFileSync(records, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line)),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
