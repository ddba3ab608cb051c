import { readdir, readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { TestServer } from '../harness/server.ts';
import { ApiResponse } from '../harness/test-project.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.shared();
});

const get = (headers: Record<string, string> = {}): Promise<ApiResponse> =>
  ApiResponse.of(fetch(`${server.url}/sdk/lamppost.js`, { headers: { Origin: 'https://shop.example', ...headers } }));

test('the script of pages may be loaded by any page, without a key, and is kept for a while', async () => {
  const response = await get();
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(response.headers.get('cache-control')).toContain('max-age=3600');
  expect(response.headers.get('content-encoding')).toBe('gzip');
  expect(response.text).toContain('/v1/ingest');
  const plain = await get({ 'Accept-Encoding': 'identity' });
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(plain.text).toBe(response.text);
});

test('the script of pages, unchanged, costs a 304', async () => {
  const tag = (await get()).headers.get('etag') ?? '';
  expect(await get({ 'If-None-Match': tag })).toMatchObject({ status: 304, text: '' });
  expect((await get({ 'If-None-Match': '"another"' })).status).toBe(200);
});

test('an installation that follows a guide answers 404 for the script', async () => {
  const folder = new URL('../../../../docs/guides/', import.meta.url);
  const guides = await Promise.all((await readdir(folder)).map((name) => readFile(new URL(name, folder), 'utf8')));
  expect(guides.length).toBeGreaterThan(20);
  const builds = guides
    .flatMap((guide) => guide.split('```'))
    .filter((block) => block.startsWith('sh') && block.includes('npm run build'));
  for (const block of builds) expect(block).toContain('npm run sdks');
});
