import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { untilAnswering, untilLoaded } from '../harness/fill-store.ts';
import { type Product, startProduct } from '../harness/processes.ts';
import { boundRow, median, ms, type Row, type Scenario } from '../harness/scenario.ts';
import { SegmentWriter } from '../harness/segment-writer.ts';
import { DAY_MS } from '../harness/units.ts';

const MAX_COLD_MS = 2_000;
const MAX_CACHED_MS = 20;
/** Six that the first experiment counts, and an exposure to the second. */
const eventsPerUnit = 7;
/** Before the loader gets the next ones. */
const filledAtOnce = 600_000;
/** Of an experiment that began just now, so that what comes before it is long enough. */
const exposureMs = 1_000;

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

async function call<T>(product: Product, method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${product.url}${path}`, {
    method,
    headers: { Authorization: `Bearer ${product.keys.secret}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return (JSON.parse(text) as { data: T }).data;
}

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

async function fill(product: Product, units: number, startMs: number): Promise<void> {
  const project = await call<{ id: string }>(product, 'GET', '/v1/project');
  const environments = await call<readonly { id: string; slug: string }[]>(product, 'GET', '/v1/environments');
  const environmentId = environments.find(({ slug }) => slug === 'production')?.id ?? '';
  const owner = { projectId: project.id, environmentId };
  const writer = new SegmentWriter(join(product.dataDir, 'log'), owner, batches(units, startMs));
  for (let written = 0; written < units * eventsPerUnit; ) {
    const prepared = await writer.prepare(Math.min(filledAtOnce, units * eventsPerUnit - written));
    await prepared.publish();
    written += prepared.events;
    await untilStored(product, written);
  }
}

async function untilStored(product: Product, events: number): Promise<void> {
  for (;;) {
    const text = await (await fetch(`${product.url}/metrics`)).text();
    const stored = Number(/lamppost_store_rows\{kind="events",outcome="stored"\} (\d+)/.exec(text)?.[1] ?? 0);
    if (stored >= events) return await untilLoaded(product, 0);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

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
  sentence:
    'Results of an experiment with a million exposed units (--stored), six events each, five metrics with CUPED',
  run: async ({ storedEvents: units, rounds }) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'lamppost-experiments-'));
    const product = await startProduct({ dataDir });
    try {
      await untilAnswering(product);
      const startMs = await begin(product);
      await fill(product, units, startMs);
      const rows: Row[] = [];
      const of = `${units.toLocaleString('en')} units`;
      const before = await product.memoryMb();
      /** Another moment in each round, so that no answer is used again. */
      const measure = async (name: string, query: string, maxMs: number): Promise<void> => {
        const times: number[] = [];
        for (let round = 0; round < rounds; round += 1) {
          const asOf = new Date(Date.now() - round).toISOString();
          const { ms: taken, units: exposed } = await timeOf(product, `/v1/experiments/${query}as_of=${asOf}`);
          if (exposed !== undefined && exposed !== units) throw new Error(`${exposed} of ${units} units are exposed`);
          times.push(taken);
        }
        rows.push(boundRow(`${name}, ${of}`, median(times), ' ms', maxMs, times.map((taken) => ms(taken)).join(', ')));
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
      rows.push(boundRow(`the same, asked again, ${of}`, median(cached), ' ms', MAX_CACHED_MS, ms(median(cached))));
      await measure('with a series', 'five_metrics/results?series=true&', 30_000);
      await measure('by platform', 'five_metrics/results?breakdown=platform&', 30_000);
      await measure('ratio, p95 and crash-free sessions', 'other_metrics/results?', 30_000);
      return rows;
    } finally {
      await product.stop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    }
  },
};
