import { randomUUID } from 'node:crypto';
import { test as base, beforeAll, describe, expect } from 'vitest';
import { TestServer } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

/** What clients in the field send, in the order in which they send it. */
let server: TestServer;
beforeAll(async () => {
  server = await TestServer.shared();
});
const test = base.extend('project', () => TestProject.create(server, 'scale'));

const clientHeaders = { 'X-Environment': 'production' };

describe.concurrent('clients in the field', () => {
  test('register without an id while asking for configuration under a placeholder', async ({ project }) => {
    const [registered, config] = await Promise.all([
      project.post('/v1/devices/register', { platform: 'ios', app_version: '1.0' }, { headers: clientHeaders }),
      project.send('GET', '/v1/config', { headers: { ...clientHeaders, 'X-Device-ID': 'pending' } }),
    ]);
    expect([registered.status, config.status]).toEqual([201, 200]);
    expect(config.headers.get('cache-control')).toBe('private, no-store');
    const { device_id } = registered.data<{ device_id: string }>();
    const known = await project.send('GET', '/v1/config', { headers: { ...clientHeaders, 'X-Device-ID': device_id } });
    expect(known.headers.get('cache-control')).toContain('max-age=60');
    expect(known.headers.get('etag')).not.toBe(config.headers.get('etag'));
  });

  test('register with their own upper-case UUID at every start, and ask conditionally with the etag of the body', async ({
    project,
  }) => {
    const device_id = randomUUID().toUpperCase();
    const facts = {
      device_id,
      platform: 'ios',
      device_model: 'iPhone15,2',
      os_version: '17.1',
      app_version: '1.0',
      locale: 'de_DE',
    };
    const headers = { ...clientHeaders, 'X-Device-ID': device_id };
    let etag = '';
    for (const [start, status] of [
      [1, 201],
      [2, 200],
      [3, 200],
    ] as const) {
      const registered = await project.post('/v1/devices/register', facts);
      expect([start, registered.status, registered.data<{ device_id: string }>().device_id]).toEqual([
        start,
        status,
        device_id,
      ]);
      const config = await project.send('GET', '/v1/config', {
        headers: etag === '' ? headers : { ...headers, 'If-None-Match': etag },
      });
      expect(config.status).toBe(start === 1 ? 200 : 304);
      if (start === 1) etag = config.data<{ etag: string }>().etag;
    }
  });

  test('identify with the same user at every start', async ({ project }) => {
    await project.post('/v1/devices/register', { device_id: 'd' });
    const statuses: string[] = [];
    for (let start = 0; start < 3; start += 1) {
      const response = await project.post('/v1/devices/d/identify', { user_id: 'u', attributes: { plan: 'pro' } });
      statuses.push(response.data<{ merge_status: string }>().merge_status);
    }
    expect(statuses).toEqual(['linked', 'unchanged', 'unchanged']);
  });

  test('log out by registering a fresh device, which has no user', async ({ project }) => {
    const first = (await project.post('/v1/devices/register', {})).data<{ device_id: string; anonymous_id: string }>();
    await project.post(`/v1/devices/${first.device_id}/identify`, { user_id: 'u' });
    const fresh = (await project.post('/v1/devices/register', {})).data<{ device_id: string; anonymous_id: string }>();
    expect(fresh.device_id).not.toBe(first.device_id);
    expect(fresh.anonymous_id).not.toBe(first.anonymous_id);
    expect((await project.get(`/v1/devices/${fresh.device_id}`)).data<{ user_id: null }>().user_id).toBeNull();
  });

  test('send events with a context each and none for the batch', async ({ project }) => {
    const context = (user: string) => ({
      user: { id: user, anonymous_id: 'anon' },
      device: { id: 'd', platform: 'android' },
      sdk: { name: 'android', version: '2.1' },
      session: { id: 's' },
    });
    const batch = ['before', 'after'].map((event, at) => ({
      type: 'track',
      event,
      properties: {},
      timestamp: new Date().toISOString(),
      event_id: randomUUID().toUpperCase(),
      context: context(`u${at}`),
    }));
    const response = await project.ingest({ batch, sent_at: new Date().toISOString() }, { headers: clientHeaders });
    expect(response.json).toEqual({ data: { accepted: 2 } });
    expect((await project.events(2)).map(({ user_id, device_id }) => [user_id, device_id])).toEqual([
      ['u0', 'd'],
      ['u1', 'd'],
    ]);
  });

  test('send events with nothing but context.app, without ids of any kind', async ({ project }) => {
    const app = { version: '1.0', build: '7', namespace: 'com.example', build_channel: 'production' };
    const body = {
      batch: [
        { event: '$session_start', properties: {} },
        { event: 'tap', properties: { x: 1 } },
      ],
      context: { app },
    };
    for (let turn = 0; turn < 2; turn += 1)
      expect((await project.ingest(body)).json).toEqual({ data: { accepted: 2 } });
    for (const row of await project.events(4)) {
      expect(row).toMatchObject({
        event_id: null,
        user_id: null,
        anonymous_id: null,
        device_id: null,
        context: { app },
      });
    }
  });

  test('send the same batch again after an answer they did not see', async ({ project }) => {
    const batch = Array.from({ length: 20 }, (_, at) => ({ event: 'tap', event_id: randomUUID(), properties: { at } }));
    for (let turn = 0; turn < 3; turn += 1)
      expect((await project.ingest({ batch })).json).toEqual({ data: { accepted: 20 } });
    await project.ingest({ batch: [{ event: 'marker' }] });
    await server.waitForCount(1, '?event=marker', project.secret);
    await server.waitForCount(20, '?event=tap', project.secret, 0);
  });

  test('send a beacon: text/plain, keep-alive, no further headers', async ({ project }) => {
    const response = await project.send('POST', '/v1/ingest', {
      body: JSON.stringify({ batch: [{ type: 'page', properties: { path: '/' } }] }),
      headers: { 'Content-Type': 'text/plain;charset=UTF-8', Origin: 'https://app.example' },
    });
    expect(response.status).toBe(202);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
  });

  test('send crashes and metrics of the session before with the same ids', async ({ project }) => {
    const crash = {
      platform: 'ios',
      app_version: '',
      exception_type: 'SIGSEGV',
      stack_trace: { frames: [], exception: { type: 'SIGSEGV' } },
      is_foreground: true,
      timestamp: new Date().toISOString(),
      device_id: 'd',
      session_id: 's',
    };
    const ids = await Promise.all(
      [1, 2].map(async () => (await project.post('/v1/crashes/report', crash)).data<{ crash_id: string }>().crash_id),
    );
    expect(ids[0]).toBe(ids[1]);
    const metrics = {
      batch: [{ metric_type: 'startup', metric_name: 'cold_start', value_ms: 812.5 }],
      context: { platform: 'ios', device_id: 'd' },
    };
    expect((await project.post('/v1/performance/ingest', metrics)).json).toEqual({ data: { accepted: 1 } });
  });
});
