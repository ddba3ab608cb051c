import { beforeAll, expect, test } from 'vitest';
import { TestServer } from '../harness/server.ts';
import { ApiResponse } from '../harness/test-project.ts';

const html = { Accept: 'text/html,*/*;q=0.8' };
let server: TestServer;
beforeAll(async () => {
  server = await TestServer.shared();
});

const get = (path: string, headers: Record<string, string> = {}) =>
  ApiResponse.of(fetch(`${server.url}${path}`, { headers }));

test('guides and the reference are pages, for anyone, with and without a slash at the end', async () => {
  for (const [path, text] of [
    ['/docs', '<h1>Documentation</h1>'],
    ['/docs/', '<h1>Documentation</h1>'],
    ['/docs/start', '<h1>Five-minute start</h1>'],
    ['/docs/start/', '<h1>Five-minute start</h1>'],
    ['/docs/reference/settings', 'LP_DATA_DIR'],
    ['/docs/api', '/v1/ingest'],
    ['/docs/api/flags', 'id="createFlag"'],
    ['/docs/files/nginx.conf', 'proxy_pass'],
  ] as const) {
    const response = await get(path, html);
    expect([path, response.status, response.headers.get('content-type')]).toEqual([
      path,
      200,
      'text/html; charset=utf-8',
    ]);
    expect(response.text).toContain(text);
  }
});

test('a page runs and loads nothing but files of the server: no script and no style stands in it', async () => {
  const response = await get('/docs/flags', html);
  const policy = response.headers.get('content-security-policy') ?? '';
  for (const directive of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"]) {
    expect(policy.split('; ')).toContain(directive);
  }
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(response.text).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/);
  expect(response.text).not.toMatch(/<(?:script|link|img)[^>]+(?:src|href)=["']?https?:/i);
});

test('an unchanged page costs a 304, and files with a hash in their name are kept for good', async () => {
  const page = await get('/docs/flags', html);
  expect(page.headers.get('cache-control')).toBe('no-cache');
  expect(page.headers.get('content-encoding')).toBe('gzip');
  const tag = page.headers.get('etag') ?? '';
  expect(await get('/docs/flags', { ...html, 'If-None-Match': tag })).toMatchObject({ status: 304, text: '' });
  const assets = [...page.text.matchAll(/(?:src|href|data-index)="(\/docs\/assets\/[^"]+)"/g)].map(([, path]) => path);
  expect(assets.length).toBeGreaterThan(4);
  for (const path of assets) {
    const asset = await get(`${path}`);
    expect([path, asset.status]).toEqual([path, 200]);
    expect(asset.headers.get('cache-control')).toContain('immutable');
  }
});

test('what is not there is a page of the documentation with 404 for people, and an error of the API for others', async () => {
  const page = await get('/docs/nothing', html);
  expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  expect(page.text).toContain('<h1>Not found</h1>');
  for (const path of ['/docs/nothing', '/docs/assets/nothing.js', '/docs/..%2f..%2fpackage.json']) {
    const response = await get(path, { Accept: 'application/json' });
    expect([path, response.status, response.error.code]).toEqual([path, 404, 'NOT_FOUND']);
  }
});
