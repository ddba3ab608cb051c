import { measureEntry } from '../harness/processes.ts';
import type { BenchOptions, Row, Scenario } from '../harness/scenario.ts';
import { optionsSaid, readOptions } from '../read-options.ts';
import { commitOfSources } from '../results/machine.ts';
import { scenariosNamed } from '../scenarios/all-scenarios.ts';
import { type Comparison, compareRounds, comparisonTable } from './comparison.ts';
import { otherVersion } from './other-revision.ts';

const usualRounds = 6;
const usual = ['ingest-20', 'ingest-1', 'config', 'start'];
const { names, options, isHelp } = readOptions(process.argv.slice(2), usualRounds);
const [revision, ...asked] = names;

if (isHelp || revision === undefined) {
  process.stdout.write(
    `npm run bench:compare -- <revision, or a built main.js> [scenario …] ${optionsSaid(usualRounds)}\n\n`,
  );
  process.stdout.write(`Measures this version and another one in turn; without a scenario ${usual.join(', ')}.\n`);
  process.exitCode = isHelp ? 0 : 1;
} else {
  await compare(revision, scenariosNamed(asked.length === 0 ? usual : asked));
}

async function compare(other: string, scenarios: readonly Scenario[]): Promise<void> {
  const inProcess = scenarios.filter(({ isInProcess }) => isInProcess === true).map(({ name }) => name);
  if (inProcess.length > 0) throw new Error(`${inProcess.join(', ')}: measured inside the bench, not in a server.`);
  process.stderr.write(`Preparing ${other} …\n`);
  const then = otherVersion(other);
  process.once('exit', () => then.remove());
  const now = new URL('../../../dist/product/apps/server/dist/main.js', import.meta.url).pathname;
  const compared: Comparison[] = [];
  for (const scenario of scenarios) compared.push(...(await compareScenario(scenario, now, then.entry, options)));
  process.stdout.write(`\nNow ${commitOfSources()}, then ${then.commit}.\n\n${comparisonTable(compared)}\n`);
}

/** In turn, and each round the other way round: what changes while they run meets both. */
async function compareScenario(
  scenario: Scenario,
  now: string,
  then: string,
  { rounds, ...rest }: BenchOptions,
): Promise<Comparison[]> {
  const measured: { now: readonly Row[]; earlier: readonly Row[] }[] = [];
  const measure = async (entry: string): Promise<readonly Row[]> => {
    measureEntry(entry);
    return await scenario.run({ ...rest, rounds: 1 }, (note) => process.stderr.write(`  ${note}\n`));
  };
  for (let round = 0; round < rounds; round += 1) {
    process.stderr.write(`${scenario.name}, round ${round + 1} of ${rounds} …\n`);
    if (round % 2 === 0) {
      const own = await measure(now);
      measured.push({ now: own, earlier: await measure(then) });
    } else {
      const other = await measure(then);
      measured.push({ now: await measure(now), earlier: other });
    }
  }
  return compareRounds(measured);
}
