import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readStore } from '../harness/read-store.ts';
import { TestServer, waitUntil } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

let server: TestServer;
let project: TestProject;
beforeAll(async () => {
  server = await TestServer.start();
  project = await TestProject.create(server);
});
afterAll(() => server.dispose());

const send = (body: unknown) => project.post('/v1/performance/ingest', body);
const metric = { metric_type: 'span', metric_name: 'checkout', value_ms: 12.5 };

describe('accepting', () => {
  test('a full metric and a bare one', async () => {
    const context = {
      platform: 'ios',
      app_version: '1',
      build_number: '2',
      os_version: '17',
      device_model: 'm',
      user_id: 'u',
      session_id: 's',
      device_id: 'd',
      country: 'DE',
      network_type: 'wifi',
      active_flags: { a: true },
      active_experiments: { e: 'b' },
    };
    const full = {
      ...metric,
      status_code: 200,
      is_error: false,
      timestamp: '2026-01-01T00:00:00Z',
      attributes: { a: 1 },
      event_id: 'x',
      context,
    };
    const response = await send({ batch: [full, metric], context, sent_at: new Date().toISOString() });
    expect([response.status, response.json]).toEqual([202, { data: { accepted: 2 } }]);
  });

  test('as many as the body holds', async () => {
    const batch = Array.from({ length: 5_000 }, () => metric);
    expect((await send({ batch })).json).toEqual({ data: { accepted: 5_000 } });
  });

  test('every type and name in use, and custom ones', async () => {
    const names = {
      startup: ['cold_start', 'warm_start'],
      frames: ['slow_frame', 'frozen_frame', 'frame_summary'],
      anr: ['anr_detected', 'anr_recovered'],
      memory: ['memory_usage', 'memory_warning'],
      network: ['https://api.example/v1/users/5?token=x', 'dns_lookup', 'tls_handshake'],
      span: ['anything'],
      web: ['LCP', 'INP', 'CLS', 'FCP', 'TTFB'],
      custom: ['thing'],
    };
    const batch = Object.entries(names).flatMap(([metric_type, all]) =>
      all.map((metric_name) => ({ metric_type, metric_name, value_ms: 0 })),
    );
    expect((await send({ batch })).json).toEqual({ data: { accepted: batch.length } });
  });

  test('null stands for absent at every level', async () => {
    const nulls = (names: string[]) => Object.fromEntries(names.map((name) => [name, null]));
    const context = nulls([
      'platform',
      'app_version',
      'build_number',
      'os_version',
      'device_model',
      'user_id',
      'session_id',
      'device_id',
      'country',
      'network_type',
      'active_flags',
      'active_experiments',
    ]);
    const optional = nulls(['status_code', 'is_error', 'timestamp', 'attributes', 'event_id', 'context']);
    const response = await send({
      batch: [
        { ...metric, ...optional },
        { ...metric, context },
      ],
      context: null,
      sent_at: null,
    });
    expect(response.json).toEqual({ data: { accepted: 2 } });
    expect((await send({ batch: [metric], context })).json).toEqual({ data: { accepted: 1 } });
  });
});

