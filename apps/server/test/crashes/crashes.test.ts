import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readStore } from '../harness/read-store.ts';
import { TestServer } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

let server: TestServer;
let project: TestProject;
beforeAll(async () => {
  server = await TestServer.start();
  project = await TestProject.create(server);
});
afterAll(() => server.dispose());

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const report = (body: unknown, key?: string) =>
  project.post('/v1/crashes/report', body, key === undefined ? {} : { key });
const idOf = async (body: unknown, key?: string) => (await report(body, key)).data<{ crash_id: string }>().crash_id;

const frame = {
  index: 0,
  function: 'main',
  image_name: 'App',
  raw_address: '0x1',
  symbol_address: '0x2',
  image_address: '0x3',
  is_app_frame: true,
  file: 'a.ts',
  line: 1,
  column: 2,
  module: 'm',
};
const full = {
  platform: 'ios',
  app_version: '1.0',
  exception_type: 'NSException',
  stack_trace: { frames: [frame], exception: { type: 'E', message: 'm', mechanism: 'signal' } },
  is_foreground: true,
  timestamp: '2026-01-02T03:04:05.678Z',
  event_id: 'full',
  build_number: '42',
  os_version: '17',
  device_model: 'iPhone',
  exception_message: 'boom',
  thread_info: [{ thread_id: 1, name: 'main', is_crashed: true, frames: [frame] }],
  free_memory_mb: 1.5,
  free_disk_mb: 10,
  battery_level: 0.5,
  screen_name: 'home',
  breadcrumbs: [{ timestamp: '2026-01-02T03:04:00Z', category: 'ui', message: 'tap' }],
  active_flags: { a: true },
  active_experiments: { e: 'b' },
  custom_data: { k: 'v' },
  user_id: 'u',
  session_id: 's',
  device_id: 'd',
  network_type: 'wifi',
  binary_images: [{ uuid: 'x', name: 'App', load_address: '0x1', size: 5 }],
};

describe('accepting', () => {
  test('a full report is answered 202 with one accepted and a UUID', async () => {
    const response = await report(full);
    expect(response.status).toBe(202);
    expect(response.data<object>()).toEqual({ accepted: 1, crash_id: expect.stringMatching(uuid) });
  });

  const lenient: Record<string, unknown> = {
    'platform and exception type only': { platform: 'web', exception_type: 'TypeError' },
    'platform and a raw trace': { platform: 'web', stack_trace: 'TypeError: x\n  at f (a.js:1:2)' },
    'platform and frames': { platform: 'ios', stack_trace: { frames: [] } },
    'an empty app version': { platform: 'ios', exception_type: 'E', app_version: '' },
    'an unknown platform': { platform: 'toaster', exception_type: 'E' },
    'a time that is none': { platform: 'ios', exception_type: 'E', timestamp: 'never' },
    'a time as a number': { platform: 'ios', exception_type: 'E', timestamp: 1_700_000_000 },
    'a time far ahead': { platform: 'ios', exception_type: 'E', timestamp: '2999-01-01T00:00:00Z' },
    'wrong types everywhere else': {
      platform: 'ios',
      exception_type: 'E',
      app_version: 5,
      is_foreground: 'yes',
      thread_info: 'none',
      breadcrumbs: {},
      custom_data: [1],
      user_id: 7,
      device_id: {},
      binary_images: 1,
      battery_level: 'full',
    },
    'unknown members': { platform: 'ios', exception_type: 'E', more: { x: [1] } },
  };
  for (const [name, body] of Object.entries(lenient)) {
    test(`${name}: 202`, async () => expect((await report(body)).status).toBe(202));
  }

  test('null stands for absent at every level', async () => {
    const nulls = (value: object) => Object.fromEntries(Object.keys(value).map((name) => [name, null]));
    const { platform, exception_type } = full;
    expect((await report({ ...nulls(full), platform, exception_type })).status).toBe(202);
    const inner = {
      stack_trace: { frames: [nulls(frame)], exception: nulls(full.stack_trace.exception) },
      thread_info: [{ thread_id: null, name: null, is_crashed: null, frames: null }, { frames: [nulls(frame)] }],
      breadcrumbs: [{ timestamp: null, category: null, message: null }],
      active_flags: { a: null },
      custom_data: { a: null },
      binary_images: [{ uuid: null, name: null, load_address: null, size: null }],
    };
    expect((await report({ platform, exception_type, ...inner })).status).toBe(202);
    expect((await report({ platform, exception_type: null, stack_trace: 'trace' })).status).toBe(202);
  });

  const refused: Record<string, { body: unknown; field?: string }> = {
    'no platform': { body: { exception_type: 'E' }, field: 'platform' },
    'an empty platform': { body: { platform: '', exception_type: 'E' }, field: 'platform' },
    'a platform that is no text': { body: { platform: 5, exception_type: 'E' }, field: 'platform' },
    'neither exception type nor stack trace': { body: { platform: 'ios' }, field: 'exception_type' },
    'nulls for both': { body: { platform: 'ios', exception_type: null, stack_trace: null }, field: 'exception_type' },
    'a list': { body: [] },
    'broken JSON': { body: '{' },
  };
  for (const [name, { body, field }] of Object.entries(refused)) {
    test(`${name}: 400`, async () => {
      const response = await report(body);
      expect([response.status, response.error.code]).toEqual([400, 'VALIDATION_ERROR']);
      expect(Object.keys(response.error.details?.fieldErrors ?? {})).toEqual(field === undefined ? [] : [field]);
    });
  }
});

