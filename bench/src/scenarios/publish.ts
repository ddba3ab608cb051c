import { setTimeout as sleep } from 'node:timers/promises';
import { type Product, startProduct } from '../harness/processes.ts';
import { sampleFlags, wireRules } from '../harness/sample-flags.ts';
import { boundRow, ms, type Row, type Scenario } from '../harness/scenario.ts';
import { type Stalls, StallWatch } from '../harness/stall-watch.ts';

const flagSteps = [10, 300, 1_000, 2_000];
const projectSteps = [2, 300, 1_000];
const edits = 60;
const togetherAtOnce = 50;
const idleMs = 1_000;
const MAX_MS = 15;
const MAX_STALL_MS = 10;

interface Measured extends Stalls {
  /** The longest while nothing was edited: what the machine itself does to a timer. */
  readonly idleMaxMs: number;
  readonly editP50Ms: number;
  readonly editP99Ms: number;
}

/** `LP_BENCH_BEFORE` may name the built main.js of another version: it is measured in the same run, as the reference. */
export const publish: Scenario = {
  name: 'publish',
  topic: 'Config and flags',
  sentence: 'One edit of a flag until it is in force, and how long the event loop stands still meanwhile',
  run: async () => {
    const { LP_BENCH_BEFORE: before } = process.env;
    const reference = before === undefined ? undefined : await measure(before);
    const measured = await measure();
    return [...measured].flatMap(([size, now]) => rowsOf(size, now, reference?.get(size)));
  },
};

function rowsOf(size: string, now: Measured, before: Measured | undefined): Row[] {
  const edit = ({ editP50Ms, editP99Ms }: Measured): string => `p50 ${ms(editP50Ms)}, p99 ${ms(editP99Ms)}`;
  const stall = ({ p99Ms, maxMs, idleMaxMs }: Measured): string =>
    `p99 ${ms(p99Ms)}, longest ${ms(maxMs)} (idle ${ms(idleMaxMs)})`;
  const rows = [
    { ...boundRow(`edit of one flag, ${size}`, now.editP50Ms, ' ms', MAX_MS, edit(now)), of: edit },
    { ...boundRow(`stall beside edits, ${size}`, now.maxMs, ' ms', MAX_STALL_MS, stall(now)), of: stall },
  ];
  return rows.map(({ of, ...row }) => (before === undefined ? row : { ...row, reference: of(before) }));
}

async function measure(entry?: string): Promise<Map<string, Measured>> {
  const measured = new Map<string, Measured>();
  for (const kind of ['flags', 'projects'] as const) {
    const watch = new StallWatch();
    const product = await startProduct({ env: watch.env, ...(entry === undefined ? {} : { entry }) });
    try {
      let held = kind === 'flags' ? 0 : 1;
      for (const size of kind === 'flags' ? flagSteps : projectSteps) {
        await inGroups(held, size, (index) =>
          kind === 'flags' ? addFlag(product, index) : addProject(product, index),
        );
        if (kind === 'projects' && held === 1) await inGroups(0, 10, (index) => addFlag(product, index));
        held = size;
        measured.set(`${size} ${kind}`, await timeEdits(product, watch));
      }
    } finally {
      await product.stop();
      await watch.close();
    }
  }
  return measured;
}

async function timeEdits(product: Product, watch: StallWatch): Promise<Measured> {
  const edit = (percentage: number) => send(product, 'PUT', '/v1/flags/flag_3/rollout', { percentage, value: true });
  for (let warming = 0; warming < 5; warming += 1) await edit(warming);
  await watch.take(product.pid);
  await sleep(idleMs);
  const { maxMs: idleMaxMs } = await watch.take(product.pid);
  const latencies: number[] = [];
  for (let time = 0; time < edits; time += 1) {
    const startedAt = performance.now();
    await edit(10 + time);
    latencies.push(performance.now() - startedAt);
  }
  const stalls = await watch.take(product.pid);
  latencies.sort((a, b) => a - b);
  const at = (share: number): number => latencies[Math.floor(latencies.length * share)] ?? Number.NaN;
  return { ...stalls, idleMaxMs, editP50Ms: at(0.5), editP99Ms: at(0.99) };
}

async function addFlag(product: Product, index: number): Promise<void> {
  const sample = sampleFlags[index % sampleFlags.length];
  if (sample === undefined) throw new Error('There are no sample flags');
  const key = `flag_${index}`;
  await send(product, 'POST', '/v1/flags', { key, name: key, platforms: ['web'] });
  await send(product, 'PUT', `/v1/flags/${key}/rules`, { rules: wireRules(sample) });
}

async function addProject(product: Product, index: number): Promise<void> {
  const slug = `project-${index}`;
  await send(product, 'POST', '/v1/projects', { slug, name: slug }, product.operatorToken);
}

/** Many at once, which share what one of them would cost. */
async function inGroups(from: number, to: number, add: (index: number) => Promise<void>): Promise<void> {
  let next = from;
  const one = async (): Promise<void> => {
    while (next < to) await add(next++);
  };
  await Promise.all(Array.from({ length: togetherAtOnce }, one));
}

async function send(product: Product, method: string, path: string, body: unknown, key = product.keys.secret) {
  const headers = { Authorization: `Bearer ${key}` };
  const response = await fetch(`${product.url}${path}`, { method, headers, body: JSON.stringify(body) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
}
