import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestServer, waitUntil } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

let server: TestServer;
let project: TestProject;
beforeAll(async () => {
  server = await TestServer.start({ env: { LP_COMPAT: 'segment,posthog,otlp,sentry', LP_LOG_LEVEL: 'debug' } });
  await server.waitForStore();
  project = await TestProject.create(server);
});
afterAll(() => server.dispose());

interface Sent {
  readonly path: string;
  readonly body?: string;
  readonly headers?: Record<string, string>;
}

const event = { type: 'track', event: 'bought', userId: 'u1' };
const basic = (key: string) => ({ Authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` });
const log = { resourceLogs: [{ scopeLogs: [{ logRecords: [{ body: { stringValue: 'x' } }] }] }] };
const error = { exception: { values: [{ type: 'Error', value: 'x' }] } };
const envelope = `{}\n{"type":"event"}\n${JSON.stringify(error)}\n`;

/** Every place in which a client puts its key. */
const requests: Record<string, (key: string) => Sent> = {
  'Segment, Basic': (key) => ({
    path: '/segment/v1/batch',
    headers: basic(key),
    body: JSON.stringify({ batch: [event] }),
  }),
  'Segment, body': (key) => ({ path: '/segment/v1/t', body: JSON.stringify({ ...event, writeKey: key }) }),
  'PostHog, api_key': (key) => ({
    path: '/posthog/batch/',
    body: JSON.stringify({ api_key: key, batch: [{ event: 'bought', distinct_id: 'u1' }] }),
  }),
  'PostHog, properties of an event': (key) => ({
    path: '/posthog/e/?compression=gzip-js',
    body: JSON.stringify([{ event: 'bought', properties: { token: key, distinct_id: 'u1' } }]),
  }),
  'PostHog, query': (key) => ({
    path: `/posthog/capture/?api_key=${key}`,
    body: JSON.stringify({ event: 'bought', distinct_id: 'u1' }),
  }),
  'PostHog, flags': (key) => ({
    path: '/posthog/flags/?v=2',
    body: JSON.stringify({ token: key, distinct_id: 'u1' }),
  }),
  'PostHog, path': (key) => ({ path: `/posthog/array/${key}/config` }),
  OTLP: (key) => ({
    path: '/otlp/v1/logs',
    headers: { Authorization: `Bearer ${key}` },
    body: JSON.stringify(log),
  }),
  'Sentry, query': (key) => ({ path: `/sentry/api/1/envelope/?sentry_key=${key}`, body: envelope }),
  'Sentry, header': (key) => ({
    path: '/sentry/api/1/store/',
    headers: { 'X-Sentry-Auth': `Sentry sentry_version=7, sentry_key=${key}, sentry_client=x/1` },
    body: JSON.stringify(error),
  }),
};

function send({ path, body, headers = {} }: Sent, own = project) {
  const init = { key: null, headers, ...(body === undefined ? {} : { body }) };
  return own.send(body === undefined ? 'GET' : 'POST', `/compat${path}`, init);
}

describe.each(Object.entries(requests))('%s', (_, requestWith) => {
  test('a publishable key is let in, with the limits of its project, for pages of any origin', async () => {
    const limited = await TestProject.create(server, 'scale');
    const response = await send(requestWith(limited.publishable), limited);
    expect([response.status, response.text]).toEqual([200, expect.any(String)]);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('ratelimit')).toContain('r=');
  });

  test('other keys are not, and no key neither', async () => {
    const { secret, dev } = project.keys.production;
    expect((await send(requestWith(secret))).status).toBe(403);
    expect((await send(requestWith(dev))).status).toBe(403);
    expect((await send(requestWith(server.bootstrap.operator_token))).status).toBe(403);
    expect((await send(requestWith(`${project.publishable.slice(0, -1)}_`))).status).toBe(401);
    const none = requestWith('');
    expect([401, 404]).toContain((await send({ ...none, headers: {} })).status);
  });
});

test('what is read is answered to HEAD too', async () => {
  const path = `/compat/posthog/array/${project.publishable}/config`;
  expect((await project.send('HEAD', path, { key: null })).status).toBe(200);
});

test('keys in addresses are accepted here alone, and never logged', async () => {
  const key = project.publishable;
  expect((await project.send('POST', `/v1/ingest?api_key=${key}`, { key: null, body: '{}' })).status).toBe(401);
  await send({ path: `/posthog/unknown/?api_key=${key}`, body: '{}' });
  await send({ path: `/posthog/array/${key}/unknown` });
  await send({ path: `/sentry/api/1/envelope/?sentry_key=${key}`, body: '{"broken' });
  expect(server.output).not.toContain(key);
});

test('what cannot be translated is counted and kept with its reason, and does not cost its neighbours', async () => {
  const own = await TestProject.create(server);
  const batch = [event, { ...event, type: 'teleport' }, 7, { ...event, event: undefined }, { ...event, userId: {} }];
  const body = JSON.stringify({ batch });
  expect((await send({ path: '/segment/v1/batch', headers: basic(own.publishable), body }, own)).status).toBe(200);
  const failed = await own.failedEvents(4);
  expect(failed.map(({ reason }) => reason).toSorted()).toEqual([
    'context.user.id must be a string of at most 256 characters',
    'event is required',
    'type must be one of track, page, screen, identify, group',
    'type must be one of track, page, screen, identify, group',
  ]);
  expect(
    (await send({ path: '/segment/v1/batch', headers: basic(own.publishable), body: '{"batch":' }, own)).status,
  ).toBe(400);
  await ledger(own, { received: 6, stored: 1, rejected: 4, invalid: 1 });
});

async function ledger(own: TestProject, expected: Readonly<Record<string, number>>): Promise<void> {
  let totals: Record<string, number> = {};
  await waitUntil(async () => {
    totals = (await own.get('/v1/usage/ledger')).data<{ totals: Record<string, number> }>().totals;
    return (totals.received ?? 0) >= (expected.received ?? 0);
  }).catch(() => undefined);
  expect(totals).toMatchObject(expected);
}

test('what does not fit the plan is refused with the time to come back; what was taken before counts once', async () => {
  const own = await TestProject.create(server, 'free');
  const batch = Array.from({ length: 600 }, (_, n) => ({ ...event, messageId: `m${n}` }));
  const request = { path: '/segment/v1/batch', headers: basic(own.publishable), body: JSON.stringify({ batch }) };
  expect((await send(request, own)).status).toBe(200);
  const response = await send(request, own);
  expect([response.status, response.error.code]).toEqual([429, 'INGEST_RATE_LIMITED']);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  await ledger(own, { received: 1_100, stored: 600, duplicate: 400, limited: 100 });
});

test('many crash reports in one request spend as events do', async () => {
  const own = await TestProject.create(server, 'free');
  const exception = { event: '$exception', properties: { $exception_list: [{ type: 'Error', value: 'x' }] } };
  const body = JSON.stringify({ api_key: own.publishable, batch: Array.from({ length: 1_002 }, () => exception) });
  const response = await send({ path: '/posthog/batch/', body }, own);
  expect([response.status, response.error.code]).toEqual([429, 'INGEST_RATE_LIMITED']);
});

test('bodies are bounded and may be packed', async () => {
  const headers = basic(project.publishable);
  const large = JSON.stringify({ batch: [event], filler: 'x'.repeat(1_048_576) });
  expect((await send({ path: '/segment/v1/batch', headers, body: large })).status).toBe(413);
  const names = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`name${n}`, n]));
  const heavy = JSON.stringify({ batch: [{ ...event, properties: names }] });
  expect((await send({ path: '/segment/v1/batch', headers, body: heavy })).status).toBe(400);
  const packed = gzipSync(JSON.stringify([{ event: 'packed', properties: { token: project.publishable } }]));
  const raw = { key: null, body: packed };
  expect((await project.send('POST', '/compat/posthog/e/?compression=gzip-js', raw)).status).toBe(200);
  const bomb = gzipSync(Buffer.alloc(8 * 1_048_576));
  expect((await project.send('POST', '/compat/posthog/e/', { key: null, body: bomb })).status).toBe(401);
  await project.event('?event=packed');
});

test('protobuf that is none is refused, and says so', async () => {
  for (const bytes of ['ff', '0a05', '0a0309', '0b', 'ffffffffffffffffffffff01']) {
    const headers = { Authorization: `Bearer ${project.publishable}`, 'Content-Type': 'application/x-protobuf' };
    const body = Buffer.from(bytes, 'hex');
    const response = await project.send('POST', '/compat/otlp/v1/logs', { headers, body });
    expect([bytes, response.status, response.error.message]).toEqual([bytes, 400, 'The body is not valid protobuf']);
  }
});

test('preflights are answered for clients that are on, and none of them exists where they are off', async () => {
  const headers = { Origin: 'https://app.example', 'Access-Control-Request-Method': 'POST' };
  const preflight = await project.send('OPTIONS', '/compat/otlp/v1/logs', { key: null, headers });
  expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
  const other = await TestServer.shared();
  const off = await TestProject.create(other);
  for (const requestWith of Object.values(requests)) {
    expect((await send(requestWith(off.publishable), off)).status).toBe(404);
  }
});
