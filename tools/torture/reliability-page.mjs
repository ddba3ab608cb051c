import { describeCounts } from './describe-counts.mjs';

/**
 * @typedef {object} ScenarioRun
 * @property {string} date
 * @property {string} commit
 * @property {number} cores
 * @property {number} memoryGb
 * @property {'short' | 'long'} scale
 * @property {number} seed
 * @property {number} seconds
 * @property {boolean} hasPassed
 * @property {number} tests that passed
 * @property {number} skipped
 * @property {number} controls
 * @property {readonly { what: string, counts: Record<string, unknown> }[]} counts
 * @property {string} [result] in a sentence, of a run that was made in another way
 */

/** @param {import('./scenarios.mjs').Scenario} scenario */
const commandOf = ({ name, tests, isScaleOut }) =>
  isScaleOut === true ? `npm run test:scale-out -- ${tests.join(' ')}` : `npm run torture -- ${name}`;

/** @param {import('./scenarios.mjs').Scenario} scenario */
const testLinks = ({ tests }) =>
  tests
    .map(
      (path) =>
        `[${path
          .split('/')
          .at(-1)
          ?.replace(/\.(test|spec)\.ts$/, '')}](../${path})`,
    )
    .join(', ');

/** @param {string} text */
const inCell = (text) => text.replaceAll('|', '\\|');

/** @param {ScenarioRun | undefined} run */
function resultOf(run) {
  if (run === undefined) return 'not run in this table yet; part of the ordinary tests';
  if (run.result !== undefined) return run.result;
  const outcome = run.hasPassed ? '' : '**failed**; ';
  return inCell(`${outcome}${describeCounts(run)}`);
}

/** @param {ScenarioRun | undefined} run */
const whenOf = (run) =>
  run === undefined || run.result !== undefined
    ? '–'
    : `${run.date}, ${run.commit}, ${run.scale}, seed ${run.seed}, ${run.seconds} s on ${run.cores} cores and ${run.memoryGb} GB`;

/**
 * @param {readonly import('./scenarios.mjs').Scenario[]} scenarios
 * @param {Record<string, ScenarioRun>} runs the latest of each
 */
export function reliabilityPage(scenarios, runs) {
  const rows = scenarios.map((scenario) => {
    const run = runs[scenario.name];
    return `| ${inCell(scenario.fault)} | ${inCell(scenario.goal)} | ${resultOf(run)} | ${whenOf(run)} | \`${commandOf(scenario)}\` | ${testLinks(scenario)} |`;
  });
  return `# Reliability

Failure tests and their latest results. \`npm run torture\` runs them and writes this page; rows that it did not run keep their earlier results, which are in [reliability.json](reliability.json). All of them use real servers on one machine, except where a simulated disk is named, and compare what was sent with what is stored.

- A **seed** decides everything random: moments, batches, mutations. \`npm run torture -- <scenario> --seed <seed>\` makes the same choices again; how processes are scheduled remains the machine's.
- A **negative control** switches a safeguard off, or takes something away, and passes only if the test notices.
- \`--scale short\` runs what the ordinary tests run; without it the counts are as long as in the goals.

| Failure | Goal | Result | Run | Command | Tests |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
`;
}
