import { optionsSaid, readOptions } from './read-options.ts';
import { table } from './results/describe-row.ts';
import { runScenarios } from './results/run-scenarios.ts';
import { saveDocument, saveLatest } from './results/save.ts';
import type { SavedScenario } from './results/saved-results.ts';
import { allScenarios, longScenarios, scenarios, scenariosNamed } from './scenarios/all-scenarios.ts';

const { names, options, isHelp, isSaved } = readOptions(process.argv.slice(2));

if (isHelp) {
  process.stdout.write(`npm run bench -- [scenario …] ${optionsSaid()} [--save]\n\n`);
  for (const { name, sentence } of scenarios) process.stdout.write(`  ${name.padEnd(16)}${sentence}\n`);
  process.stdout.write('\nOnly when named, or with `all`:\n\n');
  for (const { name, sentence } of longScenarios) process.stdout.write(`  ${name.padEnd(16)}${sentence}\n`);
} else {
  const measured: SavedScenario[] = [];
  await runScenarios(names.length === 0 ? scenarios : scenariosNamed(names), options, async (scenario) => {
    measured.push(scenario);
    process.stdout.write(`${table(scenario.rows)}\n\n`);
    await saveLatest(measured);
    const all = allScenarios.map(({ name }) => name);
    if (isSaved) await saveDocument([scenario], all);
  });
  if (isSaved) process.stdout.write('Saved to docs/performance.md and docs/performance.json.\n');
}
