import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestServer } from '../harness/server.ts';
import { TestMember } from '../harness/test-member.ts';

let server: TestServer;
let owner: TestMember;
beforeAll(async () => {
  server = await TestServer.start();
  owner = await TestMember.owner(server);
});
afterAll(() => server.dispose());

const dataOnly = "default-src 'none'; frame-ancestors 'none'";

test('what a member is answered is kept by no cache, run by no page and loaded by no other origin', async () => {
  const responses = [
    await owner.get('/v1/keys'),
    await owner.post('/v1/keys', { kind: 'secret', name: 'New', environment_id: 'production' }),
    await owner.get('/v1/session'),
    await owner.get('/v1/flags'),
    await owner.get('/v1/flags/unknown'),
    await owner.get('/v1/ingest/capabilities'),
    await owner.get('/v1/projects'),
  ];
  expect(responses.map(({ status }) => status)).toEqual([200, 201, 200, 200, 404, 200, 200]);
  for (const { headers } of responses) {
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe(dataOnly);
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  }
});

test('a stream says once how it may be kept', async () => {
  const abort = new AbortController();
  const path = `${server.url}/v1/config/stream?project_id=${server.bootstrap.project.id}`;
  const { status, headers } = await fetch(path, { headers: { Cookie: owner.cookie }, signal: abort.signal });
  abort.abort();
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store, no-transform']);
  expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
});

test('refusals, unknown paths and what anybody may read cannot be framed or taken for a page', async () => {
  for (const path of ['/v1/keys', '/v1/nothing', '/nothing.js', '/healthz', '/openapi.json']) {
    const { headers } = await fetch(server.url + path);
    expect([path, headers.get('x-content-type-options')]).toEqual([path, 'nosniff']);
    expect([path, headers.get('content-security-policy')]).toEqual([path, dataOnly]);
    // Anyone who runs it without TLS would lock browsers out.
    expect(headers.get('strict-transport-security')).toBeNull();
  }
});

test('keys are answered without being kept by caches', async () => {
  const { headers } = await fetch(`${server.url}/v1/keys`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${server.keys.secret}` },
    body: JSON.stringify({ kind: 'secret', name: 'New', environment_id: 'production' }),
  });
  expect(headers.get('cache-control')).toBe('no-store');
});

test('the numbers of /metrics are not shown through a proxy on this machine', async () => {
  const statusWith = async (headers: Record<string, string>) =>
    (await fetch(`${server.url}/metrics`, { headers })).status;
  expect(await statusWith({})).toBe(200);
  expect(await statusWith({ 'X-Forwarded-For': '198.51.100.7' })).toBe(401);
  expect(await statusWith({ 'X-Forwarded-For': '198.51.100.7', Cookie: owner.cookie })).toBe(200);
});
