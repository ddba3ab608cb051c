import { setTimeout as sleep } from 'node:timers/promises';
import { createLamppost, type NodeLamppost } from '@lamppost/node';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { randomFor, recordCounts, scaled } from '../../src/telemetry/testing/torture-run.ts';
import { TestServer, waitUntil } from '../harness/server.ts';

let server: TestServer;
let port: string;
const open: NodeLamppost[] = [];
beforeAll(async () => {
  server = await TestServer.start();
  await server.liftLimits();
  port = new URL(server.url).port;
});
afterEach(() => Promise.all(open.splice(0).map((client) => client.close())));
afterAll(() => server.dispose());

function launch(flushMax = 10_000): NodeLamppost {
  const client = createLamppost({
    key: server.keys.secret,
    url: server.url,
    flushMs: 100,
    flushMax,
    signals: false,
    uncaught: false,
    log: () => {},
  });
  open.push(client);
  return client;
}

interface Page {
  readonly data: readonly { readonly properties: { readonly ref: string } }[];
  readonly pagination: { readonly cursor: string | null };
}

/** What was tracked and is not there, and what is there more than once. */
async function compare(
  event: string,
  tracked: ReadonlySet<string>,
): Promise<{ lost: string[]; twice: string[]; stored: number }> {
  await waitUntil(async () => {
    const response = await server.request('/readyz', { key: null });
    const { store } = (await response.json()) as { store: { state: string; unloaded_bytes: number } };
    return store.state === 'ready' && store.unloaded_bytes === 0;
  });
  const times = new Map<string, number>();
  let cursor: string | null = null;
  do {
    const more: string = cursor === null ? '' : `&cursor=${cursor}`;
    const page: Page = await server.json(`/v1/events?event=${event}&limit=100${more}`);
    for (const { properties } of page.data) times.set(properties.ref, (times.get(properties.ref) ?? 0) + 1);
    cursor = page.pagination.cursor;
  } while (cursor !== null);
  return {
    lost: [...tracked].filter((ref) => !times.has(ref)),
    twice: [...times].filter(([, count]) => count > 1).map(([ref]) => ref),
    stored: times.size,
  };
}

/** Sends until nothing waits. */
const drain = (client: NodeLamppost): Promise<void> =>
  waitUntil(async () => {
    await client.flush();
    return client.status().queued === 0;
  }, 120_000);

test('a server that is killed again and again while five clients send has everything they tracked, once', {
  timeout: scaled(240_000, 900_000),
}, async () => {
  const tracked = new Set<string>();
  let isOver = false;
  const clients = Array.from({ length: 5 }, () => launch());
  const tracking = clients.map(async (client, who) => {
    for (let count = 0; !isOver; count += 1) {
      const ref = `${who}-${count}`;
      tracked.add(ref);
      client.track('tortured', { ref }, { userId: `user-${count % 7}` });
      await sleep(15);
    }
  });
  const kills = scaled(2, 20);
  const random = randomFor('sdk');
  for (let kill = 0; kill < kills; kill += 1) {
    await sleep(random() * 900);
    await server.kill();
    await server.restart({ LP_PORT: port });
  }
  isOver = true;
  await Promise.all(tracking);
  await Promise.all(clients.map(drain));
  const { lost, twice, stored } = await compare('tortured', tracked);
  const dropped = clients.reduce((sum, client) => sum + client.status().dropped, 0);
  recordCounts('kill -9 under SDKs', {
    kills,
    tracked: tracked.size,
    stored,
    lost: lost.length,
    twice: twice.length,
    dropped,
  });
  expect({ lost, twice, dropped, stored }).toEqual({ lost: [], twice: [], dropped: 0, stored: tracked.size });
  expect(tracked.size).toBeGreaterThan(200);
});

test('negative control: a client that may keep ten events loses the others while the server is away', async () => {
  const client = launch(10);
  await client.ready;
  await server.kill();
  const tracked = new Set(Array.from({ length: 50 }, (_, count) => `${count}`));
  for (const ref of tracked) client.track('forgotten', { ref });
  await server.restart({ LP_PORT: port });
  await drain(client);
  const { lost, stored } = await compare('forgotten', tracked);
  expect({ lost: lost.length, stored }).toEqual({ lost: 40, stored: 10 });
  expect(client.status().dropped).toBeGreaterThanOrEqual(40);
});
