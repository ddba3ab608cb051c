import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RecordKind } from '../../../collect/event-log/log-record.ts';
import { batchRecord, receivedAtMs } from '../../../compose/testing/sample-log.ts';
import { SampleStore } from '../../../compose/testing/sample-store.ts';

let store: SampleStore;
beforeAll(async () => {
  store = await SampleStore.open();
});
afterAll(() => store.close());

const ofKind = (kind: RecordKind, body: unknown) => batchRecord(body, { kind });

const crash = {
  crash_id: '0190a6c4-2222-7abc-8def-000000000001',
  is_repeatable_id: true,
  platform: 'ios',
  app_version: '1.2',
  build_number: '7',
  exception_type: 'SIGSEGV',
  timestamp: '2026-01-02T03:04:05.000Z',
  is_foreground: true,
  thread_info: [],
};

test('a crash with a repeatable id is stored once, any other counts each time', async () => {
  const other = { ...crash, crash_id: '0190a6c4-2222-7abc-8def-000000000002', is_repeatable_id: false };
  await store.load(ofKind('crash', crash), ofKind('crash', crash), ofKind('crash', other), ofKind('crash', other));
  await store.load(ofKind('crash', crash));
  const rows = await store.rows(
    'SELECT crash_id::VARCHAR AS id, count(*)::INTEGER AS n FROM all_crashes GROUP BY 1 ORDER BY 1',
  );
  expect(rows).toEqual([
    { id: crash.crash_id, n: 1 },
    { id: other.crash_id, n: 2 },
  ]);
  expect(store.counters).toMatchObject({ storedCrashes: 3, duplicateCrashes: 2 });
});

test('a crash report is kept whole, 64-bit integers with all their digits', async () => {
  const id = '0190a6c4-2222-7abc-8def-000000000003';
  const report = `{"crash_id":"${id}","is_repeatable_id":true,"platform":"ios","thread_info":[{"thread_id":18446744073709551615}]}`;
  await store.load(ofKind('crash', report));
  const [row] = await store.rows(
    `SELECT report, platform, epoch_ms(ts)::DOUBLE AS t, is_foreground FROM all_crashes WHERE crash_id = '${id}'`,
  );
  expect(row).toEqual({ report, platform: 'ios', t: receivedAtMs, is_foreground: null });
});

test("metrics have their own context or the batch's, and count once by id", async () => {
  const metric = {
    metric_type: 'startup',
    metric_name: 'cold_start',
    value_ms: 812.5,
    status_code: 200,
    is_error: false,
  };
  const batch = [
    { ...metric, event_id: 'm1', attributes: { a: 1 } },
    { ...metric, event_id: 'm1' },
    { ...metric, metric_name: 'odd', value_ms: 'x', status_code: {}, context: { platform: 'web' } },
  ];
  await store.load(
    ofKind('metrics', { batch, context: { platform: 'ios', country: 'DE', active_flags: { f: true } } }),
  );
  const rows =
    await store.rows(`SELECT metric_name, value_ms, status_code, is_error, platform, country, context, attributes
    FROM all_metrics ORDER BY idx`);
  expect(rows).toEqual([
    {
      metric_name: 'cold_start',
      value_ms: 812.5,
      status_code: 200,
      is_error: false,
      platform: 'ios',
      country: 'DE',
      context: '{"platform":"ios","country":"DE","active_flags":{"f":true}}',
      attributes: '{"a":1}',
    },
    {
      metric_name: 'odd',
      value_ms: null,
      status_code: null,
      is_error: false,
      platform: 'web',
      country: null,
      context: '{"platform":"web"}',
      attributes: null,
    },
  ]);
  expect(store.counters).toMatchObject({ storedMetrics: 2, duplicateMetrics: 1 });
});

test('an event and a metric may have the same id', async () => {
  const metric = { metric_type: 'span', metric_name: 's', value_ms: 1, event_id: 'shared' };
  const { storedEvents, storedMetrics } = store.counters;
  await store.load(
    batchRecord({ batch: [{ event: 'e', event_id: 'shared' }] }),
    ofKind('metrics', { batch: [metric] }),
  );
  expect(store.counters).toMatchObject({ storedEvents: storedEvents + 1, storedMetrics: storedMetrics + 1 });
});

test('device facts and identity links are appended with the time of receipt', async () => {
  await store.load(
    ofKind('device', { device_id: 'd1', anonymous_id: 'a1', platform: 'ios', country: null }),
    ofKind('link', { anonymous_id: 'a1', user_id: 'u1', device_id: 'd1' }),
  );
  expect(
    await store.rows(
      'SELECT device_id, anonymous_id, platform, country, epoch_ms(received)::DOUBLE AS t FROM all_device_facts',
    ),
  ).toEqual([{ device_id: 'd1', anonymous_id: 'a1', platform: 'ios', country: null, t: receivedAtMs }]);
  expect(
    await store.rows('SELECT anonymous_id, user_id, device_id, epoch_ms(linked_at)::DOUBLE AS t FROM all_links'),
  ).toEqual([{ anonymous_id: 'a1', user_id: 'u1', device_id: 'd1', t: receivedAtMs }]);
});

test('attributes of users are appended with the time that they were set', async () => {
  const longAgo = receivedAtMs - 5_000;
  await store.load(
    ofKind('user', { user_id: 'u1', attributes: { plan: 'pro', roles: ['a'] }, set_at: longAgo }),
    ofKind('user', { user_id: 'u1', attributes: null }),
    ofKind('user', { user_id: 'u2', attributes: 'odd', set_at: 'x' }),
  );
  expect(
    await store.rows(
      'SELECT user_id, attributes, epoch_ms(set_at)::DOUBLE AS t FROM all_user_attributes ORDER BY user_id, set_at',
    ),
  ).toEqual([
    { user_id: 'u1', attributes: '{"plan":"pro","roles":["a"]}', t: longAgo },
    { user_id: 'u1', attributes: null, t: receivedAtMs },
    { user_id: 'u2', attributes: null, t: receivedAtMs },
  ]);
});

test('rejected events of every kind are failed events, and their ids stay free', async () => {
  const event = { event: 'big', event_id: 'rejected-1', n: 1 };
  const metric = { metric_name: 'slow', event_id: 'rejected-2' };
  await store.load(
    batchRecord({ batch: [] }, { rejected: [{ index: 3, reason: 'too big', eventJson: JSON.stringify(event) }] }),
    batchRecord(
      { batch: [] },
      { kind: 'metrics', rejected: [{ index: 0, reason: 'no value', eventJson: JSON.stringify(metric) }] },
    ),
    batchRecord({ batch: [] }, { rejected: [{ index: 0, reason: 'not an object', eventJson: '5' }] }),
  );
  await store.load(batchRecord({ batch: [{ event: 'small', event_id: 'rejected-1' }] }));
  const rows = (await store.failedEvents()).map(({ kind, event, reason, raw }) => ({ kind, event, reason, raw }));
  expect(rows).toEqual([
    { kind: 'rejected', event: '', reason: 'not an object', raw: 5 },
    { kind: 'rejected', event: 'slow', reason: 'no value', raw: metric },
    { kind: 'rejected', event: 'big', reason: 'too big', raw: event },
  ]);
  expect((await store.events()).map((row) => row.event)).toContain('small');
});
