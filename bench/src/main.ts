import { optionsSaid, readOptions } from './read-options.ts';
import { table } from './results/describe-row.ts';
import { runScenarios } from './results/run-scenarios.ts';
import { saveDocument, saveLatest } from './results/save.ts';
import { allScenarios, longScenarios, scenarios, scenariosNamed } from './scenarios/all-scenarios.ts';

const { names, options, isHelp, isSaved } = readOptions(process.argv.slice(2));

if (isHelp) {
  process.stdout.write(`npm run bench -- [scenario …] ${optionsSaid} [--save]\n\n`);
  for (const { name, sentence } of scenarios) process.stdout.write(`  ${name.padEnd(16)}${sentence}\n`);
  process.stdout.write('\nOnly when named:\n\n');
  for (const { name, sentence } of longScenarios) process.stdout.write(`  ${name.padEnd(16)}${sentence}\n`);
} else {
  const measured = await runScenarios(names.length === 0 ? scenarios : scenariosNamed(names), options);
  process.stdout.write(`\n${table(measured.flatMap(({ rows }) => rows))}\n`);
  await saveLatest(measured);
  if (isSaved) {
    await saveDocument(
      measured,
      allScenarios.map(({ name }) => name),
    );
    process.stdout.write('\nSaved to docs/performance.md and docs/performance.json.\n');
  }
}
