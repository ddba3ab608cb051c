import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { untilAnswering } from '../filling/fill-store.ts';
import { growingBatches } from '../filling/growing-product.ts';
import { SegmentWriter } from '../filling/segment-writer.ts';
import { childCpuSeconds } from '../harness/cpu-seconds.ts';
import { folderBytes } from '../harness/folder-bytes.ts';
import { load } from '../harness/load.ts';
import { type Product, startProduct } from '../harness/processes.ts';
import { request } from '../harness/requests.ts';
import { boundRow, ms, type Row, rate, type Scenario } from '../harness/scenario.ts';
import { ownerOf, storedRows } from '../harness/store-state.ts';
import { visibleAfterMs } from '../harness/visible-after.ts';

const million = 1_000_000;
/** Events whose loading is measured at each size. */
const measuredEvents = 400_000;
const filledAtOnce = 400_000;
const batchEvents = 20;
const eventsPerSecond = 20_000;
const loadSeconds = 12;
const lookEveryMs = 250;

interface Point {
  readonly storedEvents: number;
  readonly perSecond: number;
  readonly cpuMicros: number;
  readonly mainMb: number;
  readonly storeMb: number;
  readonly diskMb: number;
  readonly visibleMs: number;
  readonly readyMs: number;
  readonly answerMs: number;
  readonly queryMs: Readonly<Record<string, number>>;
}

const insights: Readonly<Record<string, object>> = {
  trend: { kind: 'timeseries', event: 'recipe_viewed', interval: 'day' },
  persons: {
    kind: 'timeseries',
    event: 'recipe_viewed',
    interval: 'day',
    aggregation: { kind: 'count_distinct', field: 'person_id' },
  },
  funnel: { kind: 'funnel', steps: ['recipe_viewed', 'cart_item_added', 'checkout_started'], conversionWindow: '7d' },
};

async function run(product: Product, path: string, body?: object): Promise<number> {
  const startedAt = performance.now();
  const headers = { Authorization: `Bearer ${product.keys.secret}` };
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(`${product.url}${path}`, init);
  await response.text();
  return response.ok ? performance.now() - startedAt : Number.POSITIVE_INFINITY;
}

type Prepared = Awaited<ReturnType<SegmentWriter['prepare']>>;

/** Hands segments over and waits until all of their events are in the store. */
async function loadSegments(product: Product, prepared: Prepared): Promise<{ perSecond: number; cpuMicros: number }> {
  const before = await storedRows(product);
  const [startedAt, cpu] = [performance.now(), await childCpuSeconds(product.pid)];
  await prepared.publish();
  while ((await storedRows(product)) < before + prepared.events) await sleep(50);
  const seconds = (performance.now() - startedAt) / 1000;
  const cpuMicros = ((await childCpuSeconds(product.pid)) - cpu) * (1e6 / prepared.events);
  return { perSecond: prepared.events / seconds, cpuMicros };
}

/** Segments are made while the ones before are loaded. */
async function fill(product: Product, writer: SegmentWriter, events: number): Promise<void> {
  let next = writer.prepare(filledAtOnce);
  while ((await storedRows(product)) + filledAtOnce * 1.5 < events) {
    const prepared = await next;
    next = writer.prepare(filledAtOnce);
    await loadSegments(product, prepared);
  }
  await loadSegments(product, await next);
}

interface UnderLoad {
  readonly visibleMs: number;
  readonly memory: { readonly main: number; readonly store: number };
}

/** How long events take to be seen at worst while others come in at a fixed rate, and the most memory meanwhile. */
async function worstUnderLoad(product: Product, seed: number): Promise<UnderLoad> {
  const next = growingBatches(seed, eventsPerSecond * loadSeconds * 2);
  const sending = load({
    url: product.url,
    connections: 16,
    seconds: loadSeconds,
    perSecond: eventsPerSecond / batchEvents,
    next: () => request(product.keys.secret, '/v1/ingest', Buffer.from(next(batchEvents))),
  });
  const endsAt = performance.now() + (loadSeconds - 3) * 1000;
  const [seen, held] = await Promise.all([visibleUntil(product, endsAt), memoryUntil(product, endsAt), sending]);
  return { visibleMs: Math.max(...seen), memory: held };
}

async function visibleUntil(product: Product, endsAt: number): Promise<number[]> {
  const seen: number[] = [];
  while (performance.now() < endsAt) seen.push(await visibleAfterMs(product, `probe_${crypto.randomUUID()}`));
  return seen;
}

