import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { sendRaw } from '../harness/raw-http.ts';
import { TestServer } from '../harness/server.ts';
import { type ApiResponse, TestProject } from '../harness/test-project.ts';

/** The path as it stands is taken before the framework; every other spelling goes through it. */
const short = '/v1/ingest';
const others = ['/v1/ingest?x=1', '//v1/ingest', '/v1//ingest'];

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.shared();
});

const good = { event: 'a', event_id: 'x', properties: { n: 1 } };
const json = (value: unknown) => JSON.stringify(value);

interface Case {
  readonly body?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  readonly key?: (project: TestProject) => string | null;
  readonly status: number;
}

const cases: Record<string, Case> = {
  'a good batch': { status: 202, body: json({ batch: [good] }) },
  'a good batch with a secret key': { status: 202, body: json({ batch: [good] }), key: ({ secret }) => secret },
  'a batch with a refused event': { status: 202, body: json({ batch: [good, { event: 'b', event_id: '' }] }) },
  'a batch with warnings': { status: 202, body: json({ batch: [good], context: 5 }) },
  'an empty batch': { status: 400, body: json({ batch: [] }) },
  'a batch of 101': { status: 400, body: json({ batch: Array(101).fill(good) }) },
  'no usable event': { status: 400, body: json({ batch: [{}, 5] }) },
  'broken JSON': { status: 400, body: '{"batch":[' },
  'an empty body': { status: 400, body: '' },
  'no body': { status: 400 },
  'only white space': { status: 400, body: '  \n ' },
  'a list': { status: 400, body: '[]' },
  'nested too deep': { status: 400, body: `{"batch":[{"event":"a"}],"x":${'['.repeat(40)}${']'.repeat(40)}}` },
  'nested too deep and large': {
    status: 400,
    body: `{"batch":[{"event":"a"}],"y":"${'y'.repeat(70_000)}","x":${'['.repeat(40)}${']'.repeat(40)}}`,
  },
  'a body of the largest size': { status: 202, body: json({ batch: [good] }).padEnd(1_048_576) },
  'a body one byte too large': { status: 413, body: json({ batch: [good] }).padEnd(1_048_577) },
  'a byte order mark': { status: 202, body: `\ufeff${json({ batch: [good] })}` },
  'bytes that are not UTF-8': {
    status: 202,
    body: Buffer.concat([Buffer.from('{"batch":[{"event":"a'), Buffer.from([0xff]), Buffer.from('"}]}')]),
  },
  'text/plain': { status: 202, body: json({ batch: [good] }), headers: { 'Content-Type': 'text/plain' } },
  'another environment in the header': {
    status: 202,
    body: json({ batch: [good] }),
    headers: { 'X-Environment': 'staging' },
  },
  'an origin': { status: 202, body: json({ batch: [good] }), headers: { Origin: 'https://app.example' } },
  'a request id': { status: 202, body: json({ batch: [good] }), headers: { 'X-Request-ID': 'kept' } },
  gzip: { status: 202, body: gzipSync(json({ batch: [good] })), headers: { 'Content-Encoding': 'gzip' } },
  'an unknown encoding': { status: 400, body: json({ batch: [good] }), headers: { 'Content-Encoding': 'zstd' } },
  'no key': { status: 401, body: json({ batch: [good] }), key: () => null },
  'an unknown key': { status: 401, body: json({ batch: [good] }), key: ({ publishable }) => `${publishable}x` },
  'a dev key': { status: 403, body: json({ batch: [good] }), key: ({ keys }) => keys.production.dev },
  'the operator token': { status: 403, body: json({ batch: [good] }), key: () => server.bootstrap.operator_token },
};

/** What differs from one request to the next by nature, or speaks of the connection and not of the answer. */
const changing = new Set(['date', 'x-request-id', 'ratelimit', 'connection', 'keep-alive']);

function described({ status, headers, text }: ApiResponse) {
  const kept = [...headers].filter(([name]) => !changing.has(name)).sort();
  const limits = headers.get('ratelimit')?.replaceAll(/[rt]=\d+/g, '') ?? null;
  return { status, headers: kept, limits, hasRequestId: headers.has('x-request-id'), text };
}

for (const [name, { body, headers = {}, key, status }] of Object.entries(cases)) {
  test(`${name}: ${status}, the same on every way in`, async () => {
    const project = await TestProject.create(server, 'scale');
    const send = (path: string) =>
      project.send('POST', path, {
        headers: { 'Content-Type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body }),
        ...(key === undefined ? {} : { key: key(project) }),
      });
    const expected = described(await send(short));
    expect(expected.status).toBe(status);
    for (const path of others) expect({ path, ...described(await send(path)) }).toEqual({ path, ...expected });
    if (headers['X-Request-ID'] !== undefined) {
      for (const path of [short, ...others]) expect((await send(path)).headers.get('x-request-id')).toBe('kept');
    }
  });
}

test('a spent request rate and a spent event cap are reported alike on every way in', async () => {
  const project = await TestProject.create(server, 'free');
  for (let count = 0; count < 10; count += 1) await project.ingest({ batch: Array(100).fill({ event: 'a' }) });
  const capped = await Promise.all([short, ...others].map((path) => project.post(path, { batch: [{ event: 'b' }] })));
  for (const response of capped) expect([response.status, response.error.code]).toEqual([429, 'INGEST_RATE_LIMITED']);
  expect(new Set(capped.map(({ headers }) => headers.get('ratelimit-policy'))).size).toBe(1);
  await Promise.all(Array.from({ length: 60 }, () => project.send('GET', '/v1/ingest/capabilities')));
  const refused = await Promise.all([short, ...others].map((path) => project.post(path, { batch: [{ event: 'b' }] })));
  for (const response of refused) {
    expect([response.status, response.error.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
  }
});

const statusesIn = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

for (const path of [short, '/v1/ingest?x=1']) {
  const request = (key: string, body: string, more = '') =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Length: ${body.length}\r\n${more}\r\n${body}`;

  test(`${path}: requests that arrive in one piece are answered one by one, in order`, async () => {
    const project = await TestProject.create(server);
    const last = request(project.publishable, json({ batch: [good] }), 'Connection: close\r\n');
    const pieces = [json({ batch: [good] }), '{', json({ batch: [] })].map((body) =>
      request(project.publishable, body),
    );
    expect(statusesIn(await sendRaw(server.url, [...pieces, last].join('')))).toEqual([202, 400, 400, 202]);
  });

  test(`${path}: the body of a refused request is never read as the next request`, async () => {
    const project = await TestProject.create(server);
    const inner = request(project.publishable, json({ batch: [{ event: 'smuggled' }] }));
    const bodies = { unknown: inner, large: inner.padEnd(1_100_000) };
    const pieces = [request('nonsense', bodies.unknown), request(project.publishable, bodies.large)];
    const last = request(project.publishable, json({ batch: [{ event: 'honest' }] }), 'Connection: close\r\n');
    expect(statusesIn(await sendRaw(server.url, [...pieces, last].join('')))).toEqual([401, 413, 202]);
    expect((await project.event()).event).toBe('honest');
  });
}