describe('refusing', () => {
  const bad: Record<string, { element: unknown; reason: string; event?: string }> = {
    null: { element: null, reason: 'object', event: '' },
    'a number': { element: 5, reason: 'object', event: '' },
    'no type': { element: { metric_name: 'checkout', value_ms: 1 }, reason: 'metric_type' },
    'a type that is no text': { element: { ...metric, metric_type: 5 }, reason: 'metric_type' },
    'no name': { element: { metric_type: 'span', value_ms: 1 }, reason: 'metric_name', event: '' },
    'an empty name': { element: { ...metric, metric_name: '' }, reason: 'metric_name', event: '' },
    'no value': { element: { metric_type: 'span', metric_name: 'checkout' }, reason: 'value_ms' },
    'a negative value': { element: { ...metric, value_ms: -0.1 }, reason: 'value_ms' },
    'a value that is text': { element: { ...metric, value_ms: '5' }, reason: 'value_ms' },
    'a null value': { element: { ...metric, value_ms: null }, reason: 'value_ms' },
    'an event id of 129': { element: { ...metric, event_id: 'i'.repeat(129) }, reason: 'event_id' },
    'a user id that is a number': { element: { ...metric, context: { user_id: 5 } }, reason: 'user' },
  };
  for (const [name, { element, reason, event = 'checkout' }] of Object.entries(bad)) {
    test(`${name}: that metric alone is rejected`, async () => {
      const response = await send({ batch: [metric, element, metric] });
      expect(response.status).toBe(202);
      expect(response.data()).toMatchObject({
        accepted: 2,
        rejected: [{ index: 1, event, reason: expect.stringContaining(reason) }],
      });
    });
  }

  test('a name beyond all bounds is repeated up to 256 characters', async () => {
    const response = await send({ batch: [{ ...metric, metric_name: 'n'.repeat(100_000) }] });
    expect(response.data().rejected).toMatchObject([{ index: 0, event: 'n'.repeat(256) }]);
  });

  test('a number beyond a double as value is rejected, and harms nobody', async () => {
    const response = await send(
      `{"batch":[{"metric_type":"span","metric_name":"a","value_ms":1e400},${JSON.stringify(metric)}]}`,
    );
    expect(response.data()).toMatchObject({ accepted: 1, rejected: [{ index: 0 }] });
  });

  test('all of them bad is still 202, for clients repeat a 4xx for ever', async () => {
    const response = await send({ batch: [{}, 5, null] });
    expect([response.status, response.data().accepted, response.data().rejected?.length]).toEqual([202, 0, 3]);
  });

  for (const body of ['{', '', '[]', '{}', '{"batch":null}', '{"batch":[]}', '{"batch":{}}', '{"batch":"x"}']) {
    test(`the body ${JSON.stringify(body)} is 400`, async () => {
      const response = await send(body);
      expect([response.status, response.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    });
  }
});

describe('what is stored', () => {
  test('a metric whose attributes or time cannot be used: without them, at the time of receipt, and marked', async () => {
    const lenient = await TestProject.create(server);
    const timestamp = '2026-01-02T03:04:05.000Z';
    const deep = JSON.parse(`${'{"n":'.repeat(9)}1${'}'.repeat(9)}`) as unknown;
    const odd = {
      list: { attributes: [], timestamp },
      text: { attributes: '{"a":1}', timestamp },
      deep: { attributes: deep, timestamp },
      never: { attributes: { a: 1 }, timestamp: 'never' },
      number: { timestamp: 1_767_323_045_000 },
      long: { timestamp: ' '.repeat(100) },
      ahead: { timestamp: '2999-01-01T00:00:00Z' },
      neither: { attributes: 5, timestamp: {} },
    };
    const batch = Object.entries(odd).map(([metric_name, more]) => ({ ...metric, metric_name, ...more }));
    const sentAtMs = Date.now();
    // A clock that is an hour slow shifts the times that can be read, and never the time of receipt.
    const sent_at = new Date(sentAtMs - 3_600_000).toISOString();
    const response = await lenient.post('/v1/performance/ingest', { batch, sent_at });
    expect([response.status, response.json]).toEqual([202, { data: { accepted: batch.length } }]);
    const answeredAtMs = Date.now();
    const sql = `SELECT metric_name, epoch_ms("timestamp"), CAST(attributes AS VARCHAR) FROM metrics`;
    let rows: unknown[][] = [];
    await waitUntil(async () => {
      const asked = await lenient.post('/v1/insights/query', { query: { kind: 'sql', sql } }, { key: lenient.secret });
      if (asked.status === 503) return false;
      expect(asked.json).toHaveProperty('data');
      rows = asked.data<{ rows: unknown[][] }>().rows;
      return rows.length === batch.length;
    });
    const drifted = expect.closeTo(Date.parse(timestamp) + 3_600_000, -4);
    const stored = Object.fromEntries(rows.map(([name, ...more]) => [name, more]));
    const received = stored.never?.[0] as number;
    expect(received).toBeGreaterThanOrEqual(sentAtMs);
    expect(received).toBeLessThanOrEqual(answeredAtMs);
    const lost = (...members: string[]): string => JSON.stringify({ $dropped: members });
    expect(stored).toEqual({
      list: [drifted, lost('attributes')],
      text: [drifted, lost('attributes')],
      deep: [drifted, lost('attributes')],
      never: [received, '{"a":1,"$dropped":["timestamp"]}'],
      number: [received, lost('timestamp')],
      long: [received, lost('timestamp')],
      ahead: [received, lost('timestamp')],
      neither: [received, lost('attributes', 'timestamp')],
    });
  });

  test('each metric once, with its own context or the shared one, addresses without ids and queries', async () => {
    const stored = await TestProject.create(server);
    const post = async (body: unknown) => expect((await stored.post('/v1/performance/ingest', body)).status).toBe(202);
    const batch = [
      { ...metric, metric_name: 'shared', event_id: '1' },
      { ...metric, metric_name: 'own', event_id: '2', context: { device_id: 'd2' } },
      {
        metric_type: 'network',
        metric_name: 'https://user:pw@api.example/users/123/orders?token=secret#x',
        value_ms: 5,
        event_id: '3',
      },
      { ...metric, metric_name: 'uncounted' },
      { ...metric, metric_name: 'attributes', event_id: '4', attributes: { password: 'hunter2', ok: 1 } },
    ];
    const context = { user_id: 'u', device_id: 'd1', platform: 'ios' };
    await post({ batch, context });
    await post({ batch: [...batch, { metric_type: 'span', metric_name: 'bad' }], context });
    // Loaded after them all; and the id of an event is not the id of a metric.
    await stored.ingest({ batch: [{ event: 'marker', event_id: '1' }] });
    await stored.event();
    expect(await server.stop()).toBe(0);
    const rows = await readStore(
      server.dataDir,
      `SELECT metric_name AS name, count(*)::INTEGER AS count, any_value(user_id) AS user, any_value(device_id) AS device, any_value(attributes)::VARCHAR AS attributes FROM metrics WHERE p = '${stored.id}' GROUP BY 1 ORDER BY 1`,
    );
    expect(rows).toEqual([
      { name: 'attributes', count: 1, user: 'u', device: 'd1', attributes: '{"password":"[scrubbed]","ok":1}' },
      { name: 'https://api.example/users/:id/orders', count: 1, user: 'u', device: 'd1', attributes: null },
      { name: 'own', count: 1, user: null, device: 'd2', attributes: null },
      { name: 'shared', count: 1, user: 'u', device: 'd1', attributes: null },
      { name: 'uncounted', count: 2, user: 'u', device: 'd1', attributes: null },
    ]);
  });
});
