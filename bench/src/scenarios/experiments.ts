import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillBySegments, reopened } from '../filling/fill-segments.ts';
import { untilAnswering, untilLoaded } from '../filling/fill-store.ts';
import { cpuSeconds } from '../harness/cpu-seconds.ts';
import { type Product, startProduct } from '../harness/processes.ts';
import { boundRow, ms, type Row, type Scenario } from '../harness/scenario.ts';
import { median } from '../harness/spread.ts';
import { steadily } from '../harness/steady-rounds.ts';
import { call } from '../harness/store-state.ts';
import { DAY_MS } from '../harness/units.ts';
import { untilIdle } from '../harness/until-idle.ts';

const MAX_COLD_MS = 2_000;
const MAX_CACHED_MS = 100;
/** Six that the first experiment counts, and an exposure to the second. */
const eventsPerUnit = 7;
/** With more the experiment is another one than the goal is about. */
const maxUnits = 1_000_000;
/** Of an experiment that began just now, so that what comes before it is long enough. */
const exposureMs = 1_000;

/** As docs/guides/sizing.md has it for a machine with memory to spare. */
const largerStore = { LP_STORE_THREADS: '2', LP_STORE_MEMORY_MB: '1024', LP_QUERY_MEMORY_MB: '1024' };

const primary = { event_name: 'bought', metric_type: 'conversion', is_primary: true };
const five = [
  primary,
  { event_name: 'viewed', metric_type: 'count' },
  { event_name: 'bought', metric_type: 'sum', aggregation_field: 'price' },
  { event_name: 'bought', metric_type: 'average', aggregation_field: 'price' },
  { event_name: 'read', metric_type: 'count' },
];
const others = [
  primary,
  { event_name: 'bought', metric_type: 'ratio', denominator_event: 'viewed' },
  { event_name: 'bought', metric_type: 'p95', aggregation_field: 'price' },
  { event_name: '$crash_free_sessions', metric_type: 'ratio', is_guardrail: true },
];

/** The same units are in both. */
const keys = ['five_metrics', 'other_metrics'] as const;

async function begin(product: Product): Promise<number> {
  const variants = [
    { key: 'control', name: 'Control', is_control: true, weight: 50 },
    { key: 'treatment', name: 'Treatment', weight: 50 },
  ];
  const designs = { five_metrics: five, other_metrics: others };
  for (const key of keys) {
    const design = { key, name: key, traffic_pct: 100, variants, metrics: designs[key] };
    await call(product, 'POST', '/v1/experiments', design);
    await call(product, 'POST', `/v1/experiments/${key}/start`);
  }
  return Date.now();
}

/** In rounds over all units in a mixed order: two events before the start, the exposures, three events after them. */
function batches(units: number, startMs: number): (events: number) => string {
  // A prime that divides no number of units we use, so that each round meets each unit once.
  const step = 2_000_003;
  let made = 0;
  return (events) => {
    const list: string[] = [];
    for (let at = 0; at < events; at += 1, made += 1) {
      const round = Math.floor(made / units);
      const unit = ((made % units) * step) % units;
      list.push(eventOf(unit, round, made, startMs, units));
    }
    return `{"batch":[${list.join(',')}]}`;
  };
}

function eventOf(unit: number, round: number, made: number, startMs: number, units: number): string {
  const isTreated = (Math.imul(unit, 0x9e3779b1) >>> 16) % 2 === 1;
  const noise = (Math.imul(unit + round * 7919, 0x85ebca6b) >>> 8) / 2 ** 24;
  const price = (5 + 40 * noise ** 3 + (unit % 11)).toFixed(2);
  const afterMs = Math.floor((made / (units * eventsPerUnit)) * exposureMs);
  const before = startMs - (1 + (unit % 12)) * DAY_MS;
  const [name, atMs, properties] = (
    [
      ['viewed', before, '{"screen":"home"}'],
      [noise < 0.5 ? 'bought' : 'read', before + 60_000, `{"price":${price},"currency":"EUR"}`],
      ['$experiment_exposure', startMs + afterMs, exposureOf(keys[0], isTreated)],
      ['$experiment_exposure', startMs + afterMs, exposureOf(keys[1], isTreated)],
      ['viewed', startMs + afterMs, '{"screen":"item"}'],
      [
        noise < (isTreated ? 0.32 : 0.3) ? 'bought' : 'viewed',
        startMs + afterMs,
        `{"price":${price},"currency":"EUR"}`,
      ],
      ['read', startMs + afterMs, '{"screen":"article"}'],
    ] as const
  )[round % eventsPerUnit] ?? ['viewed', startMs, '{}'];
  const platform = ['web', 'ios', 'android'][unit % 3];
  const context = `{"user":{"anonymous_id":"anon-${unit}"},"device":{"id":"dev-${unit}","platform":"${platform}","country":"DE","os_name":"os"},"app":{"version":"4.${unit % 7}.0"},"sdk":{"name":"@lamppost/browser","version":"0.1.0"},"session":{"id":"s-${unit}-${round > 1 ? 1 : 0}"}}`;
  return `{"event":"${name}","event_id":"${crypto.randomUUID()}","timestamp":"${new Date(atMs).toISOString()}","properties":${properties},"context":${context}}`;
}

