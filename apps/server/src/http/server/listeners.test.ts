import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { Listeners } from './listeners.ts';

const failures: unknown[] = [];
const clients: Socket[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
  expect(failures.splice(0)).toEqual([]);
});

async function listening(): Promise<{ server: Server; listeners: Listeners; port: number }> {
  const server = createServer((_, response) => response.end('answered'));
  const listeners = new Listeners(server, { backlog: 4_096, onFailure: (error) => failures.push(error) });
  await once(server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 }), 'listening');
  return { server, listeners, port: (server.address() as AddressInfo).port };
}

/** All of them at once: the system completes connections before anybody accepts them. */
const connected = (port: number, count: number): Promise<readonly Socket[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const client = connect(port, '127.0.0.1');
      clients.push(client);
      await once(client, 'connect');
      return client;
    }),
  );

async function answered(client: Socket): Promise<string> {
  client.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
  const [bytes] = await once(client, 'data');
  return String(bytes);
}

/** How many connections are accepted in the turn of the event loop that accepts most. */
async function mostInOneTurn(server: Server, port: number, count: number): Promise<number> {
  let [accepted, most, all] = [0, 0, 0];
  server.on('connection', () => {
    accepted += 1;
    all += 1;
  });
  const connecting = connected(port, count);
  while (all < count) {
    await nextTurn();
    most = Math.max(most, accepted);
    accepted = 0;
  }
  await connecting;
  return most;
}

test('many connections get several accepted in one turn of the event loop, each answered once', async () => {
  const { server, listeners, port } = await listening();
  await connected(port, 100);
  await expect.poll(() => mostInOneTurn(server, port, 50)).toBeGreaterThan(4);
  for (const text of await Promise.all(clients.map(answered))) expect(text).toMatch(/answered$/);
  for (const client of clients) client.destroy();
  await listeners.close();
});

test('closing waits for connections of every handle, and frees the port', async () => {
  const { server, listeners, port } = await listening();
  await connected(port, 100);
  await expect.poll(() => mostInOneTurn(server, port, 50)).toBeGreaterThan(4);
  let isClosed = false;
  const closed = listeners.close().then(() => {
    isClosed = true;
  });
  for (const client of clients.slice(1)) client.destroy();
  await expect.poll(() => clients.filter((client) => !client.closed).length).toBe(1);
  expect(isClosed).toBe(false);
  expect(await answered(clients[0] as Socket)).toMatch(/answered$/);
  clients[0]?.destroy();
  await closed;
  await expect(connected(port, 1)).rejects.toThrow('ECONNREFUSED');
});

test('closing while handles are duplicated leaves none behind', async () => {
  const { listeners, port } = await listening();
  await connected(port, 100);
  for (const client of clients) client.destroy();
  await listeners.close();
  await expect(connected(port, 1)).rejects.toThrow('ECONNREFUSED');
});
