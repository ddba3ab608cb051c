import { afterAll, test as base, beforeAll, describe, expect } from 'vitest';
import { TestServer } from '../harness/server.ts';
import { type EventRow, TestProject } from '../harness/test-project.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.dispose());

const test = base.extend('project', () => TestProject.create(server));

const byName = (rows: readonly EventRow[]) => Object.fromEntries(rows.map((row) => [row.event, row]));

describe.concurrent('accepting', () => {
  test('a good batch is answered 202 with the number accepted and nothing else', async ({ project }) => {
    const response = await project.ingest({ batch: [{ event: 'a' }, { event: 'b' }] });
    expect(response.status).toBe(202);
    expect(response.json).toEqual({ data: { accepted: 2 } });
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  test('every field of an event and its context comes back as it was sent', async ({ project }) => {
    const context = {
      user: { id: 'u1', anonymous_id: 'a1' },
      device: { id: 'd1', platform: 'ios', model: 'iPhone', country: 'DE', locale: 'de_DE', timezone: 'Europe/Berlin' },
      app: { version: '1.2.3', build: '77', namespace: 'shop', build_channel: 'beta' },
      sdk: { name: 'ios', version: '3.0' },
      session: { id: 's1' },
      flags: { dark: true },
      experiments: { price: 'b' },
      account: { id: 'acc', plan: 'pro', segment: 'smb' },
      revenue: { amount: 9.5, currency: 'EUR' },
      release_id: 'r1',
      attribution: { source: 'ad' },
      anything: { else: [1, 2] },
    };
    const properties = { price: 9.5, list: [1, 'two', null, true], nested: { a: { b: 'ü€😀' } } };
    const timestamp = '2026-01-02T03:04:05.678Z';
    await project.ingest({ batch: [{ type: 'track', event: 'paid', properties, timestamp, event_id: 'e1', context }] });
    expect(await project.event()).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      event_id: 'e1',
      event: 'paid',
      type: 'track',
      properties,
      context,
      user_id: 'u1',
      anonymous_id: 'a1',
      device_id: 'd1',
      session_id: 's1',
      timestamp,
      received_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
  });

  test('a batch without any user, device or event id is accepted', async ({ project }) => {
    expect((await project.ingest({ batch: [{ event: 'bare' }] })).status).toBe(202);
    expect(await project.event()).toMatchObject({
      event_id: null,
      properties: {},
      context: {},
      user_id: null,
      anonymous_id: null,
      device_id: null,
      session_id: null,
    });
  });

  test('types other than track need no name and get one of their own, unless they have one', async ({ project }) => {
    const batch = [
      { type: 'page' },
      { type: 'screen', event: '' },
      { type: 'identify', event: null },
      { type: 'group' },
      { type: 'page', event: 'home' },
      { type: null, event: 'default type' },
    ];
    expect((await project.ingest({ batch })).json).toEqual({ data: { accepted: 6 } });
    const rows = await project.events(6);
    expect(rows.map(({ event, type }) => [event, type])).toEqual([
      ['$pageview', 'page'],
      ['$screen', 'screen'],
      ['$identify', 'identify'],
      ['$group', 'group'],
      ['home', 'page'],
      ['default type', 'track'],
    ]);
  });

  test('unknown fields are ignored', async ({ project }) => {
    const response = await project.ingest({ batch: [{ event: 'a', extra: { x: 1 } }], more: [1], api_key: 'x' });
    expect(response.json).toEqual({ data: { accepted: 1 } });
    await project.event('?event=a');
  });

  test('an event is visible within two seconds of its acknowledgement', async ({ project }) => {
    // Best of three: the machine may be busy with something else for a moment.
    const waits: number[] = [];
    for (const name of ['first', 'second', 'third']) {
      await project.ingest({ batch: [{ event: name }] });
      const acknowledgedAt = performance.now();
      await server.waitForCount(1, `?event=${name}`, project.secret);
      waits.push(performance.now() - acknowledgedAt);
      if (Math.min(...waits) < 2_000) break;
    }
    expect(Math.min(...waits)).toBeLessThan(2_000);
  });

  test('the environment of the key decides, whatever the header says, and a mismatch is counted', async ({
    project,
  }) => {
    const mismatches = async () => {
      const text = await (await server.request('/metrics', { key: null })).text();
      return Number(/^lamppost_environment_mismatches_total (\d+)/m.exec(text)?.[1]);
    };
    const before = await mismatches();
    const key = project.keys.development.publishable;
    for (const path of ['/v1/ingest', '/v1/ingest?x=1']) {
      const headers = { 'X-Environment': 'production' };
      expect((await project.post(path, { batch: [{ event: 'dev' }] }, { key, headers })).status).toBe(202);
    }
    await project.events(2, '?event=dev', project.keys.development.secret);
    expect((await project.get('/v1/events/count')).data()).toEqual({ count: 0 });
    expect((await project.get('/v1/events/count?environment_id=development')).data()).toEqual({ count: 2 });
    expect(await mismatches()).toBe(before + 2);
  });

  test('capabilities say what a batch may hold', async ({ project }) => {
    const response = await project.send('GET', '/v1/ingest/capabilities');
    expect(response.status).toBe(200);
    expect(response.json).toEqual({
      data: {
        runtime_attribution_version: 1,
        max_runtime_context_bytes: 32768,
        per_event_analytics_context: true,
        per_metric_performance_context: true,
        runtime_release_membership: false,
        runtime_capture_declaration: false,
      },
    });
  });
});

describe.concurrent('context', () => {
  test('an own context replaces the shared one as a whole', async ({ project }) => {
    await project.ingest({
      batch: [
        { event: 'shared' },
        { event: 'own', context: { user: { id: 'u2' } } },
        { event: 'own empty', context: {} },
        { event: 'own null', context: null },
      ],
      context: { user: { id: 'u1', anonymous_id: 'a1' }, device: { id: 'd1' }, session: { id: 's1' } },
    });
    const rows = byName(await project.events(4));
    expect(rows.shared).toMatchObject({ user_id: 'u1', anonymous_id: 'a1', device_id: 'd1', session_id: 's1' });
    expect(rows.own).toMatchObject({ user_id: 'u2', anonymous_id: null, device_id: null, session_id: null });
    expect(rows.own?.context).toEqual({ user: { id: 'u2' } });
    expect(rows['own empty']).toMatchObject({ user_id: null, anonymous_id: null, device_id: null, context: {} });
    expect(rows['own null']).toMatchObject({ user_id: 'u1', anonymous_id: 'a1', device_id: 'd1' });
  });

  for (const odd of ['text', 5, true, [1, 2]]) {
    test(`a shared context that is ${JSON.stringify(odd)} is ignored with a warning`, async ({ project }) => {
      const response = await project.ingest({ batch: [{ event: 'a' }], context: odd });
      expect(response.json).toEqual({
        data: {
          accepted: 1,
          validation_warnings: [{ index: 0, event: 'a', field: 'context', message: expect.any(String) }],
        },
      });
      expect((await project.event()).context).toEqual({});
    });

    test(`an own context that is ${JSON.stringify(odd)} is ignored with a warning and the shared one used`, async ({
      project,
    }) => {
      const batch = [{ event: 'good' }, { event: 'a', context: odd }];
      const response = await project.ingest({ batch, context: { user: { id: 'u' } } });
      expect(response.data().accepted).toBe(2);
      expect(response.data().validation_warnings).toMatchObject([{ index: 1, event: 'a', field: 'context' }]);
      expect((await project.events(2)).map((row) => row.user_id)).toEqual(['u', 'u']);
    });
  }

  test('a part of a context that is not an object costs only that part', async ({ project }) => {
    const context = { user: 'u', device: [1], session: 5, app: 'x', sdk: true, account: { id: 'acc' } };
    const response = await project.ingest({ batch: [{ event: 'a', context }, { event: 'b' }] });
    expect(response.data().accepted).toBe(2);
    expect(response.data().validation_warnings?.map(({ index }) => index)).toEqual([0, 0, 0, 0, 0]);
    const rows = byName(await project.events(2));
    expect(rows.a).toMatchObject({ user_id: null, device_id: null, session_id: null });
    expect(rows.a?.context.account).toEqual({ id: 'acc' });
  });

  test('facts that are too long are cut, not refused, and the rest stays', async ({ project }) => {
    const long = 'x'.repeat(1_000);
    const response = await project.ingest({
      batch: [
        { event: 'a', context: { device: { os_version: long, model: long }, app: { version: long } } },
        { event: 'b' },
      ],
      context: { device: { locale: long }, release_id: long, session: { id: 's' } },
    });
    expect(response.data().accepted).toBe(2);
    expect(response.data().rejected).toBeUndefined();
    expect(
      response
        .data()
        .validation_warnings?.map(({ field }) => field)
        .sort(),
    ).toEqual([
      'context.app.version',
      'context.device.locale',
      'context.device.model',
      'context.device.os_version',
      'context.release_id',
    ]);
    const rows = byName(await project.events(2));
    expect(rows.a?.context).toEqual({
      device: { os_version: 'x'.repeat(64), model: 'x'.repeat(256) },
      app: { version: 'x'.repeat(64) },
    });
    expect(rows.b?.context).toEqual({
      device: { locale: 'x'.repeat(16) },
      release_id: 'x'.repeat(256),
      session: { id: 's' },
    });
  });

  test('an id of the shared context that cannot be used rejects only the events that use it', async ({ project }) => {
    const response = await project.ingest({
      batch: [
        { event: 'uses it' },
        { event: 'has its own', context: { user: { id: 'fine' } } },
        { event: 'own empty', context: {} },
      ],
      context: { user: { id: 5 } },
    });
    expect(response.data()).toEqual({
      accepted: 2,
      rejected: [{ index: 0, event: 'uses it', reason: expect.stringContaining('context.user.id') }],
    });
    expect((await project.events(2)).map(({ event }) => event)).toEqual(['has its own', 'own empty']);
  });

  test('null stands for absent at every level of the described shapes', async ({ project }) => {
    const nulls = (names: string[]) => Object.fromEntries(names.map((name) => [name, null]));
    const device = nulls(['id', 'platform', 'model', 'os_name', 'os_version', 'type', 'locale', 'country', 'timezone']);
    const assignment = {
      ...nulls(['experiment_id', 'subject_kind', 'subject_status', 'bucketing_version', 'assignment_revision']),
      variant_key: 'b',
    };
    const inner = {
      user: nulls(['id', 'anonymous_id']),
      device,
      app: nulls(['version', 'build', 'namespace', 'build_channel']),
      sdk: nulls(['name', 'version']),
      session: nulls(['id']),
      flags: { a: null },
      experiments: { a: null, b: null },
      experiment_assignments: { a: null, b: assignment },
      account: nulls(['id', 'plan', 'segment']),
      revenue: nulls(['amount', 'currency']),
      attribution: nulls(['source']),
      release_id: null,
    };
    const outer = nulls(Object.keys(inner));
    const optional = nulls(['type', 'properties', 'timestamp', 'event_id', 'context']);
    const response = await project.ingest({
      batch: [
        { event: 'a', ...optional },
        { event: 'b', context: outer },
        { event: 'c', context: inner },
        { event: 'd', properties: { p: null } },
      ],
      context: null,
      sent_at: null,
    });
    expect(response.json).toEqual({ data: { accepted: 4 } });
    const rows = byName(await project.events(4));
    for (const name of ['a', 'b', 'c']) {
      expect(rows[name]).toMatchObject({
        type: 'track',
        event_id: null,
        user_id: null,
        device_id: null,
        properties: {},
      });
    }
    expect(rows.d?.properties).toEqual({ p: null });
  });
});

describe.concurrent('scrubbing', () => {
  test('passwords, card numbers and bearer tokens in properties are gone before storage, with a warning', async ({
    project,
  }) => {
    const properties = {
      password: 'hunter2',
      user: { 'API-Key': 'k', list: ['4111 1111 1111 1111', 'plain'] },
      header: 'Authorization: Bearer abcdefghijklmnop',
      order: '4111111111111112',
      token_count: 5,
    };
    const response = await project.ingest({
      batch: [
        { event: 'a', properties },
        { event: 'b', properties: { ok: 1 } },
      ],
    });
    expect(response.data().accepted).toBe(2);
    expect(response.data().validation_warnings).toMatchObject([{ index: 0, event: 'a', field: 'properties' }]);
    const rows = byName(await project.events(2));
    expect(rows.a?.properties).toEqual({
      password: '[scrubbed]',
      user: { 'API-Key': '[scrubbed]', list: ['[scrubbed]', 'plain'] },
      header: 'Authorization: [scrubbed]',
      order: '4111111111111112',
      token_count: 5,
    });
    expect(rows.b?.properties).toEqual({ ok: 1 });
  });

  test('what a failed event keeps is scrubbed as well', async ({ project }) => {
    const batch = [{ event: 'good' }, { event: 'bad', timestamp: 'never', properties: { password: 'hunter2' } }];
    expect((await project.ingest({ batch })).data().accepted).toBe(1);
    const [failed] = await project.failedEvents(1);
    expect(failed?.raw).toMatchObject({ event: 'bad', properties: { password: '[scrubbed]' } });
  });
});

test('an event that was acknowledged survives kill -9 right after it', async ({ project }) => {
  await server.waitForStore();
  expect((await project.ingest({ batch: [{ event: 'kept', event_id: 'k' }] })).status).toBe(202);
  await server.kill();
  await server.restart();
  await project.event('?event=kept');
});
