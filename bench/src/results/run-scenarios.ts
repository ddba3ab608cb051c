import { loadavg } from 'node:os';
import { CannotMeasure } from '../harness/cannot-measure.ts';
import type { BenchOptions, Row, Scenario } from '../harness/scenario.ts';
import { commitOfSources, thisMachine } from './machine.ts';
import type { SavedScenario } from './saved-results.ts';

/** One after the other; each is handed over when it is done, so that a run that ends early is not lost. */
export async function runScenarios(
  chosen: readonly Scenario[],
  options: BenchOptions,
  done: (measured: SavedScenario) => Promise<void>,
): Promise<void> {
  const commit = commitOfSources();
  for (const scenario of chosen) {
    process.stderr.write(`${scenario.name}: ${scenario.sentence} …\n`);
    const [startedAt, busy] = [performance.now(), Number((loadavg()[0] ?? 0).toFixed(1))];
    const notes: string[] = [];
    const rows = await rowsOf(scenario, options, notes);
    const tookSeconds = Math.round((performance.now() - startedAt) / 1000);
    process.stderr.write(`  ${tookSeconds} s\n`);
    for (const note of notes) process.stderr.write(`  ${note}\n`);
    const { name, topic } = scenario;
    const at = new Date().toISOString();
    await done({ name, topic, at, commit, machine: thisMachine(), options, busy, tookSeconds, rows, notes });
  }
}

async function rowsOf(scenario: Scenario, options: BenchOptions, notes: string[]): Promise<readonly Row[]> {
  try {
    return await scenario.run(options, (note) => notes.push(note));
  } catch (error) {
    if (!(error instanceof CannotMeasure)) throw error;
    notes.push(`${scenario.name}: ${error.message}`);
    return [];
  }
}