describe('the id of a report', () => {
  test('is the same for the same report, whatever the order of its keys and its white space', async () => {
    const event_id = randomUUID();
    const id = await idOf({ platform: 'ios', exception_type: 'E', event_id, custom_data: { a: 1, b: { c: 1, d: 2 } } });
    expect(
      await idOf({ custom_data: { b: { d: 2, c: 1 }, a: 1 }, event_id, exception_type: 'E', platform: 'ios' }),
    ).toBe(id);
    const spaced = JSON.stringify(
      { platform: 'ios', exception_type: 'E', event_id, custom_data: { a: 1, b: { c: 1, d: 2 } } },
      null,
      2,
    );
    expect(await idOf(spaced)).toBe(id);
  });

  test('differs by content, environment and project', async () => {
    const body = { platform: 'ios', exception_type: 'E', event_id: randomUUID() };
    const other = await TestProject.create(server);
    const ids = [
      await idOf(body),
      await idOf({ ...body, exception_message: 'x' }),
      await idOf(body, project.keys.development.publishable),
      (await other.post('/v1/crashes/report', body)).data<{ crash_id: string }>().crash_id,
    ];
    expect(new Set(ids).size).toBe(4);
  });

  test('tells thread ids of 64 bits apart to the digit', async () => {
    const event_id = randomUUID();
    const withThread = (thread: string) =>
      `{"platform":"ios","exception_type":"E","event_id":"${event_id}","thread_info":[{"thread_id":${thread}}]}`;
    expect(await idOf(withThread('18446744073709551615'))).not.toBe(await idOf(withThread('18446744073709551614')));
  });

  test('repeats of a report with a time and a device or session are repeats; any other counts each time', async () => {
    const timestamp = '2026-01-02T03:04:05Z';
    const base = { platform: 'ios', exception_type: 'E', exception_message: randomUUID() };
    for (const identity of [{ timestamp, device_id: 'd' }, { timestamp, session_id: 's' }, { event_id: 'x' }]) {
      expect(await idOf({ ...base, ...identity })).toBe(await idOf({ ...base, ...identity }));
    }
    for (const identity of [
      {},
      { timestamp },
      { device_id: 'd' },
      { timestamp, user_id: 'u' },
      { timestamp, device_id: '' },
    ]) {
      expect(await idOf({ ...base, ...identity })).not.toBe(await idOf({ ...base, ...identity }));
    }
  });
});

describe('what is stored', () => {
  test('each report once, whole, to the digit, without its secrets', async () => {
    const stored = await TestProject.create(server);
    const post = async (body: unknown) => expect((await stored.post('/v1/crashes/report', body)).status).toBe(202);
    const thread = '"thread_info":[{"thread_id":18446744073709551615,"is_crashed":true}]';
    const clean = `{"platform":"ios","exception_type":"Clean","event_id":"1",${thread}}`;
    const scrubbed = `{"platform":"ios","exception_type":"Scrubbed","event_id":"2",${thread},"custom_data":{"password":"hunter2","n":9007199254740993}}`;
    const odd = `{"platform":"ios","exception_type":"Odd","event_id":"3",${thread},"exception_message":"a\\ud800\\u0000b","free_disk_mb":1e400}`;
    const trace =
      '{"platform":"web","exception_type":"Trace","event_id":"4","stack_trace":"TypeError: x\\n  at f (a.js:1:2)","timestamp":"20260102T030405Z"}';
    const anonymous = '{"platform":"web","exception_type":"Anonymous"}';
    for (let turn = 0; turn < 2; turn += 1)
      for (const body of [clean, scrubbed, odd, trace, anonymous]) await post(body);
    // Loaded after them all.
    await stored.ingest({ batch: [{ event: 'marker', event_id: '1' }] });
    await stored.event();
    expect(await server.stop()).toBe(0);
    const rows = await readStore(
      server.dataDir,
      `SELECT exception_type AS type, count(*)::INTEGER AS count, any_value(report)::VARCHAR AS report, min(epoch_ms(ts))::DOUBLE AS ms FROM crashes WHERE p = '${stored.id}' GROUP BY 1`,
    );
    const byType = Object.fromEntries(rows.map((row) => [row.type, row]));
    expect(Object.fromEntries(rows.map(({ type, count }) => [type, count]))).toEqual({
      Clean: 1,
      Scrubbed: 1,
      Odd: 1,
      Trace: 1,
      Anonymous: 2,
    });
    for (const type of ['Clean', 'Scrubbed', 'Odd'])
      expect(byType[type]?.report).toContain('"thread_id":18446744073709551615');
    expect(byType.Scrubbed?.report).toContain('"n":9007199254740993');
    expect(byType.Scrubbed?.report).not.toContain('hunter2');
    expect(byType.Odd?.report).toContain('"free_disk_mb":null');
    expect(byType.Trace?.report).toContain('at f (a.js:1:2)');
    expect(byType.Trace?.ms).toBe(Date.parse('2026-01-02T03:04:05Z'));
  });
});
