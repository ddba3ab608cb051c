import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { Cors } from '../server/cors.ts';
import { respondOverloaded } from './respond-overloaded.ts';

test('a rejected request gets 503, when to come again, and the headers of every response', async () => {
  const answered: unknown[] = [];
  const deps = {
    cors: new Cors([]),
    transportHeaders: { 'Strict-Transport-Security': 'max-age=1' },
    drain: { isLastResult: () => false },
    observer: { answered: (...args: unknown[]) => void answered.push(args.slice(0, 2)) },
  };
  const server = createServer((request, response) => respondOverloaded(deps, 'ingest', request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/ingest`;
  const response = await fetch(url, { method: 'POST', body: 'x'.repeat(100_000), headers: { 'X-Request-ID': 'r-1' } });
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({
    error: { code: 'INTERNAL_SERVER_ERROR', message: 'The server is overloaded; send the request again later' },
  });
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'retry-after': '2',
    'x-request-id': 'r-1',
    'content-type': 'application/json; charset=utf-8',
    'access-control-allow-origin': '*',
    'strict-transport-security': 'max-age=1',
  });
  expect(answered).toEqual([['ingest', 503]]);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
