import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSeconds } from '../harness/cpu-seconds.ts';
import { load } from '../harness/load.ts';
import { type Product, startProduct } from '../harness/processes.ts';
import { ingestRequests } from '../harness/requests.ts';
import type { Row, Scenario } from '../harness/scenario.ts';

const CONNECTIONS = 8;
const EVENTS_A_BATCH = 20;
const MAX_EDGES = 3;

interface Measured {
  readonly events: number;
  readonly acceptedPerSecond: number;
  readonly visiblePerSecond: number;
  readonly edgeCpuSeconds: number;
  readonly clickhouseCpuSeconds: number;
}

/**
 * Events through one, two and three edges into one ClickHouse. `LP_BENCH_DATABASE_URL` and `LP_BENCH_CLICKHOUSE_URL` name
 * the servers, with `{}` in place of the databases bench_1, bench_2 and bench_3, which are new; `LP_BENCH_CLICKHOUSE_PID` the process whose CPU time is counted.
 */
export const edges: Scenario = {
  name: 'edges',
  topic: 'Growth',
  sentence:
    'Ingest through one, two and three edges into a shared ClickHouse, as events per CPU second; needs both servers',
  run: async ({ seconds }) => {
    const rows: Row[] = [];
    for (let count = 1; count <= MAX_EDGES; count++) rows.push(...rowsOf(count, await measure(count, seconds)));
    return rows;
  },
};

async function measure(count: number, seconds: number): Promise<Measured> {
  const { LP_BENCH_DATABASE_URL: database, LP_BENCH_CLICKHOUSE_URL: clickhouse } = process.env;
  if (database === undefined || clickhouse === undefined) {
    throw new Error('LP_BENCH_DATABASE_URL and LP_BENCH_CLICKHOUSE_URL say where PostgreSQL and ClickHouse are.');
  }
  const name = `bench_${count}`;
  const env = { LP_DATABASE_URL: database.replace('{}', name), LP_CLICKHOUSE_URL: clickhouse.replace('{}', name) };
  const first = await startProduct({ env });
  const products: Product[] = [first];
  while (products.length < count) products.push(await startProduct({ env, beside: first }));
  try {
    await untilCounted(first, 0);
    const { next } = ingestRequests({ key: first.keys.publishable, events: EVENTS_A_BATCH });
    const before = await usedBy(products);
    const startedAt = performance.now();
    const results = await Promise.all(
      products.map(({ url }) => load({ url, connections: CONNECTIONS, seconds, next })),
    );
    const events = results.reduce((sum, { statuses }) => sum + (statuses['202'] ?? 0) * EVENTS_A_BATCH, 0);
    const acceptedPerSecond = events / ((performance.now() - startedAt) / 1_000);
    await untilCounted(first, events);
    const visiblePerSecond = events / ((performance.now() - startedAt) / 1_000);
    const after = await usedBy(products);
    return {
      events,
      acceptedPerSecond,
      visiblePerSecond,
      edgeCpuSeconds: after.edges - before.edges,
      clickhouseCpuSeconds: after.clickhouse - before.clickhouse,
    };
  } finally {
    for (const product of products.reverse()) await product.stop();
  }
}

async function usedBy(products: readonly Product[]): Promise<{ edges: number; clickhouse: number }> {
  const edgesUsed = await Promise.all(products.map(({ pid }) => cpuSeconds(pid)));
  const pid = Number(process.env.LP_BENCH_CLICKHOUSE_PID ?? 0);
  return { edges: edgesUsed.reduce((sum, one) => sum + one, 0), clickhouse: pid === 0 ? 0 : await cpuSeconds(pid) };
}

async function untilCounted(product: Product, events: number): Promise<void> {
  for (;;) {
    const headers = { Authorization: `Bearer ${product.keys.secret}` };
    const response = await fetch(`${product.url}/v1/events/count`, { headers });
    const { data } = (await response.json()) as { data?: { count: number } };
    if (response.ok && (data?.count ?? 0) >= events) return;
    await sleep(200);
  }
}

function rowsOf(count: number, measured: Measured): Row[] {
  const { events, acceptedPerSecond, visiblePerSecond, edgeCpuSeconds, clickhouseCpuSeconds } = measured;
  const perCpuSecond = events / (edgeCpuSeconds + clickhouseCpuSeconds);
  const said = [
    `${Math.round(acceptedPerSecond).toLocaleString('en')}/s accepted`,
    `${Math.round(visiblePerSecond).toLocaleString('en')}/s until visible`,
    `edges ${edgeCpuSeconds.toFixed(1)} s, ClickHouse ${clickhouseCpuSeconds.toFixed(1)} s of CPU`,
  ];
  return [
    {
      scenario: `${events.toLocaleString('en')} events through ${count} ${count === 1 ? 'edge' : 'edges'}`,
      measured: said.join(', '),
      reference: '–',
      value: perCpuSecond,
      unit: ' events per CPU second',
      goal: '–',
      isMet: true,
    },
  ];
}
