import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { randomFor, recordCounts, scaled } from '../../src/telemetry/testing/torture-run.ts';
import { KeepAliveClient } from '../harness/keep-alive-client.ts';
import { openSocket } from '../harness/raw-http.ts';
import { TestServer, waitUntil } from '../harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
  await server.liftLimits();
});
beforeEach(async () => {
  if (server.hasEnded) await server.restart();
});
afterAll(() => server.dispose());

const requestTo = (path: string, body: string | undefined): string =>
  `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1\r\nHost: x\r\nX-Device-ID: d\r\n` +
  `Authorization: Bearer ${server.keys.publishable}\r\nContent-Length: ${body?.length ?? 0}\r\n\r\n${body ?? ''}`;

const lastOne = (): string => requestTo('/v1/config', undefined).replace('Host: x', 'Host: x\r\nConnection: close');

let sent = 0;
const ingest = (): string => requestTo('/v1/ingest', `{"batch":[{"event":"sigterm","event_id":"${sent++}"}]}`);
const slowWay = (): string => requestTo('/v1/ingest?x=1', `{"batch":[{"event":"sigterm","event_id":"${sent++}"}]}`);
const config = (): string => requestTo('/v1/config', undefined);

const kinds = [
  { name: 'clients that open a connection for each request', clients: () => load(8, [lastOne]) },
  { name: 'busy keep-alive clients', clients: () => load(24, [ingest, slowWay, config]) },
  {
    name: 'keep-alive clients that pause between requests',
    clients: () => load(60, [ingest, slowWay, config], () => sleep(Math.random() * 400)),
  },
];

const load = (count: number, requests: readonly (() => string)[], pause?: () => Promise<void>): KeepAliveClient[] =>
  Array.from(
    { length: count },
    (_, at) => new KeepAliveClient(server.url, requests[at % requests.length] ?? config, pause),
  );

for (const { name, clients: start } of kinds) {
  test(`SIGTERM fails no request of ${name}`, { timeout: 300_000 }, async () => {
    const random = randomFor(name);
    const planned = scaled(2, 30);
    let answered = 0;
    for (let stops = 0; stops < planned; stops++) {
      if (stops > 0) await server.restart();
      const clients = start();
      const responses = () => clients.reduce((sum, client) => sum + client.responses, 0);
      await waitUntil(() => responses() > 200);
      await sleep(random() * 200);
      expect(await server.stop()).toBe(0);
      await Promise.all(clients.map((client) => client.ended));
      expect(clients.flatMap(({ lost }) => lost)).toEqual([]);
      const statuses = new Set(clients.flatMap(({ statuses: seen }) => [...seen.keys()]));
      expect([...statuses].filter((status) => status !== 200 && status !== 202)).toEqual([]);
      answered += responses();
    }
    recordCounts(`SIGTERM with ${name}`, { stops: planned, answered, failed: 0 });
  });
}

/** An idle connection is closed a second after the signal: what is written later is written too late. */
const MAX_DELAY_MS = 700;

test('SIGTERM answers requests that were sent one behind the other without waiting', async () => {
  let isSentInTime = false;
  for (let tries = 0; !isSentInTime && tries < 5; tries++) {
    if (tries > 0) await server.restart();
    const sockets = await Promise.all(Array.from({ length: 30 }, () => openSocket(server.url)));
    const texts = sockets.map(() => '');
    const closed = sockets.map(
      (socket, at) =>
        new Promise<void>((resolve) => {
          socket.on('data', (chunk) => {
            texts[at] += chunk.toString();
          });
          // What it got until then is looked at.
          socket.on('error', () => resolve());
          socket.on('close', () => resolve());
        }),
    );
    // The connections are taken before it begins to stop.
    for (const socket of sockets) socket.write(config());
    await waitUntil(() => texts.every((text) => text !== ''));
    const signalledAt = performance.now();
    const stopped = server.stop();
    // A new connection is not taken any more: what is sent now is sent while it stops.
    await waitUntil(
      async () =>
        await fetch(`${server.url}/healthz`, { headers: { Connection: 'close' } }).then(
          () => false,
          () => true,
        ),
    );
    for (const socket of sockets) socket.write(ingest() + config() + slowWay() + ingest());
    isSentInTime = performance.now() - signalledAt < MAX_DELAY_MS;
    await Promise.all(closed);
    expect(await stopped).toBe(0);
    if (!isSentInTime) continue;
    for (const text of texts) {
      expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual([200, 202, 200, 202, 202].map((status) => `HTTP/1.1 ${status}`));
      expect(text.match(/connection: close/gi)).toHaveLength(1);
    }
  }
  expect(isSentInTime, 'requests were sent while the server stopped').toBe(true);
});
