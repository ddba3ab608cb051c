import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { faultOfUrl } from './fault-of-url.ts';
import { OutboundFailure, TargetRefused } from './outbound-errors.ts';
import { type OutboundPost, postBounded } from './post-bounded.ts';
import type { ResolvedAddress } from './resolve-target.ts';

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const anywhere = { allowPrivate: true };
const publicOnly = { allowPrivate: false };
const here: ResolvedAddress = { address: '127.0.0.1', family: 4 };
const post = (url: string, more: Partial<OutboundPost> = {}): OutboundPost => ({
  url,
  headers: { 'Content-Type': 'application/json' },
  body: '{"a":"ä"}',
  timeoutMs: 5_000,
  maxResponseBytes: 1_000,
  ...more,
});

test('it is sent to the address that was resolved once, with the name as the host', async () => {
  const received: string[] = [];
  const port = await serve((request, response) => {
    request.on('data', (chunk: Buffer) => received.push(`${request.headers.host} ${chunk.toString()}`));
    request.on('end', () => response.writeHead(201).end('fine'));
  });
  const asked: string[] = [];
  const answer = await postBounded(post(`http://hooks.example:${port}/x`), anywhere, async (host) => {
    asked.push(host);
    return [here];
  });
  expect(answer).toEqual({ status: 201, body: 'fine' });
  expect(received).toEqual([`hooks.example:${port} {"a":"ä"}`]);
  expect(asked).toEqual(['hooks.example']);
});

test('a name with a private address among its addresses is refused before anything is sent', async () => {
  let requests = 0;
  await serve(() => {
    requests += 1;
  });
  for (const address of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', '::ffff:192.168.1.1']) {
    const resolve = async (): Promise<ResolvedAddress[]> => [
      { address: '8.8.8.8', family: 4 },
      { address, family: address.includes(':') ? 6 : 4 },
    ];
    const refused = postBounded(post('https://rebound.example/'), publicOnly, resolve);
    await expect(refused).rejects.toThrow(TargetRefused);
    await expect(refused).rejects.toThrow('The host rebound.example has a private address');
  }
  expect(requests).toBe(0);
});

test('a redirect is an answer like any other', async () => {
  const port = await serve((_request, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end());
  expect(await postBounded(post(`http://127.0.0.1:${port}/`), anywhere)).toEqual({ status: 302, body: '' });
});

test('of a hundred megabytes a few bytes are read', async () => {
  let written = 0;
  const port = await serve((_request, response) => {
    response.writeHead(200);
    const chunk = Buffer.alloc(65_536, 'x');
    const more = (): void => {
      while (written < 100_000_000 && !response.destroyed) {
        written += chunk.length;
        if (!response.write(chunk)) return;
      }
    };
    response.on('drain', more);
    more();
  });
  const { status, body } = await postBounded(post(`http://127.0.0.1:${port}/`), anywhere);
  expect([status, body.length]).toEqual([200, 1_000]);
  expect(written).toBeLessThan(20_000_000);
});

test('a server that never responds, or never finishes its response, is given up after the timeout', async () => {
  const silent = await serve(() => undefined);
  const slow = post(`http://127.0.0.1:${silent}/`, { timeoutMs: 100 });
  await expect(postBounded(slow, anywhere)).rejects.toThrow('No response within 0.1 seconds');
  const endless = await serve((_request, response) => {
    response.writeHead(200).write('begun');
  });
  // Long enough for the first bytes to come on a busy machine: without them there is no answer to give.
  const answer = await postBounded(post(`http://127.0.0.1:${endless}/`, { timeoutMs: 1_500 }), anywhere);
  expect(answer).toEqual({ status: 200, body: 'begun' });
  const unresolved = postBounded(
    post('https://slow.example/', { timeoutMs: 50 }),
    publicOnly,
    () => new Promise(() => undefined),
  );
  await expect(unresolved).rejects.toThrow(OutboundFailure);
});

test('nobody listens: said in words', async () => {
  const port = await serve(() => undefined);
  open[0]?.close();
  await expect(postBounded(post(`http://127.0.0.1:${port}/`), anywhere)).rejects.toThrow('The connection was refused');
});

const urls: readonly [string, RegExp | undefined, RegExp | undefined][] = [
  ['https://example.com/hook?a=b', undefined, undefined],
  ['https://8.8.8.8/', undefined, undefined],
  ['http://example.com/', /must start with https/, undefined],
  ['https://127.0.0.1/', /private address/, undefined],
  ['https://2130706433/', /private address/, undefined],
  ['https://0x7f.1/', /private address/, undefined],
  ['https://[::1]:8443/', /private address/, undefined],
  ['https://[::ffff:a00:1]/', /private address/, undefined],
  ['https://169.254.169.254/latest/', /private address/, undefined],
  ['https://localhost/', /private address/, undefined],
  ['https://LOCALHOST./', /private address/, undefined],
  ['https://db.internal/', /private address/, undefined],
  ['https://intranet/', /private address/, undefined],
  ['https://me:secret@example.com/', /user name/, /user name/],
  ['ftp://example.com/', /starts with https/, /starts with https/],
  ['nonsense', /starts with https/, /starts with https/],
  [`https://example.com/${'x'.repeat(2_100)}`, /2048 characters/, /2048 characters/],
];
for (const [url, ofPublic, ofAny] of urls) {
  test(`faultOfUrl: ${url.slice(0, 50)}`, () => {
    const [found, allowed] = [faultOfUrl(url, publicOnly), faultOfUrl(url, anywhere)];
    if (ofPublic === undefined) expect(found).toBeUndefined();
    else expect(found).toMatch(ofPublic);
    if (ofAny === undefined) expect(allowed).toBeUndefined();
    else expect(allowed).toMatch(ofAny);
  });
}