const exposureOf = (key: string, isTreated: boolean): string =>
  `{"experiment_key":"${key}","variant_key":"${isTreated ? 'treatment' : 'control'}","subject_kind":"device"}`;

/** Never, for a request that is given up. */
async function timeOf(product: Product, path: string): Promise<{ ms: number; units: number | undefined }> {
  const startedAt = performance.now();
  const response = await fetch(`${product.url}${path}`, {
    headers: { Authorization: `Bearer ${product.keys.secret}` },
  });
  const text = await response.text();
  if (response.status === 503) return { ms: Number.POSITIVE_INFINITY, units: undefined };
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
  const { exposures } = (JSON.parse(text) as { data: { exposures: readonly { units: number }[] } }).data;
  return { ms: performance.now() - startedAt, units: exposures.reduce((sum, { units }) => sum + units, 0) };
}

export const experiments: Scenario = {
  name: 'experiments',
  topic: 'Store and queries',
  sentence:
    'Results of an experiment with a million exposed units (--stored), six events each, five metrics with CUPED',
  run: async ({ storedEvents, rounds }) => {
    const units = Math.min(storedEvents, maxUnits);
    const dataDir = await mkdtemp(join(tmpdir(), 'lamppost-experiments-'));
    let product = await startProduct({ dataDir });
    try {
      await untilAnswering(product);
      const startMs = await begin(product);
      const writer = await fillBySegments(product, units * eventsPerUnit, batches(units, startMs));
      await untilLoaded(product, 0);
      await untilIdle(product);
      const rows: Row[] = [];
      const of = `${units.toLocaleString('en')} units`;
      const before = await product.memoryMb();
      /** Another moment in each round, so that no answer is used again. */
      const measure = async (name: string, query: string, maxMs: number): Promise<void> => {
        let asked = 0;
        const { measured, isNoisy } = await steadily(rounds, async () => {
          const asOf = new Date(Date.now() - asked++).toISOString();
          const [cpu, answer] = [
            await cpuSeconds(product.pid),
            await timeOf(product, `/v1/experiments/${query}as_of=${asOf}`),
          ];
          const exposed = answer.units;
          if (exposed !== undefined && exposed !== units) throw new Error(`${exposed} of ${units} units are exposed`);
          return { ms: answer.ms, cpuMicros: ((await cpuSeconds(product.pid)) - cpu) * 1e6 };
        });
        const times = measured.map(({ ms: taken }) => taken);
        const cpu = { per: 'question', oursMicros: median(measured.map(({ cpuMicros }) => cpuMicros)) };
        rows.push({ ...boundRow(`${name}, ${of}`, times, ' ms', maxMs, ms(median(times)), isNoisy), cpu });
      };
      await measure('five metrics with CUPED', 'five_metrics/results?', MAX_COLD_MS);
      const { store } = await product.memoryMb();
      const memory = `${Math.round(store)} MB, ${Math.round(before.store)} before`;
      rows.push(boundRow(`memory of the store process, ${of}`, store, ' MB', 700, memory));
      await timeOf(product, '/v1/experiments/five_metrics/results');
      const cached: number[] = [];
      for (let round = 0; round < 20; round += 1) {
        cached.push((await timeOf(product, '/v1/experiments/five_metrics/results')).ms);
      }
      rows.push(boundRow(`the same, asked again, ${of}`, cached, ' ms', MAX_CACHED_MS, ms(median(cached))));
      await measure('with a series', 'five_metrics/results?series=true&', 30_000);
      await measure('by platform', 'five_metrics/results?breakdown=platform&', 30_000);
      await measure('ratio, p95 and crash-free sessions', 'other_metrics/results?', 30_000);
      product = await reopened(product, writer, largerStore);
      await measure('five metrics with CUPED, two threads and 1 GB', 'five_metrics/results?', MAX_COLD_MS);
      return rows;
    } finally {
      await product.stop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    }
  },
};
