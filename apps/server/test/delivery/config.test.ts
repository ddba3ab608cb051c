import { test as base, beforeAll, describe, expect } from 'vitest';
import { TestServer } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.shared();
});
const test = base.extend('project', () => TestProject.create(server));

const known = 'private, max-age=60, stale-while-revalidate=300';
const unknown = 'private, no-store';

interface ConfigData {
  readonly config_version: string;
  readonly etag: string;
  readonly flags: object;
  readonly experiments: object;
}

const run = (project: TestProject, headers: Record<string, string> = {}, query = '') =>
  project.send('GET', `/v1/config${query}`, { headers });
const tagOf = async (project: TestProject, headers: Record<string, string> = {}, query = '') =>
  (await run(project, headers, query)).headers.get('etag') ?? '';
const register = (project: TestProject, body: object) => project.post('/v1/devices/register', body);

describe.concurrent('an answer', () => {
  test('has version, tag, flags and experiments, and says how long it holds', async ({ project }) => {
    await register(project, { device_id: 'd' });
    const response = await run(project, { 'X-Device-ID': 'd' });
    expect(response.status).toBe(200);
    const data = response.data<ConfigData>();
    expect(data).toEqual({
      config_version: expect.stringMatching(/^\d+$/),
      etag: expect.stringMatching(/^"[^"]+"$/),
      flags: {},
      experiments: {},
    });
    expect(response.headers.get('etag')).toBe(data.etag);
    expect(response.headers.get('vary')).toBe('Authorization, X-Environment, X-Device-ID');
    expect(response.headers.get('cache-control')).toBe(known);
  });

  test('an unknown device is a 200 that is not kept, and nothing is created', async ({ project }) => {
    const response = await run(project, { 'X-Device-ID': 'stranger' });
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, unknown]);
    expect((await project.get('/v1/devices/stranger')).status).toBe(404);
  });

  test('no identity at all is a 200', async ({ project }) => {
    const response = await run(project);
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, unknown]);
  });

  test('a device of another environment or project is unknown', async ({ project }) => {
    await register(project, { device_id: 'd' });
    const other = await TestProject.create(server);
    expect((await run(other, { 'X-Device-ID': 'd' })).headers.get('cache-control')).toBe(unknown);
    const elsewhere = await project.send('GET', '/v1/config', {
      headers: { 'X-Device-ID': 'd' },
      key: project.keys.development.publishable,
    });
    expect(elsewhere.headers.get('cache-control')).toBe(unknown);
  });

  test('the device may come in the query; the header wins', async ({ project }) => {
    await register(project, { device_id: 'd' });
    expect((await run(project, {}, '?device_id=d')).headers.get('cache-control')).toBe(known);
    expect((await run(project, { 'X-Device-ID': 'd' }, '?device_id=stranger')).headers.get('cache-control')).toBe(
      known,
    );
    expect((await run(project, { 'X-Device-ID': 'stranger' }, '?device_id=d')).headers.get('cache-control')).toBe(
      unknown,
    );
    expect((await run(project, { 'X-Device-ID': '' }, '?device_id=d')).headers.get('cache-control')).toBe(known);
  });

  test('a device id of any shape is found by header and query', async ({ project }) => {
    for (const id of ['A1B2C3D4-0000-4000-8000-ABCDEFABCDEF', 'a/b c?d&e=f#g', 'ünï😀', 'x'.repeat(256)]) {
      await register(project, { device_id: id });
      const header = Buffer.from(id).toString('latin1');
      expect([id, (await run(project, { 'X-Device-ID': header })).headers.get('cache-control')]).toEqual([id, known]);
      const query = `?device_id=${encodeURIComponent(id)}`;
      expect([id, (await run(project, {}, query)).headers.get('cache-control')]).toEqual([id, known]);
    }
  });
});

describe.concurrent('the tag', () => {
  test('is the same for the same query, and for the secret key too', async ({ project }) => {
    await register(project, { device_id: 'd' });
    const tag = await tagOf(project, { 'X-Device-ID': 'd' });
    expect(await tagOf(project, { 'X-Device-ID': 'd' })).toBe(tag);
    const asSecret = await project.get('/v1/config', { headers: { 'X-Device-ID': 'd' } });
    expect(asSecret.headers.get('etag')).toBe(tag);
  });

  test('moves with every part of the identity', async ({ project }) => {
    await register(project, { device_id: 'd' });
    const tags = [
      await tagOf(project),
      await tagOf(project, { 'X-Device-ID': 'd' }),
      await tagOf(project, { 'X-Device-ID': 'D' }),
      await tagOf(project, { 'X-Device-ID': 'stranger' }),
    ];
    for (const name of ['user_id', 'anonymous_id', 'platform', 'app_version', 'locale', 'country']) {
      tags.push(await tagOf(project, { 'X-Device-ID': 'd' }, `?${name}=a`));
      tags.push(await tagOf(project, { 'X-Device-ID': 'd' }, `?${name}=b`));
    }
    const other = await project.send('GET', '/v1/config', { key: project.keys.development.publishable });
    tags.push(other.headers.get('etag') ?? '');
    expect(new Set(tags).size).toBe(tags.length);
  });

  test('does not move with parameters that are no identity, nor with an empty one', async ({ project }) => {
    const tag = await tagOf(project, { 'X-Device-ID': 'd' });
    expect(await tagOf(project, { 'X-Device-ID': 'd' }, '?cache_buster=1&user_id=')).toBe(tag);
    expect(await tagOf(project, { 'X-Device-ID': 'd', 'X-Environment': 'staging' })).toBe(tag);
  });
});

