import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { load } from '../harness/load.ts';
import { startProduct, startReference } from '../harness/processes.ts';
import { ingestRequests } from '../harness/requests.ts';
import { type BenchOptions, boundRow, ms, type Row, type Scenario } from '../harness/scenario.ts';
import { median, spreadOf } from '../harness/spread.ts';
import { steadily } from '../harness/steady-rounds.ts';

/** After so long without a request the engine has given back what the start took. */
const idleMs = 60_000;

async function startRow(dataDir: string, rounds: number): Promise<Row> {
  const { measured, isNoisy } = await steadily(Math.max(3, rounds), async () => ({
    bare: await timeOfBareServer(),
    ours: await timeToServe(dataDir),
  }));
  const ours = measured.map((round) => round.ours / 1000);
  const row = boundRow('cold start to the first 202 and config 200', ours, ' s', 0.6, ms(median(ours) * 1000), isNoisy);
  return { ...row, reference: `node:http to its first 200: ${ms(median(measured.map(({ bare }) => bare)))}` };
}

async function memoryRows(dataDir: string, seconds: number, rounds: number): Promise<Row[]> {
  const idle: number[] = [];
  const peaks: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const product = await startProduct({ dataDir });
    try {
      await sleep(idleMs);
      idle.push((await product.memoryMb()).main);
      let peak = 0;
      const watch = setInterval(async () => {
        const memory = await product.memoryMb().catch(() => undefined);
        peak = Math.max(peak, (memory?.main ?? 0) + (memory?.store ?? 0));
      }, 250);
      const { next } = ingestRequests({ events: 20, key: product.keys.secret });
      await load({ url: product.url, connections: 32, seconds: Math.max(8, seconds * 2), next });
      clearInterval(watch);
      peaks.push(peak);
    } finally {
      await product.stop();
    }
  }
  const say = (values: readonly number[]): string => `${spreadOf(values).median.toFixed(0)} MB`;
  return [
    boundRow('memory of the main process after a minute without requests', idle, ' MB', 100, say(idle)),
    boundRow('memory of both processes at peak ingest', peaks, ' MB', 450, say(peaks)),
  ];
}

export const start: Scenario = {
  name: 'start',
  topic: 'Start, memory and size',
  sentence: 'Cold start (built, not the first) to the first 202 and config 200; memory idle and at peak ingest',
  run: async ({ seconds, rounds }: BenchOptions) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'lamppost-bench-start-'));
    try {
      await (await startProduct({ dataDir })).stop();
      return [await startRow(dataDir, rounds), ...(await memoryRows(dataDir, seconds, rounds))];
    } finally {
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    }
  },
};

async function timeOfBareServer(): Promise<number> {
  const startedAt = performance.now();
  const bare = await startReference('fixed-body', { BODY_BYTES: '100' });
  await (await fetch(bare.url)).text();
  const took = performance.now() - startedAt;
  await bare.stop();
  return took;
}

async function timeToServe(dataDir: string): Promise<number> {
  const startedAt = performance.now();
  const product = await startProduct({ dataDir, isMetered: true });
  const headers = { Authorization: `Bearer ${product.keys.secret}` };
  const ingest = await fetch(`${product.url}/v1/ingest`, {
    method: 'POST',
    headers,
    body: '{"batch":[{"event":"started"}]}',
  });
  const config = await fetch(`${product.url}/v1/config`, { headers });
  const took = performance.now() - startedAt;
  await product.stop();
  if (ingest.status !== 202 || config.status !== 200) throw new Error(`Answered ${ingest.status} and ${config.status}`);
  return took;
}
