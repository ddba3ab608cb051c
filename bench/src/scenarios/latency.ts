import { setTimeout as sleep } from 'node:timers/promises';
import { load } from '../harness/load.ts';
import { type Product, startProduct } from '../harness/processes.ts';
import { get, ingestRequests } from '../harness/requests.ts';
import { boundRow, ms, type Scenario } from '../harness/scenario.ts';
import { visibleAfterMs } from '../harness/visible-after.ts';

const batchEvents = 20;

/** Fills the store through the front door, waiting whenever the loader is behind. */
async function fill(product: Product, events: number): Promise<void> {
  const requests = ingestRequests({ events: 100, key: product.keys.secret, variants: 32 });
  while ((await storedEvents(product)) < events) {
    await load({ url: product.url, connections: 16, seconds: 2, next: requests.next });
    await untilLoaded(product);
  }
}

async function storedEvents(product: Product): Promise<number> {
  const text = await (await fetch(`${product.url}/metrics`)).text();
  return Number(/lamppost_store_rows\{kind="events",outcome="stored"\} (\d+)/.exec(text)?.[1] ?? 0);
}

async function untilLoaded(product: Product): Promise<void> {
  for (;;) {
    const report = (await (await fetch(`${product.url}/readyz`)).json()) as { store: { unloaded_bytes: number } };
    if (report.store.unloaded_bytes < 1_000_000) return;
    await sleep(100);
  }
}

export const latency: Scenario = {
  name: 'latency',
  sentence: 'At half of peak load with a full store: acknowledgement, visibility, and config beside it',
  run: async (options) => {
    const product = await startProduct();
    try {
      await fill(product, options.storedEvents);
      const requests = ingestRequests({ events: batchEvents, key: product.keys.secret });
      const peak = await load({ url: product.url, connections: 32, seconds: options.seconds, next: requests.next });
      await untilLoaded(product);
      const seconds = Math.max(10, options.seconds * 2);
      const half = { url: product.url, connections: 32, seconds, next: requests.next, perSecond: peak.perSecond / 2 };
      const running = load(half);
      const visible: number[] = [];
      const endsAt = performance.now() + (seconds - 3) * 1000;
      while (performance.now() < endsAt) visible.push(await visibleAfterMs(product, `probe_${Date.now()}`));
      const acknowledged = await running;
      await untilLoaded(product);
      let count = 0;
      const [configs] = await Promise.all([
        load({
          url: product.url,
          connections: 16,
          seconds,
          perSecond: 1000,
          next: () => get(product.keys.publishable, '/v1/config', { 'X-Device-ID': `bench-${count++}` }),
        }),
        load(half),
      ]);
      visible.sort((a, b) => a - b);
      const worst = visible.at(-1) ?? Number.NaN;
      const load20 = `${Math.round((half.perSecond * batchEvents) / 1000)} k events/s, ${(options.storedEvents / 1e6).toFixed(1)} M stored`;
      return [
        boundRow(
          `acknowledgement p99 at half of peak (${load20})`,
          acknowledged.p99Ms,
          ' ms',
          25,
          `p50 ${ms(acknowledged.p50Ms)}, p99 ${ms(acknowledged.p99Ms)}`,
        ),
        boundRow(
          `accepted → visible, worst of ${visible.length} probes at half of peak`,
          worst / 1000,
          ' s',
          2,
          ms(worst),
        ),
        boundRow(
          'config p99 at 1,000/s beside ingest at half of peak',
          configs.p99Ms,
          ' ms',
          20,
          `p50 ${ms(configs.p50Ms)}, p99 ${ms(configs.p99Ms)}`,
        ),
      ];
    } finally {
      await product.stop();
    }
  },
};
