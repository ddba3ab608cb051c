import { describeCounts } from './describe-counts.mjs';

/**
 * What was run, for the terminal.
 * @param {readonly import('./scenarios.mjs').Scenario[]} chosen
 * @param {Record<string, import('./reliability-page.mjs').ScenarioRun>} runs
 */
export function summaryTable(chosen, runs) {
  const rows = chosen.map(({ name, goal }) => {
    const run = runs[name];
    if (run === undefined) return [name, 'not run', '', '', '', goal];
    const result = run.hasPassed ? 'passed' : 'FAILED';
    return [name, result, `${run.seconds} s`, `seed ${run.seed}`, describeCounts(run), goal];
  });
  const all = [['scenario', 'result', 'time', 'seed', 'counts', 'goal'], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n');
}
