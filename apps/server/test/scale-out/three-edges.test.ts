import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestServer, waitUntil } from '../harness/server.ts';
import { Balancer } from './engines/balancer.ts';
import { ClickhouseServer } from './engines/clickhouse-server.ts';
import { PostgresServer } from './engines/postgres-server.ts';
import { RedisServer } from './engines/redis-server.ts';

const rounds = process.env.LP_SCALE_OUT === 'full' ? 20 : 5;

let postgres: PostgresServer;
let redis: RedisServer;
let clickhouse: ClickhouseServer;
let edges: TestServer[];
let balancer: Balancer;

beforeAll(async () => {
  [postgres, redis, clickhouse] = [
    await PostgresServer.start(),
    await RedisServer.start(),
    await ClickhouseServer.start(),
  ];
  const env = {
    LP_DATABASE_URL: await postgres.createDatabase('three'),
    LP_REDIS_URL: redis.url,
    LP_CLICKHOUSE_URL: clickhouse.urlOf('three'),
  };
  const first = await TestServer.start({ env });
  edges = [first, await TestServer.startBeside(first, { env }), await TestServer.startBeside(first, { env })];
  await first.liftLimits();
  balancer = await Balancer.start(() => edges.map(({ url }) => url));
});
afterAll(async () => {
  await balancer.close();
  for (const edge of edges) await edge.dispose();
  await clickhouse.remove();
  await redis.remove();
  await postgres.remove();
});

interface Sent {
  isOver: boolean;
  readonly acknowledged: Set<string>;
  readonly maybe: Set<string>;
  batches: number;
  configFailures: number;
  configs: number;
}

/** Sends until told to stop. What was answered 202 must be there; what was not may be. */
async function send(sent: Sent, sender: number): Promise<void> {
  const keys = edges[0]?.keys;
  for (let at = 0; !sent.isOver; at++) {
    const ids = [`${sender}-${at}-a`, `${sender}-${at}-b`, `${sender}-${Math.max(0, at - 3)}-a`];
    const body = JSON.stringify({ batch: ids.map((event_id) => ({ event: 'sent', event_id })) });
    const headers = { Authorization: `Bearer ${keys?.publishable}`, 'Content-Type': 'application/json' };
    const response = await fetch(`${balancer.url}/v1/ingest`, { method: 'POST', body, headers }).catch(() => undefined);
    await response?.arrayBuffer();
    if (response !== undefined && response.status >= 400 && response.status < 500) {
      throw new Error(`A client was told ${response.status}, which it would not repeat.`);
    }
    for (const id of ids) (response?.status === 202 ? sent.acknowledged : sent.maybe).add(id);
    sent.batches += 1;
    await sleep(10);
  }
}

async function readConfig(sent: Sent): Promise<void> {
  const headers = { Authorization: `Bearer ${edges[0]?.keys.publishable}` };
  while (!sent.isOver) {
    const response = await fetch(`${balancer.url}/v1/config`, { headers }).catch(() => undefined);
    await response?.arrayBuffer();
    sent.configs += 1;
    if (response?.status !== 200) sent.configFailures += 1;
    await sleep(20);
  }
}

/** How long a component is away before it is started again: the length of the fault, no wait for anything. */
const AWAY_MS = { edge: 300, clickhouse: 1_000, postgres: 1_000, redis: 500 } as const;

/** Each component in turn. */
const faults: readonly { readonly what: string; readonly happen: () => Promise<void> }[] = [
  ...[0, 1, 2].map((at) => ({
    what: `edge ${at}`,
    happen: async () => {
      await edges[at]?.kill();
      await sleep(AWAY_MS.edge);
      await edges[at]?.restart();
    },
  })),
  {
    what: 'ClickHouse',
    happen: async () => {
      await clickhouse.kill();
      await sleep(AWAY_MS.clickhouse);
      await clickhouse.startAgain();
    },
  },
  {
    what: 'a store process',
    happen: async () => {
      for (const edge of edges) for (const pid of await edge.childPids()) process.kill(Number(pid), 'SIGKILL');
    },
  },
  {
    what: 'PostgreSQL',
    happen: async () => {
      await postgres.kill();
      await sleep(AWAY_MS.postgres);
      await postgres.start();
    },
  },
  {
    what: 'Redis',
    happen: async () => {
      await redis.kill();
      await sleep(AWAY_MS.redis);
      await redis.startAgain();
    },
  },
];

test(`every component is killed in turn, ${rounds} rounds: nothing acknowledged is lost, nothing is counted twice`, async () => {
  const sent: Sent = {
    isOver: false,
    acknowledged: new Set(),
    maybe: new Set(),
    batches: 0,
    configFailures: 0,
    configs: 0,
  };
  const working = Promise.all([send(sent, 1), send(sent, 2), readConfig(sent)]);
  working.catch(() => undefined);
  for (let round = 0; round < rounds; round++) {
    const fault = faults[(round + 3) % faults.length];
    await fault?.happen();
    await sleep(1_000);
  }
  sent.isOver = true;
  await working;
  const edge = edges[0] as TestServer;
  await edge.waitForStore();
  const { rows, distinct } = await untilAllThere(edge, sent.acknowledged);
  const sentAtAll = new Set([...sent.acknowledged, ...sent.maybe]);
  process.stdout.write(
    `${rounds} rounds: ${sent.batches} batches, ${sent.acknowledged.size} ids acknowledged, ${distinct.size} stored, ${sent.configFailures} of ${sent.configs} configs not answered\n`,
  );
  expect(rows).toBe(distinct.size);
  expect([...sent.acknowledged].filter((id) => !distinct.has(id))).toEqual([]);
  expect([...distinct].filter((id) => !sentAtAll.has(id))).toEqual([]);
  // The balancer has no more than two of three to pass over.
  expect(sent.configFailures).toBe(0);
}, 600_000);

/** All pages of the list of events, once there are as many as were acknowledged. */
async function untilAllThere(edge: TestServer, acknowledged: ReadonlySet<string>) {
  await waitUntil(async () => {
    const response = await edge.request('/v1/events/count');
    const { data } = (await response.json()) as { data?: { count: number } };
    return (data?.count ?? 0) >= acknowledged.size;
    // What is missing is named below, by its ids.
  }).catch(() => undefined);
  const distinct = new Set<string>();
  let rows = 0;
  for (let cursor = ''; ; ) {
    const page = await edge.json<EventsPage>(`/v1/events?limit=100${cursor}`);
    for (const { event_id } of page.data) distinct.add(event_id);
    rows += page.data.length;
    if (!page.pagination.has_more) return { rows, distinct };
    cursor = `&cursor=${page.pagination.cursor}`;
  }
}

interface EventsPage {
  readonly data: readonly { readonly event_id: string }[];
  readonly pagination: { readonly cursor: string | null; readonly has_more: boolean };
}