describe.concurrent('a conditional query', () => {
  const forms: Record<string, (tag: string) => string> = {
    'the tag itself': (tag) => tag,
    'the tag marked weak': (tag) => `W/${tag}`,
    'a list with it': (tag) => `"other", ${tag}`,
    'a list with it marked weak': (tag) => `W/"other",W/${tag} , "more"`,
    'a star': () => '*',
  };
  for (const [name, header] of Object.entries(forms)) {
    test(`${name}: 304 without a body, with the headers of the 200`, async ({ project }) => {
      for (const device of ['d', 'stranger']) {
        await register(project, { device_id: 'd' });
        const first = await run(project, { 'X-Device-ID': device });
        const tag = first.headers.get('etag') ?? '';
        const again = await run(project, { 'X-Device-ID': device, 'If-None-Match': header(tag) });
        expect([again.status, again.text]).toEqual([304, '']);
        for (const kept of ['etag', 'vary', 'cache-control', 'access-control-allow-origin']) {
          expect(again.headers.get(kept)).toBe(first.headers.get(kept));
        }
        expect(again.headers.get('ratelimit')).toBe(first.headers.get('ratelimit'));
      }
    });
  }

  test('another tag, or no tag at all, is a 200', async ({ project }) => {
    const tag = await tagOf(project);
    for (const header of ['"other"', 'W/"other"', tag.slice(1, -1), tag.slice(0, -2), '""', 'x']) {
      expect([header, (await run(project, { 'If-None-Match': header })).status]).toEqual([header, 200]);
    }
  });

  test('the etag of the body works as well as that of the header', async ({ project }) => {
    const { etag } = (await run(project, { 'X-Device-ID': 'd' })).data<ConfigData>();
    expect((await run(project, { 'X-Device-ID': 'd', 'If-None-Match': etag })).status).toBe(304);
  });

  const device = { 'X-Device-ID': 'd' };
  const movers: Record<string, (project: TestProject) => Promise<unknown>> = {
    'an identify': (project) => project.post('/v1/devices/d/identify', { user_id: 'u2' }),
    'new attributes of the user': (project) =>
      project.post('/v1/devices/d/identify', { user_id: 'u', attributes: { plan: 'pro' } }),
    'new attributes through another device': async (project) => {
      await register(project, { device_id: 'second' });
      await project.post('/v1/devices/second/identify', { user_id: 'u', attributes: { plan: 'pro' } });
    },
    'new facts': (project) => register(project, { device_id: 'd', app_version: '2.0' }),
  };
  for (const [name, move] of Object.entries(movers)) {
    test(`${name}: 200 again, then 304 with the new tag`, async ({ project }) => {
      await register(project, { device_id: 'd', app_version: '1.0' });
      await project.post('/v1/devices/d/identify', { user_id: 'u' });
      const before = await tagOf(project, device);
      expect((await run(project, { ...device, 'If-None-Match': before })).status).toBe(304);
      await move(project);
      const moved = await run(project, { ...device, 'If-None-Match': before });
      expect(moved.status).toBe(200);
      expect(moved.headers.get('etag')).not.toBe(before);
      const after = moved.headers.get('etag') ?? '';
      expect((await run(project, { ...device, 'If-None-Match': after })).status).toBe(304);
    });
  }

  const idle: Record<string, (project: TestProject) => Promise<unknown>> = {
    'the same user again': (project) => project.post('/v1/devices/d/identify', { user_id: 'u' }),
    'the same attributes again': (project) =>
      project.post('/v1/devices/d/identify', { user_id: 'u', attributes: { a: [1, 'x'] } }),
    'the same facts again': (project) => register(project, { device_id: 'd', app_version: '1.0' }),
    'a registration without facts': (project) => register(project, { device_id: 'd' }),
    'another device': (project) => register(project, { device_id: 'other', app_version: '9' }),
    events: (project) => project.ingest({ batch: [{ event: 'a' }], context: { device: { id: 'd' } } }),
  };
  for (const [name, act] of Object.entries(idle)) {
    test(`${name}: still 304, for clients announce exposures on every 200`, async ({ project }) => {
      await register(project, { device_id: 'd', app_version: '1.0' });
      await project.post('/v1/devices/d/identify', { user_id: 'u', attributes: { a: [1, 'x'] } });
      const tag = await tagOf(project, device);
      await act(project);
      expect((await run(project, { ...device, 'If-None-Match': tag })).status).toBe(304);
    });
  }

  test('becoming known moves the tag of a device', async ({ project }) => {
    const before = await tagOf(project, device);
    await register(project, { device_id: 'd' });
    const after = await run(project, { ...device, 'If-None-Match': before });
    expect([after.status, after.headers.get('cache-control')]).toEqual([200, known]);
  });
});
