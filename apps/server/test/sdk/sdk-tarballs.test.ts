import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Wire } from '@lamppost/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestServer, waitUntil } from '../harness/server.ts';

type Sdk = Wire['SdkPackageRow'];

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.dispose());

const listed = async () => (await server.json<{ data: Sdk[] }>('/v1/sdks', { key: null })).data;
const get = (path: string, headers: Record<string, string> = {}) =>
  server.request(path, { key: null, headers, redirect: 'manual' });

test('every SDK is handed out, as lockfiles know it, to be kept for ever', async () => {
  const sdks = await listed();
  expect(sdks.map(({ package: name }) => name)).toEqual(
    ['browser', 'bundler-plugin', 'node', 'openfeature', 'react', 'react-native'].map((name) => `@lamppost/${name}`),
  );
  for (const { path, version, name, bytes, integrity, newest } of sdks) {
    expect(path).toBe(`/sdk/${name}-${version}.tgz`);
    expect(newest).toBe(true);
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/gzip');
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const body = Buffer.from(await response.arrayBuffer());
    expect(body.length).toBe(bytes);
    expect(`sha512-${createHash('sha512').update(body).digest('base64')}`).toBe(integrity);
    expect(gunzipSync(body).subarray(0, 8).toString()).toBe('package/');
    expect((await get(path, { 'If-None-Match': response.headers.get('etag') ?? '' })).status).toBe(304);
  }
});

test('a name without a version leads to the newest, and is asked for anew each time', async () => {
  const response = await get('/sdk/react-native.tgz');
  expect(response.status).toBe(302);
  expect(response.headers.get('cache-control')).toBe('no-cache');
  const location = new URL(response.headers.get('location') ?? '', `${server.url}/sdk/react-native.tgz`);
  expect(location.pathname).toMatch(/^\/sdk\/react-native-\d+\.\d+\.\d+\.tgz$/);
  expect((await get(location.pathname)).status).toBe(200);
});

test('what is not there is 404, and says what is', async () => {
  for (const path of [
    '/sdk/browser-9.9.9.tgz',
    '/sdk/angular.tgz',
    '/sdk/packages.json',
    '/sdk/..%2f..%2fformat.json',
  ]) {
    const response = await get(path);
    expect(response.status).toBe(404);
    const { error } = (await response.json()) as { error: { code: string; message: string } };
    expect(error.code).toBe('NOT_FOUND');
    expect(error.message).toContain('browser-');
  }
});

test('the packages of a version outlive its upgrade', async () => {
  const [sdk] = await listed();
  const kept = join(server.dataDir, 'sdk');
  await waitUntil(async () => (await get(sdk?.path ?? '')).status === 200);
  await server.stop();
  await mkdir(kept, { recursive: true });
  await writeFile(join(kept, 'browser-0.0.9.tgz'), 'of the version before');
  await server.restart();
  const earlier = await get('/sdk/browser-0.0.9.tgz');
  expect(await earlier.text()).toBe('of the version before');
  expect((await get('/sdk/browser.tgz')).headers.get('location')).not.toContain('0.0.9');
  expect((await listed()).filter(({ name }) => name === 'browser').map(({ newest }) => newest)).toEqual([true, false]);
});
