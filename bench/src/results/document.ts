import type { CurvePoint, Topic } from '../harness/scenario.ts';
import { curveSvg } from './curve-svg.ts';
import { table } from './describe-row.ts';
import type { Machine } from './machine.ts';
import type { SavedResults, SavedScenario } from './saved-results.ts';

const topics: readonly Topic[] = [
  'Ingest',
  'Config and flags',
  'Latency under load',
  'Store and queries',
  'Start, memory and size',
  'Growth',
  'Servers of others',
];

const introduction = `# Benchmarks

Written by \`npm run bench -- --save\` from [performance.json](performance.json), which has every figure, machine and commit. The pages about metrics of your own app are in [the guide](guides/performance.md).

## How it is measured

A figure with a reference counts as a ratio to it, both measured in the same run on the same machine: absolute figures change with the machine. Client, server, store and reference share its cores. The *floor* is a bare \`node:http\` server that reads and parses the same bodies, appends them to a file, syncs in groups and answers 202.

- Both sides are warmed up. Then ours is measured between two measurements of the reference, round after round. A figure is the median of the rounds; what they lie between stands beside it.
- If two measurements of the reference around a round differ by more than 10 %, that round is thrown away and repeated. Figures without a reference are measured between two runs of a fixed computation, by the same rule. If too few rounds are left after twice as many attempts, the row says *noisy* instead of whether its goal is met: the machine was busy with something else. It then shows the rounds that are left, or, with none left, those that were thrown away.
- Latencies are measured at a fixed rate, and count from the moment a request was due, so that a stall counts for every request that it delayed.
- CPU time is that of all processes of a side, for one unit of work, from the counters of the kernel.`;

const closing = `## Repeat it

\`\`\`
npm run bench                       every scenario but the long ones
npm run bench -- all                the long ones and servers of others, too
npm run bench -- --help             scenarios and options
npm run bench -- config latency     some of them
npm run bench -- --save             writes this document; rows of other scenarios stay
npm run bench:compare -- <rev>      this version against another one, in turn
\`\`\``;

export interface MadeDocument {
  readonly markdown: string;
  /** Pictures by name. */
  readonly images: ReadonlyMap<string, string>;
}

export function makeDocument({ scenarios }: SavedResults): MadeDocument {
  const images = new Map<string, string>();
  const sections = topics.flatMap((topic) => {
    const own = scenarios.filter((scenario) => scenario.topic === topic);
    return own.length === 0 ? [] : [section(topic, own, images)];
  });
  return { markdown: `${[introduction, ...sections, closing].join('\n\n')}\n`, images };
}

function section(topic: Topic, scenarios: readonly SavedScenario[], images: Map<string, string>): string {
  const rows = scenarios.flatMap((scenario) => scenario.rows);
  const notes = scenarios.flatMap((scenario) => scenario.notes.map((note) => `- Not measured: ${note}`));
  const parts = [`## ${topic}`, table(rows), ...pictures(rows, images)];
  if (notes.length > 0) parts.push(notes.join('\n'));
  return [...parts, runs(scenarios)].join('\n\n');
}

function pictures(rows: readonly { readonly point?: CurvePoint }[], images: Map<string, string>): string[] {
  const points = rows.flatMap(({ point }) => point ?? []);
  return [...new Set(points.map(({ curve }) => curve))].map((curve) => {
    const name = `performance-${curve
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '')}.svg`;
    images.set(
      name,
      curveSvg(
        curve,
        points.filter((point) => point.curve === curve),
      ),
    );
    return `![${curve}](images/${name})`;
  });
}

const machineSaid = ({ cores, cpu, memoryGb, node, system }: Machine): string =>
  `${cores} cores of ${cpu}, ${memoryGb} GB, Node ${node.replace('v', '')}, ${system}`;

/** Scenarios of one run in one line. */
function runs(scenarios: readonly SavedScenario[]): string {
  const lines = new Map<string, string[]>();
  for (const { name, at, commit, machine, options, busy } of scenarios) {
    const { seconds, rounds, storedEvents } = options;
    const how = `${seconds} s a round, ${rounds} ${rounds === 1 ? 'round' : 'rounds'} asked for, up to ${storedEvents.toLocaleString('en')} events stored`;
    const others = busy > machine.cores ? '; **other work on the machine, which the figures include**' : '';
    const line = `${at.slice(0, 10)}, commit ${commit}; ${machineSaid(machine)}; ${how}${others}`;
    lines.set(line, [...(lines.get(line) ?? []), `\`${name}\``]);
  }
  return [...lines].map(([line, names]) => `${names.join(', ')}: ${line}.`).join('\n\n');
}
