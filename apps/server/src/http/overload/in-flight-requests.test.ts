import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { InFlightRequests } from './in-flight-requests.ts';

let server: Server;
let client: Socket;
let responses: ServerResponse[];
let over: number;
beforeEach(async () => {
  const inFlight = new InFlightRequests();
  [responses, over] = [[], 0];
  server = createServer((request, response) => {
    responses.push(response);
    request.resume();
    inFlight.add(request, response, () => over++);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined);
  client.resume();
});
afterEach(async () => {
  client.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** One behind the other, on one connection. */
async function send(count: number): Promise<void> {
  const expected = responses.length + count;
  client.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}'.repeat(count));
  await expect.poll(() => responses.length).toBe(expected);
}

test('a request is over when it is answered, once', async () => {
  await send(3);
  expect(over).toBe(0);
  for (const response of responses) response.end();
  await expect.poll(() => over).toBe(3);
  await send(1);
  client.destroy();
  await expect.poll(() => over).toBe(4);
});

test('requests that wait behind others are over when their client goes away, answered later or not', async () => {
  await send(12);
  client.resetAndDestroy();
  await expect.poll(() => over).toBe(12);
  for (const response of responses) response.end();
  await new Promise(setImmediate);
  expect(over).toBe(12);
});
