import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestServer, waitUntil } from '../harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
  await server.liftLimits();
});
afterAll(() => server.dispose());

/** Sends requests one behind the other, and does not wait for their answers. */
async function sendAndLeave(request: string): Promise<void> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('connect', resolve));
  await new Promise<void>((resolve) => socket.write(request.repeat(100), () => resolve()));
  socket.resetAndDestroy();
}

function requestTo(path: string): string {
  const body = path.endsWith('ingest')
    ? '{"batch":[{"event":"x","metric_name":"x","value_ms":1}]}'
    : '{"device_id":"d"}';
  const head = `${path} HTTP/1.1\r\nHost: x\r\nX-Device-ID: d\r\nAuthorization: Bearer ${server.keys.publishable}\r\n`;
  return path === '/v1/config' ? `GET ${head}\r\n` : `POST ${head}Content-Length: ${body.length}\r\n\r\n${body}`;
}

test('clients that leave without their answers do not make the server reject others', async () => {
  const config = () => server.request('/v1/config', { headers: { 'X-Device-ID': 'd' } });
  // Everything is rejected while more than 4,000 are under way: these are six times as many.
  for (const path of ['/v1/performance/ingest', '/v1/ingest', '/v1/devices/register', '/v1/config']) {
    for (let clients = 0; clients < 60; clients++) await sendAndLeave(requestTo(path));
  }
  await waitUntil(async () => (await config()).status === 200);
  const statuses = new Set<number>();
  for (let asked = 0; asked < 20; asked++) statuses.add((await config()).status);
  expect([...statuses]).toEqual([200]);
}, 60_000);
