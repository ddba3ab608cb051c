import { expect, test } from 'vitest';
import { TestWorld } from '../testing/index.ts';

const minute = 60_000;

test('an error becomes a report with its circumstances, and outlives a crash until it is accepted', async () => {
  const world = new TestWorld();
  world.server.config.flags.banner = 'a';
  const first = world.launch({ app: { version: '2.0', build: '9' } });
  await world.clock.advance(1_000);
  first.client.flag('banner', '');
  first.client.identify('ada');
  first.client.breadcrumb('ui', 'pressed pay');
  world.server.fault = () => 'network';
  const atMs = world.clock.nowMs;
  first.client.captureError(new TypeError('x is undefined'), {
    isUnhandled: true,
    screenName: 'Pay',
    custom: { cart: 3 },
  });
  first.platform.kill();
  await world.clock.advance(minute);
  world.server.fault = undefined;
  const second = world.launch({ app: { version: '2.1' } });
  await world.clock.advance(minute);
  const [report, ...more] = [...world.server.crashes.values()];
  expect(more).toEqual([]);
  expect(report).toMatchObject({
    platform: 'test',
    app_version: '2.0',
    build_number: '9',
    exception_type: 'TypeError',
    exception_message: 'x is undefined',
    stack_trace: expect.stringContaining('capture-errors.test'),
    is_foreground: true,
    timestamp: new Date(atMs).toISOString(),
    screen_name: 'Pay',
    breadcrumbs: [{ category: 'ui', message: 'pressed pay' }],
    active_flags: { banner: 'a' },
    custom_data: { cart: 3, mechanism: 'manual', is_unhandled: true },
    user_id: 'ada',
    session_id: second.client.status().sessionId,
    device_id: second.client.status().deviceId,
  });
});

test('a report is repeated under the same id until it is accepted', async () => {
  const world = new TestWorld();
  world.server.isScripted = (path) => path === '/v1/crashes/report';
  world.server.script.push('lost-answer', 503);
  const { client } = world.launch();
  client.captureError(new Error('once'));
  await world.clock.advance(minute);
  expect(world.server.of('/v1/crashes/report')).toHaveLength(3);
  expect(world.server.crashes.size).toBe(1);
});

test('the same error is reported once, and a loop of errors is no flood', async () => {
  const world = new TestWorld();
  const { client } = world.launch();
  const error = new Error('caught twice');
  client.captureError(error);
  client.captureError(error);
  await world.clock.advance(minute);
  expect(world.server.crashes.size).toBe(1);
  for (let index = 0; index < 500; index += 1) client.captureError(new Error(`loop ${index}`));
  expect(client.status().dropped).toBe(480);
  await world.clock.advance(minute);
  expect(world.server.crashes.size).toBe(21);
});

test('whatever is thrown can be reported', async () => {
  const world = new TestWorld();
  const { client } = world.launch();
  const circular: Record<string, unknown> = { message: 'circular' };
  circular.self = circular;
  for (const thrown of ['text', 5, null, undefined, circular, Object.create(null), { name: 5, stack: 7 }])
    client.captureError(thrown);
  client.captureError(new Error('odd'), { custom: circular });
  await world.clock.advance(minute);
  expect([...world.server.crashes.values()].map((report) => report.exception_message)).toContain('text');
  expect(client.status().queued).toBe(0);
});

test('metrics are kept and sent like events', async () => {
  const world = new TestWorld();
  const { client } = world.launch({ app: { version: '2.0' } });
  world.server.fault = () => 503;
  client.measure({ type: 'network', name: 'https://api.test/x', value: 120, statusCode: 200, attributes: { size: 5 } });
  await world.clock.advance(minute);
  world.server.fault = undefined;
  await world.clock.advance(10 * minute);
  expect([...world.server.metrics.values()]).toMatchObject([
    {
      metric_type: 'network',
      metric_name: 'https://api.test/x',
      value_ms: 120,
      status_code: 200,
      attributes: { size: 5 },
      context: { platform: 'test', app_version: '2.0', device_id: client.status().deviceId },
    },
  ]);
});