/** The most that both processes took together. */
async function memoryUntil(product: Product, endsAt: number): Promise<UnderLoad['memory']> {
  let most = { main: 0, store: 0 };
  while (performance.now() < endsAt) {
    const now = await product.memoryMb();
    if (now.main + now.store > most.main + most.store) most = now;
    await sleep(lookEveryMs);
  }
  return most;
}

export const growth: Scenario = {
  name: 'growth',
  topic: 'Growth',
  sentence: 'Fills the store by segments to each of --sizes (millions of events), and measures at each',
  run: async ({ sizes }) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'lamppost-growth-'));
    let product = await startProduct({ dataDir });
    const points: Point[] = [];
    try {
      const owner = await ownerOf(product);
      const max = Math.max(...sizes) * million;
      const batches = growingBatches(1, max * 1.1);
      for (const size of sizes) {
        const writer = new SegmentWriter(join(dataDir, 'log'), owner, batches);
        await fill(product, writer, size * million);
        const loading = await loadSegments(product, await writer.prepare(measuredEvents));
        const { visibleMs, memory } = await worstUnderLoad(product, 7 + points.length);
        await product.stop();
        // A server writes one log and refuses a second one beside it.
        await rm(writer.folder, { recursive: true, force: true });
        const restartedAt = performance.now();
        product = await startProduct({ dataDir });
        const readyMs = performance.now() - restartedAt;
        await untilAnswering(product);
        await run(product, '/v1/events/count');
        const answerMs = performance.now() - restartedAt;
        const queryMs: Record<string, number> = {
          // Of a name that is rare: no part of the store can be passed over.
          count: await run(product, '/v1/events/count?event=probe'),
        };
        for (const [name, query] of Object.entries(insights)) {
          const body = { query: { ...query, range: { kind: 'relative', last: '30d' } } };
          queryMs[name] = await run(product, '/v1/insights/query', body);
        }
        const diskMb = (await folderBytes(join(dataDir, 'store'))) / 1e6;
        const point = {
          storedEvents: await storedRows(product),
          ...loading,
          mainMb: memory.main,
          storeMb: memory.store,
          diskMb,
          visibleMs,
          readyMs,
          answerMs,
          queryMs,
        };
        points.push(point);
        process.stderr.write(`${line(point)}\n`);
      }
    } finally {
      await product.stop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    }
    return points.flatMap((point) => rowsOf(point, points[0] as Point));
  },
};

const line = (point: Point): string =>
  `  ${(point.storedEvents / million).toFixed(1)} M: ${rate(point.perSecond)}, ${point.cpuMicros.toFixed(1)} µs of CPU an event; ` +
  `main ${point.mainMb.toFixed(0)} MB, store ${point.storeMb.toFixed(0)} MB; ${point.diskMb.toFixed(0)} MB on disk; ` +
  `visible after ${ms(point.visibleMs)}; restart: ready ${ms(point.readyMs)}, first answer ${ms(point.answerMs)}; ` +
  Object.entries(point.queryMs)
    .map(([name, took]) => `${name} ${ms(took)}`)
    .join(', ');

function rowsOf(point: Point, first: Point): Row[] {
  const at = `${(point.storedEvents / million).toFixed(0)} M events stored`;
  const share = point.perSecond / first.perSecond;
  return [
    {
      scenario: `loading, ${at}`,
      measured: rate(point.perSecond),
      reference: `${rate(first.perSecond)} at ${(first.storedEvents / million).toFixed(0)} M`,
      value: share,
      unit: '×',
      goal: '≥ 0.7',
      isMet: share >= 0.7,
    },
    boundRow(
      `most memory of both processes at 20,000 events/s, ${at}`,
      point.mainMb + point.storeMb,
      ' MB',
      600,
      `${point.mainMb.toFixed(0)} + ${point.storeMb.toFixed(0)} MB`,
    ),
    boundRow(`accepted → visible at 20,000 events/s, ${at}`, point.visibleMs / 1000, ' s', 2, ms(point.visibleMs)),
    boundRow(`ready after a restart, ${at}`, point.readyMs / 1000, ' s', 2, ms(point.readyMs)),
    boundRow(`first answer after a restart, ${at}`, point.answerMs / 1000, ' s', 5, ms(point.answerMs)),
  ];
}
