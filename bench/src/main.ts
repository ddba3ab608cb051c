import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import type { BenchOptions, Row, Scenario } from './harness/scenario.ts';
import { config } from './scenarios/config.ts';
import { control } from './scenarios/control.ts';
import { crashes } from './scenarios/crashes.ts';
import { edges } from './scenarios/edges.ts';
import { evaluate } from './scenarios/evaluate.ts';
import { experiments } from './scenarios/experiments.ts';
import { growth } from './scenarios/growth.ts';
import { ingestGzip, ingestOne, ingestRefused, ingestSync, ingestTwenty } from './scenarios/ingest.ts';
import { latency } from './scenarios/latency.ts';
import { limits } from './scenarios/limits.ts';
import { performanceInsights } from './scenarios/performance.ts';
import { publish } from './scenarios/publish.ts';
import { queries } from './scenarios/queries.ts';
import { sdkSize } from './scenarios/sdk-size.ts';
import { start } from './scenarios/start.ts';
import { streams } from './scenarios/streams.ts';

const scenarios: readonly Scenario[] = [
  ingestTwenty,
  ingestOne,
  ingestGzip,
  ingestSync,
  ingestRefused,
  config,
  evaluate,
  streams,
  publish,
  control,
  start,
  latency,
  crashes,
  performanceInsights,
  queries,
  experiments,
  sdkSize,
];
/** They run only when they are named: they take long, or need servers of others. */
const longScenarios: readonly Scenario[] = [growth, limits, edges];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    stored: { type: 'string', default: '1000000' },
    sizes: { type: 'string', default: '1,10' },
    help: { type: 'boolean' },
  },
});

if (values.help === true) {
  process.stdout.write(
    'npm run bench -- [scenario …] [--seconds 4] [--rounds 3] [--stored 1000000] [--sizes 1,10]\n\n',
  );
  for (const { name, sentence } of [...scenarios, ...longScenarios])
    process.stdout.write(`  ${name.padEnd(16)}${sentence}\n`);
} else {
  await run(
    positionals.length === 0
      ? scenarios
      : [...scenarios, ...longScenarios].filter(({ name }) => positionals.includes(name)),
    {
      seconds: Number(values.seconds),
      rounds: Number(values.rounds),
      storedEvents: Number(values.stored),
      sizes: values.sizes.split(',').map(Number),
    },
  );
}

async function run(chosen: readonly Scenario[], options: BenchOptions): Promise<void> {
  const rows: Row[] = [];
  for (const { name, sentence, run: runScenario } of chosen) {
    process.stderr.write(`${name}: ${sentence} …\n`);
    rows.push(...(await runScenario(options)));
  }
  process.stdout.write(`\n${table(rows)}\n`);
  const machine = { cpu: cpus()[0]?.model, cores: cpus().length, node: process.version, arch: process.arch };
  const file = new URL('../results/local/latest.json', import.meta.url);
  await mkdir(new URL('.', file), { recursive: true });
  await writeFile(file, `${JSON.stringify({ at: new Date().toISOString(), machine, options, rows }, null, 2)}\n`);
}

function table(rows: readonly Row[]): string {
  const lines = rows.map(
    ({ scenario, measured, reference, value, unit, goal, isMet }) =>
      `| ${scenario} | ${measured} | ${reference} | ${value.toFixed(2)}${unit} | ${goal} | ${isMet ? 'yes' : 'no'} |`,
  );
  return [
    '| Scenario | Measured | Reference | Result | Goal | Met |',
    '| --- | --- | --- | --- | --- | --- |',
    ...lines,
  ].join('\n');
}
