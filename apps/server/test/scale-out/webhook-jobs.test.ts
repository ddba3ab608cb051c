import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestServer, waitUntil } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';
import { PostgresServer } from './engines/postgres-server.ts';

const CHANGES = 20;

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await PostgresServer.start();
});
afterAll(() => postgres.remove());

for (const action of ['kill', 'stop'] as const)
  test.concurrent(`the one that sends webhooks is hit by ${action} in the middle: the other one goes on, in order, none is lost`, async () => {
    const env = {
      LP_DATABASE_URL: await postgres.createDatabase(`webhooks_${action}`),
      LP_SEPARATE_STORES: 'true',
      LP_ALLOW_PRIVATE_ADDRESSES: 'true',
    };
    const holder = await TestServer.start({ env });
    const other = await TestServer.startBeside(holder, { env });
    const received: { readonly id: string; readonly name: string }[] = [];
    const receiver = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: { key: string } };
        received.push({ id: String(request.headers['webhook-id']), name: data.key });
        response.end();
        if (received.length === CHANGES / 2) process.kill(holder.pid, action === 'kill' ? 'SIGKILL' : 'SIGSTOP');
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    try {
      const project = await TestProject.create(other);
      const post = (path: string, body: object) => project.post(path, body, { key: project.secret });
      const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
      expect((await post('/v1/webhooks', { name: 'W', url })).status).toBe(201);
      const keys = Array.from({ length: CHANGES }, (_, at) => `flag_${at}`);
      for (const key of keys) {
        expect((await post('/v1/flags', { key, name: key, platforms: ['web'] })).status).toBe(201);
      }
      await waitUntil(() => new Set(received.map(({ id }) => id)).size === CHANGES, 120_000);
      if (action === 'stop') process.kill(holder.pid, 'SIGCONT');
      // What was on its way may come twice, with the id that it had.
      const first = new Map(received.toReversed().map(({ id, name }) => [id, name]));
      expect([...first.values()].toReversed()).toEqual(keys);
      expect(received.length - CHANGES).toBeLessThanOrEqual(2);
    } finally {
      await holder.kill();
      await other.stop();
      receiver.close();
      receiver.closeAllConnections();
    }
  }, 240_000);
