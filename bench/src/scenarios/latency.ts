import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillBySegments, reopened } from '../filling/fill-segments.ts';
import { untilAnswering, untilLoaded } from '../filling/fill-store.ts';
import { configOfStrangers, createSampleFlags } from '../harness/config-flags.ts';
import type { LoadResult } from '../harness/load.ts';
import { load } from '../harness/load.ts';
import { measureLoad } from '../harness/measure-load.ts';
import { type Product, startProduct } from '../harness/processes.ts';
import { ingestRequests } from '../harness/requests.ts';
import { type BenchOptions, boundRow, ms, type Row, type Scenario } from '../harness/scenario.ts';
import { median, percentile } from '../harness/spread.ts';
import { steadily } from '../harness/steady-rounds.ts';
import { visibleAfterMs } from '../harness/visible-after.ts';

const batchEvents = 20;
const configsPerSecond = 1_000;
/** What may still wait for the store when the next load begins. */
const restBytes = 1_000_000;
const minSeconds = 8;

interface HalfOfPeak {
  readonly acknowledged: LoadResult & { readonly cpuMicros: number };
  readonly visibleMs: readonly number[];
}

/** Requests at fixed times, whether or not the earlier ones were answered; latency counts from when one was due. */
async function atHalfOfPeak(product: Product, perSecond: number, seconds: number): Promise<HalfOfPeak> {
  await untilLoaded(product, restBytes);
  const { next } = ingestRequests({ events: batchEvents, key: product.keys.secret });
  const running = measureLoad(product, { connections: 32, seconds, next, perSecond });
  const visibleMs: number[] = [];
  const endsAt = performance.now() + (seconds - 2) * 1000;
  while (performance.now() < endsAt) visibleMs.push(await visibleAfterMs(product, `probe_${crypto.randomUUID()}`));
  return { acknowledged: await running, visibleMs };
}

async function configBeside(product: Product, perSecond: number, seconds: number): Promise<LoadResult> {
  await untilLoaded(product, restBytes);
  const { next } = ingestRequests({ events: batchEvents, key: product.keys.secret });
  const strangers = configOfStrangers(product.keys.publishable);
  const [configs] = await Promise.all([
    load({ url: product.url, connections: 16, seconds, perSecond: configsPerSecond, next: strangers }),
    load({ url: product.url, connections: 32, seconds, perSecond, next }),
  ]);
  return configs;
}

const middle = (results: readonly LoadResult[]): string =>
  `p50 ${ms(median(results.map(({ p50Ms }) => p50Ms)))}, p99 ${ms(median(results.map(({ p99Ms }) => p99Ms)))}`;

async function measure(product: Product, options: BenchOptions): Promise<Row[]> {
  const { next } = ingestRequests({ events: batchEvents, key: product.keys.secret });
  const peak = await load({ url: product.url, connections: 32, seconds: options.seconds, next });
  const perSecond = peak.perSecond / 2;
  const seconds = Math.max(minSeconds, options.seconds * 2);
  // The first one only warms up.
  await load({ url: product.url, connections: 32, seconds: 2, next, perSecond });
  const half = await steadily(options.rounds, () => atHalfOfPeak(product, perSecond, seconds));
  const beside = await steadily(options.rounds, () => configBeside(product, perSecond, seconds));
  const acknowledged = half.measured.map((round) => round.acknowledged);
  const visible = half.measured.map(({ visibleMs }) => percentile(visibleMs, 0.99) / 1000);
  const probes = half.measured.reduce((sum, { visibleMs }) => sum + visibleMs.length, 0);
  const at = `${Math.round((perSecond * batchEvents) / 1000)} k events/s, ${(options.storedEvents / 1e6).toFixed(1)} M stored`;
  const p99 = (results: readonly LoadResult[]): number[] => results.map(({ p99Ms }) => p99Ms);
  return [
    {
      ...boundRow(
        `acknowledgement p99 at half of peak (${at}), open loop`,
        p99(acknowledged),
        ' ms',
        25,
        middle(acknowledged),
        half.isNoisy,
      ),
      cpu: { per: 'request', oursMicros: median(acknowledged.map(({ cpuMicros }) => cpuMicros)) },
    },
    boundRow(
      `accepted → visible, p99 of ${probes} probes at half of peak`,
      visible,
      ' s',
      2,
      `worst ${ms(Math.max(...half.measured.flatMap(({ visibleMs }) => visibleMs)))}`,
      half.isNoisy,
    ),
    boundRow(
      'config p99 at 1,000/s beside ingest at half of peak, 50 flags × 10 rules, open loop',
      p99(beside.measured),
      ' ms',
      20,
      middle(beside.measured),
      beside.isNoisy,
    ),
  ];
}

export const latency: Scenario = {
  name: 'latency',
  topic: 'Latency under load',
  sentence: 'At half of peak load with a full store: acknowledgement, visibility, and config beside it',
  run: async (options) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'lamppost-latency-'));
    let product = await startProduct({ dataDir });
    try {
      await untilAnswering(product);
      await createSampleFlags(product);
      product = await reopened(product, await fillBySegments(product, options.storedEvents));
      return await measure(product, options);
    } finally {
      await product.stop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    }
  },
};
