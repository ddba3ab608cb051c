import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { ApiClient, Stopped } from './api-client.ts';

type Reply = (response: ServerResponse, request: IncomingMessage, body: Buffer) => void;

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections();
});

/** Answers the first request with the first reply, and so on; the last one again and again. */
async function serverWith(...replies: Reply[]): Promise<{ url: string; requests: () => number }> {
  let count = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const reply = replies[Math.min(count, replies.length - 1)] as Reply;
      count += 1;
      reply(response, request, Buffer.concat(chunks));
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests: () => count };
}

const answer =
  (status: number, body: unknown, headers: Record<string, string> = {}): Reply =>
  (response) => {
    response.writeHead(status, headers).end(JSON.stringify(body));
  };
const hangUp: Reply = (response) => {
  response.destroy();
};
const clientOf = (url: string, more: { signal?: AbortSignal; isGzip?: boolean; onWait?: (s: number) => void } = {}) =>
  new ApiClient({ url, key: 'k', keyName: 'secret key', signal: new AbortController().signal, ...more });

for (const status of [429, 503]) {
  test(`a ${status} is waited for as long as it says, and the same is sent again`, async () => {
    const busy = answer(status, { error: { message: 'later' } }, { 'Retry-After': '0.2' });
    const { url, requests } = await serverWith(busy, busy, answer(200, { data: 7 }));
    const waits: number[] = [];
    const startedAtMs = performance.now();
    const data = await clientOf(url, { onWait: (seconds) => waits.push(seconds) }).data('POST', '/x', { a: 1 });
    expect({ data, requests: requests(), waits }).toEqual({ data: 7, requests: 3, waits: [0.2, 0.2] });
    expect(performance.now() - startedAtMs).toBeGreaterThan(380);
  });
}

test('a wait of hours is not waited for', async () => {
  const { url } = await serverWith(
    answer(429, { error: { message: 'The day is used up' } }, { 'Retry-After': '7200' }),
  );
  await expect(clientOf(url).send('POST', '/x', '{}')).rejects.toThrow(
    'The server takes no more today: The day is used up',
  );
});

test('a connection that breaks is tried again', async () => {
  const { url, requests } = await serverWith(hangUp, answer(202, { data: 'ok' }));
  expect(await clientOf(url).data('POST', '/x', {})).toBe('ok');
  expect(requests()).toBe(2);
});

test('a key that the server does not know is reported in words', async () => {
  const { url } = await serverWith(answer(401, { error: { message: 'Unknown key' } }));
  const told = `The server at ${url} does not know the secret key: Unknown key`;
  await expect(clientOf(url).send('GET', '/x')).rejects.toThrow(
    expect.objectContaining({ name: 'CommandFailed', message: told }),
  );
});

test('a status that was expected is an answer', async () => {
  const { url } = await serverWith(answer(404, { error: { message: 'No such flag' } }));
  expect((await clientOf(url).send('GET', '/x', undefined, [404])).status).toBe(404);
  await expect(clientOf(url).send('GET', '/x')).rejects.toThrow('GET /x was answered 404: No such flag');
});

test('anyone who waits can be stopped', async () => {
  const { url } = await serverWith(answer(503, {}, { 'Retry-After': '60' }));
  const stop = new AbortController();
  const sending = clientOf(url, { signal: stop.signal, onWait: () => stop.abort() }).send('POST', '/x', '{}');
  await expect(sending).rejects.toThrow(Stopped);
});

test('what is sent can be compressed', async () => {
  const { url } = await serverWith((response, request, body) => {
    const text = request.headers['content-encoding'] === 'gzip' ? gunzipSync(body).toString() : 'not packed';
    response.end(JSON.stringify({ data: text }));
  });
  expect(await clientOf(url, { isGzip: true }).data('POST', '/x', { a: 1 })).toBe('{"a":1}');
});
