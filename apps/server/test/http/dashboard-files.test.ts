import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseResponse, sendRaw } from '../harness/raw-http.ts';
import { TestServer } from '../harness/server.ts';
import { ApiResponse } from '../harness/test-project.ts';

const html = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
let folder: string;
let server: TestServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lamppost-dashboard-'));
  const dist = join(folder, 'dist');
  await mkdir(join(dist, 'assets'), { recursive: true });
  await writeFile(join(folder, 'secret.txt'), 'secret');
  await writeFile(join(dist, 'index.html'), '<!doctype html><title>Lamppost</title>');
  await writeFile(join(dist, 'favicon.svg'), '<svg/>');
  await writeFile(join(dist, 'assets', 'app-a1b2.js'), 'export const a = 1;');
  await writeFile(join(dist, 'assets', 'app-a1b2.js.br'), brotliCompressSync('export const a = 1;'));
  await symlink(join(folder, 'secret.txt'), join(dist, 'link.txt'));
  await symlink(folder, join(dist, 'up'));
  server = await TestServer.start({ env: { LP_DASHBOARD_DIR: dist } });
});
afterAll(async () => {
  await server.dispose();
  await rm(folder, { recursive: true, force: true });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  ApiResponse.of(fetch(`${server.url}${path}`, { headers }));

describe('pages', () => {
  test('every page that is no route of the API is the dashboard', async () => {
    for (const path of ['/', '/sign-in', '/p/shop/flags/new-checkout', '/flags?tab=rules']) {
      const response = await get(path, html);
      expect([path, response.status, response.headers.get('content-type')]).toEqual([
        path,
        200,
        'text/html; charset=utf-8',
      ]);
      expect(response.text).toContain('<title>Lamppost</title>');
      expect(response.headers.get('cache-control')).toBe('no-cache');
    }
    expect((await get('/')).status).toBe(200);
  });

  test('no script but the dashboard’s own files runs in them, and nobody frames them', async () => {
    const { headers } = await get('/', html);
    const policy = headers.get('content-security-policy') ?? '';
    const directives = new Map(policy.split('; ').map((part) => [part.split(' ')[0], part]));
    expect(directives.get('default-src')).toBe("default-src 'none'");
    expect(directives.get('script-src')).toBe("script-src 'self'");
    expect(directives.get('connect-src')).toBe("connect-src 'self'");
    expect(directives.get('frame-ancestors')).toBe("frame-ancestors 'none'");
    expect(directives.get('base-uri')).toBe("base-uri 'none'");
    expect(directives.get('form-action')).toBe("form-action 'self'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('permissions-policy')).toContain('camera=()');
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  test('what the API does not know stays an error of the API', async () => {
    for (const [path, headers] of [
      ['/v1/nothing', html],
      ['/v1', html],
      ['/ofrep/v1/nothing', html],
      ['/nothing.js', {}],
      ['/nothing', { Accept: 'application/json' }],
    ] as const) {
      const response = await get(path, headers as Record<string, string>);
      expect([path, response.status, response.error.code]).toEqual([path, 404, 'NOT_FOUND']);
    }
    const posted = await ApiResponse.of(fetch(`${server.url}/sign-in`, { method: 'POST', headers: html }));
    expect(posted.status).toBe(404);
  });
});

describe('files', () => {
  test('with a hash in their name are kept for ever, others are asked for again', async () => {
    const asset = await get('/assets/app-a1b2.js');
    expect(asset.text).toBe('export const a = 1;');
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(asset.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    const icon = await get('/favicon.svg');
    expect(icon.headers.get('content-type')).toBe('image/svg+xml');
    const etag = icon.headers.get('etag') ?? '';
    const again = await get('/favicon.svg', { 'If-None-Match': etag });
    expect([again.status, again.text]).toEqual([304, '']);
    expect((await get('/favicon.svg', { 'If-None-Match': '"other"' })).status).toBe(200);
  });

  test('go out compressed to anyone who takes that', async () => {
    const plain = await get('/assets/app-a1b2.js', { 'Accept-Encoding': 'identity' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    const refused = await get('/assets/app-a1b2.js', { 'Accept-Encoding': 'br;q=0, gzip' });
    expect(refused.headers.get('content-encoding')).toBeNull();
    const packed = await get('/assets/app-a1b2.js', { 'Accept-Encoding': 'gzip, br' });
    expect([packed.headers.get('content-encoding'), packed.text]).toEqual(['br', 'export const a = 1;']);
    expect(packed.headers.get('vary')).toBe('Accept-Encoding');
    expect(packed.headers.get('etag')).not.toBe(plain.headers.get('etag'));
  });

  test('can be asked for without their content', async () => {
    const response = await fetch(`${server.url}/favicon.svg`, { method: 'HEAD' });
    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([200, '6', '']);
  });

  test('no path leads out of the folder, and links are not followed', async () => {
    const paths = [
      '/../secret.txt',
      '/assets/../../secret.txt',
      '/%2e%2e/secret.txt',
      '/..%2fsecret.txt',
      '/assets/..%2f..%2fsecret.txt',
      '/%2e%2e%2fsecret.txt',
      '/..%5csecret.txt',
      '//../secret.txt',
      '/./../secret.txt',
      '/link.txt',
      '/up/secret.txt',
      '/index.html%00.txt',
      `${join(folder, 'secret.txt')}`,
    ];
    for (const path of paths) {
      const text = await sendRaw(server.url, `GET ${path} HTTP/1.1\r\nHost: l\r\nConnection: close\r\n\r\n`);
      const response = parseResponse(text);
      expect([path, response.status === 404 || response.status === 400]).toEqual([path, true]);
      expect(text).not.toContain('secret\n');
      expect(response.text.endsWith('secret')).toBe(false);
    }
  });

  test('of a dashboard that was built anew are found without a restart', async () => {
    const dist = join(folder, 'dist');
    await writeFile(join(dist, 'assets', 'app-c3d4.js'), 'export const c = 3;');
    expect((await get('/assets/app-c3d4.js')).status).toBe(404);
    await writeFile(join(dist, 'index.html'), '<!doctype html><title>Lamppost</title><p>new');
    await utimes(join(dist, 'index.html'), new Date(), new Date(Date.now() + 5_000));
    expect((await get('/assets/app-c3d4.js')).text).toBe('export const c = 3;');
    expect((await get('/', html)).text).toContain('new');
  });
});

test('a dashboard that is not built says how to build it, and the API goes on', async () => {
  const bare = await TestServer.start({ env: { LP_DASHBOARD_DIR: join(folder, 'nowhere') } });
  try {
    const page = await ApiResponse.of(fetch(`${bare.url}/`, { headers: html }));
    expect(page.status).toBe(503);
    expect(page.text).toContain('npm run build');
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect((await fetch(`${bare.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${bare.url}/assets/x.js`)).status).toBe(404);
  } finally {
    await bare.dispose();
  }
});
