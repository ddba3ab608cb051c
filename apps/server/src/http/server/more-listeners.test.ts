import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { MoreListeners } from './more-listeners.ts';

const BACKLOG = 512;
let server: Server;
const clients: Socket[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
});

async function listening(): Promise<MoreListeners> {
  server = createServer((_, response) => response.end('here'));
  const more = new MoreListeners(server, BACKLOG, (error) => expect.unreachable(error.message));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', BACKLOG, resolve));
  return more;
}

const connectTimes = (times: number): void => {
  const { port } = server.address() as AddressInfo;
  for (let at = 0; at < times; at++) clients.push(connect(port, '127.0.0.1'));
};

/** How many connections each turn of the event loop took, until all of them are there. */
async function takenByTurn(connections: number): Promise<number[]> {
  const taken: number[] = [];
  let [now, all] = [0, 0];
  const count = (): void => {
    now++;
    all++;
  };
  server.on('connection', count);
  connectTimes(connections);
  while (all < connections) {
    await new Promise(setImmediate);
    if (now > 0) taken.push(now);
    now = 0;
  }
  server.off('connection', count);
  return taken;
}

async function close(more: MoreListeners): Promise<void> {
  const closed = Promise.all([new Promise((resolve) => server.close(resolve)), more.close()]);
  server.closeAllConnections();
  await closed;
}

test('a server that many are connected to takes many connections in one turn, and answers on them', async () => {
  const more = await listening();
  more.openWhenBusy();
  connectTimes(40);
  await expect.poll(() => more.count, { timeout: 20_000 }).toBe(31);
  expect(Math.max(...(await takenByTurn(96)))).toBeGreaterThan(4);
  const { port } = server.address() as AddressInfo;
  const answers = Array.from({ length: 20 }, async () =>
    (await fetch(`http://127.0.0.1:${port}`, { headers: { connection: 'close' } })).text(),
  );
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['here']));
  await close(more);
  await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow('fetch failed');
}, 30_000);

test('a server that stops while it gets more handles stops without a failure, and listens no more', async () => {
  for (let waitMs = 0; waitMs <= 80; waitMs += 8) {
    const more = await listening();
    const { port } = server.address() as AddressInfo;
    more.openWhenBusy();
    await takenByTurn(40);
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    await close(more);
    await expect.poll(() => fetch(`http://127.0.0.1:${port}`).catch(() => 'refused')).toBe('refused');
  }
}, 30_000);

test('negative control: with its own handle alone it takes one in a turn', async () => {
  const more = await listening();
  expect(Math.max(...(await takenByTurn(96)))).toBe(1);
  await close(more);
});
