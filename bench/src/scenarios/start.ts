import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { load } from '../harness/load.ts';
import { startProduct } from '../harness/processes.ts';
import { ingestRequests } from '../harness/requests.ts';
import { boundRow, median, ms, type Scenario } from '../harness/scenario.ts';

export const start: Scenario = {
  name: 'start',
  sentence: 'Cold start (built, not the first) to the first 202 and config 200; memory idle and at peak ingest',
  run: async (options) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'lamppost-bench-start-'));
    try {
      await (await startProduct({ dataDir })).stop();
      const times: number[] = [];
      for (let round = 0; round < 3; round += 1) times.push(await timeToServe(dataDir));
      const product = await startProduct({ dataDir });
      await sleep(3_000);
      const idle = await product.memoryMb();
      const requests = ingestRequests({ events: 20, key: product.keys.secret });
      let peak = 0;
      const watch = setInterval(async () => {
        const { main, store } = await product.memoryMb();
        peak = Math.max(peak, main + store);
      }, 250);
      await load({ url: product.url, connections: 32, seconds: Math.max(8, options.seconds * 2), next: requests.next });
      clearInterval(watch);
      await product.stop();
      const startMs = median(times);
      return [
        boundRow('cold start to the first 202 and config 200', startMs / 1000, ' s', 0.6, ms(startMs)),
        boundRow('memory of the main process, idle', idle.main, ' MB', 100, `${idle.main.toFixed(0)} MB`),
        boundRow('memory of both processes at peak ingest', peak, ' MB', 450, `${peak.toFixed(0)} MB`),
      ];
    } finally {
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    }
  },
};

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
