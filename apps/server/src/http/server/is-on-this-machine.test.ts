import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isOnThisMachine } from './is-on-this-machine.ts';

const server = createServer((incoming, response) => response.end(String(isOnThisMachine(incoming))));
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

const run = (headers: Record<string, string>): Promise<string> =>
  new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    request({ port, host: '127.0.0.1', agent: false, headers }, (response) => {
      response.setEncoding('utf8').on('data', resolve);
    })
      .on('error', reject)
      .end();
  });

test('a caller on loopback who names it is on this machine', async () => {
  for (const host of ['localhost', 'LOCALHOST:8080', '127.0.0.1:8080', '127.1.2.3', '[::1]:8080']) {
    expect([host, await run({ host })]).toEqual([host, 'true']);
  }
});

test('what a proxy on this machine passes on is not', async () => {
  const added = { 'X-Forwarded-For': '198.51.100.7', Forwarded: 'for=198.51.100.7', Via: '1.1 p', 'X-Real-IP': '::1' };
  for (const [name, value] of Object.entries(added)) {
    expect([name, await run({ [name]: value })]).toEqual([name, 'false']);
  }
});

test('nor is a request for another name, as of a proxy or of a page whose name points here', async () => {
  for (const host of ['lamppost.example', 'evil.example:8080', 'localhost.evil.example', '127.0.0.1.evil.example']) {
    expect([host, await run({ host })]).toEqual([host, 'false']);
  }
});
