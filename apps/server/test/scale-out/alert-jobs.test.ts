import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestServer, waitUntil } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';
import { PostgresServer } from './engines/postgres-server.ts';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await PostgresServer.start();
});
afterAll(() => postgres.remove());

for (const action of ['kill', 'stop'] as const)
  test.concurrent(`the one that checks alerts is hit by ${action}: the other one goes on, and it is told once`, async () => {
    const env = {
      LP_DATABASE_URL: await postgres.createDatabase(`alerts_${action}`),
      LP_SEPARATE_STORES: 'true',
      LP_ALLOW_PRIVATE_ADDRESSES: 'true',
    };
    const holder = await TestServer.start({ env });
    const other = await TestServer.startBeside(holder, { env });
    const told: string[] = [];
    const receiver = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        told.push((JSON.parse(Buffer.concat(chunks).toString()) as { type: string }).type);
        response.end();
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    try {
      const project = await TestProject.create(other);
      const post = (path: string, body: object) => project.post(path, body, { key: project.secret });
      const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
      const event_types = ['alert.firing', 'alert.resolved'];
      expect((await post('/v1/webhooks', { name: 'W', url, event_types })).status).toBe(201);
      const created = await post('/v1/alerts', {
        name: 'Too many purchases',
        interval: 'hour',
        query: { kind: 'timeseries', event: 'purchase', interval: 'hour', range: { kind: 'relative', last: '7d' } },
        condition: { kind: 'threshold', op: 'above', value: 5 },
      });
      const { id } = created.data<{ id: string }>();
      const stateOf = async () => (await project.get(`/v1/alerts/${id}`)).data<{ state: string }>().state;
      // Its own store has no purchases, so it knows of nothing.
      await waitUntil(async () => (await stateOf()) === 'ok');
      await project.ingest({ batch: Array.from({ length: 9 }, () => ({ event: 'purchase' })) });
      expect(await stateOf()).toBe('ok');
      process.kill(holder.pid, action === 'kill' ? 'SIGKILL' : 'SIGSTOP');
      await waitUntil(async () => (await stateOf()) === 'firing', 120_000);
      await waitUntil(() => told.length > 0);
      if (action === 'stop') {
        process.kill(holder.pid, 'SIGCONT');
        // What it finds out now, without purchases in its store, counts for nothing.
        const since = Date.now();
        const checkedAt = async () =>
          Date.parse((await project.get(`/v1/alerts/${id}`)).data<{ checked_at: string }>().checked_at);
        await waitUntil(async () => (await checkedAt()) > since, 120_000);
        expect(await stateOf()).toBe('firing');
      }
      expect(told).toEqual(['alert.firing']);
    } finally {
      await holder.kill();
      await other.stop();
      receiver.close();
      receiver.closeAllConnections();
    }
  }, 300_000);
