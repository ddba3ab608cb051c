import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { sendToLamppost } from './send-to-lamppost.ts';

let server: Server | undefined;
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server === undefined ? resolve(undefined) : server.close(resolve)));
  server = undefined;
});

/** Answers with these, one after the other; the last one again and again. */
async function answering(...answers: ((response: ServerResponse) => void)[]): Promise<{ url: string; seen: string[] }> {
  const seen: string[] = [];
  server = createServer((request: IncomingMessage, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    request.resume().once('end', () => (answers.length > 1 ? answers.shift() : answers[0])?.(response));
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

const json = (status: number, message: string) => (response: ServerResponse) =>
  response.writeHead(status, { 'Retry-After': '0' }).end(JSON.stringify({ error: { message } }));
const taken = (response: ServerResponse) => response.writeHead(201).end('{}');
const send = (url: string) => sendToLamppost({ url, key: 'lp_sec_x' }, '/v1/symbols?a=1', { body: 'x', headers: {} });

test('a server that is busy, or that breaks off, is asked again', async () => {
  const { url, seen } = await answering(json(503, 'busy'), (response) => response.destroy(), taken);
  await send(`${url}/`);
  expect(seen).toEqual(Array(3).fill('POST /v1/symbols?a=1 Bearer lp_sec_x'));
});

test('a refusal is not repeated, and says what the server said', async () => {
  const { url, seen } = await answering(json(403, 'A secret key is needed'));
  await expect(send(url)).rejects.toThrow('the server answered 403: A secret key is needed');
  expect(seen).toHaveLength(1);
});

test('it gives up after four times', async () => {
  const { url, seen } = await answering(json(500, 'no'));
  await expect(send(url)).rejects.toThrow('the server answered 500: no');
  expect(seen).toHaveLength(4);
});

test('the key is not handed on to where a redirect leads', async () => {
  const { url, seen } = await answering((response) => response.writeHead(301, { Location: 'https://x.test/' }).end());
  await expect(send(url)).rejects.toThrow('redirects to https://x.test/: use that address');
  expect(seen).toHaveLength(1);
});

test('something else than Lamppost is named as a possible reason', async () => {
  const { url } = await answering((response) => response.writeHead(404).end('<html>'));
  await expect(send(url)).rejects.toThrow('404: is this the address of a Lamppost server?');
});

test('an address that is none is told as one', async () => {
  await expect(send('lamppost')).rejects.toThrow('"lamppost" is not an address');
});
