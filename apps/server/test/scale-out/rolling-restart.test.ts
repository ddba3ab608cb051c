import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestServer, waitUntil } from '../harness/server.ts';
import { PostgresServer } from './engines/postgres-server.ts';

const product = fileURLToPath(new URL('../../../../dist/product', import.meta.url));

let postgres: PostgresServer;
let folder: string;
beforeAll(async () => {
  postgres = await PostgresServer.start();
  folder = await mkdtemp(join(tmpdir(), 'lamppost-rolling-'));
  // The next version: the same code under another number.
  await cp(product, join(folder, 'next'), { recursive: true });
  await symlink(fileURLToPath(new URL('../../../../node_modules', import.meta.url)), join(folder, 'node_modules'));
  const manifest = join(folder, 'next', 'apps', 'server', 'package.json');
  const text = await readFile(manifest, 'utf8');
  await writeFile(manifest, text.replace(/"version": "[^"]+"/, '"version": "99.0.0"'));
});
afterAll(async () => {
  await postgres.remove();
  await rm(folder, { recursive: true, force: true });
});

const isReady = async (edge: TestServer): Promise<boolean> => {
  try {
    return (await fetch(`${edge.url}/readyz`)).status === 200;
  } catch {
    return false;
  }
};

test('edges are replaced by those of the next version one after the other, and no client meets an error', async () => {
  const env = { LP_DATABASE_URL: await postgres.createDatabase('rolling'), LP_SEPARATE_STORES: 'true' };
  const first = await TestServer.start({ env });
  const edges = [first, await TestServer.startBeside(first, { env })];
  await first.liftLimits();
  const failures: string[] = [];
  let sent = 0;
  let isOver = false;
  /** As a balancer does: to one that says it is ready, and to the other one when a connection cannot be made. */
  const balanced = async (send: (edge: TestServer) => Promise<Response>): Promise<void> => {
    const from = sent;
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const edge = edges[(from + attempt) % edges.length] as TestServer;
      if (!(await isReady(edge))) continue;
      try {
        const response = await send(edge);
        await response.arrayBuffer();
        if (!response.ok) failures.push(`${response.url} answered ${response.status}`);
        return;
      } catch (error) {
        const { cause } = error as { cause?: { code?: string } };
        if (cause?.code !== 'ECONNREFUSED') failures.push(String(cause ?? error));
      }
    }
    failures.push('No edge was ready');
  };
  const clients = Array.from({ length: 4 }, async () => {
    while (!isOver) {
      sent += 1;
      const at = sent;
      const key = first.keys.publishable;
      await balanced((edge) => edge.request('/v1/config', { key }));
      await balanced((edge) => edge.post('/v1/ingest', { batch: [{ event: 'seen', event_id: `e${at}` }] }, { key }));
      await balanced((edge) =>
        edge.post('/v1/devices/register', { device_id: `d${at % 50}`, platform: 'web' }, { key }),
      );
      await balanced((edge) => edge.request('/v1/flags'));
      await sleep(5);
    }
  });
  const listed = async (edge: TestServer) => {
    const { data } = await edge.json<{ data: { version: string }[] }>('/v1/edges', {
      key: edge.bootstrap.operator_token,
    });
    return data.map(({ version }) => version).sort();
  };
  const main = join(folder, 'next', 'apps', 'server', 'dist', 'main.js');
  for (const [at, old] of [...edges].entries()) {
    const served = sent;
    await waitUntil(() => sent > served + 20);
    expect(await old.stop()).toBe(0);
    edges[at] = await TestServer.startBeside(first, { env, dataDir: old.dataDir, entry: main });
    await waitUntil(async () => await isReady(edges[at] as TestServer));
    // A mixed pair first, then both of the next version.
    await waitUntil(
      async () => (await listed(edges[at] as TestServer)).filter((v) => v === '99.0.0').length === at + 1,
    );
  }
  const served = sent;
  await waitUntil(() => sent > served + 20);
  isOver = true;
  await Promise.all(clients);
  expect(failures).toEqual([]);
  expect(sent).toBeGreaterThan(60);
  for (const edge of edges) await edge.stop();
}, 90_000);
