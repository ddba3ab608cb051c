import { expect, test } from 'vitest';
import { translateEnvelope } from './translate-envelope.ts';

const translate = (type: string, payload: unknown) => translateEnvelope({ eventId: 'e1', items: [{ type, payload }] });

/** As @sentry/node sends an error with a cause, without what is not read of it. */
const error = {
  exception: {
    values: [
      { type: 'Error', value: 'root', mechanism: { handled: true, type: 'chained' } },
      {
        type: 'TypeError',
        value: 'boom',
        stacktrace: {
          frames: [
            { filename: 'node:internal/timers', function: 'listOnTimeout', lineno: 95, colno: 5, in_app: false },
            { filename: '/app/cart.js', module: 'cart', function: 'inner', lineno: 26, colno: 346, in_app: true },
          ],
        },
        mechanism: { handled: false, type: 'onuncaughtexception' },
      },
    ],
  },
  event_id: '81aae2651f574d27aac2da67fc01805e',
  level: 'fatal',
  platform: 'node',
  timestamp: 1794881643.008,
  environment: 'production',
  release: 'shop@1.2.3+45',
  contexts: { os: { name: 'Debian', version: '12.11\n' }, flags: { values: [{ flag: 'theme', result: true }] } },
  tags: { area: 'cart' },
  extra: { order: 7 },
  user: { id: 'u1', email: 'x@shop.example', ip_address: '203.0.113.9' },
  breadcrumbs: [
    { timestamp: 1794881642.962, category: 'ui', message: 'clicked' },
    { type: 'http', data: { method: 'GET', url: '/cart', status_code: 500 } },
  ],
  fingerprint: ['{{ default }}'],
};

test('an error is a crash report: the innermost frame first, the cause beside it', () => {
  expect(translate('event', error).crashes).toEqual([
    {
      exception_type: 'TypeError',
      exception_message: 'boom',
      stack_trace: {
        exception: { type: 'TypeError', message: 'boom', mechanism: 'onuncaughtexception' },
        frames: [
          {
            index: 0,
            function: 'inner',
            module: 'cart',
            file: '/app/cart.js',
            line: 26,
            column: 346,
            is_app_frame: true,
          },
          {
            index: 1,
            function: 'listOnTimeout',
            file: 'node:internal/timers',
            line: 95,
            column: 5,
            is_app_frame: false,
          },
        ],
      },
      platform: 'server',
      app_version: '1.2.3',
      build_number: '45',
      os_version: '12.11',
      user_id: 'u1',
      event_id: '81aae2651f574d27aac2da67fc01805e',
      timestamp: '2026-11-17T02:14:03.008Z',
      breadcrumbs: [
        { timestamp: '2026-11-17T02:14:02.962Z', category: 'ui', message: 'clicked' },
        { category: 'http', message: 'GET /cart 500' },
      ],
      active_flags: { theme: true },
      custom_data: {
        handled: false,
        causes: [{ type: 'Error', message: 'root' }],
        level: 'fatal',
        tags: { area: 'cart' },
        extra: { order: 7 },
        environment: 'production',
      },
    },
  ]);
});

test('a message is an event, also with the stack of where it was said', () => {
  const message = { message: 'half full', level: 'warning', exception: { values: [{ value: 'half full' }] } };
  expect(translate('event', message)).toMatchObject({
    crashes: [],
    events: [{ event: 'log', event_id: 'e1', properties: { body: 'half full', severity: 'warning' } }],
  });
});

test('an event that says nothing is passed on to be rejected', () => {
  expect(translate('event', {}).events).toMatchObject([{ event: 'log', type: 'unreadable' }]);
});

test('a transaction and its spans are metrics', () => {
  const transaction = {
    type: 'transaction',
    transaction: 'GET /cart',
    platform: 'javascript',
    start_timestamp: 1794881643,
    timestamp: 1794881643.25,
    contexts: { trace: { trace_id: 't', span_id: 'a', op: 'http.server', status: 'internal_error' } },
    spans: [{ trace_id: 't', span_id: 'b', description: 'SELECT', start_timestamp: 1, timestamp: 1.5, status: 'ok' }],
  };
  expect(translate('transaction', transaction).metrics).toMatchObject([
    { metric_type: 'span', metric_name: 'GET /cart', value_ms: 250, is_error: true, event_id: 't-a' },
    { metric_name: 'SELECT', value_ms: 500, is_error: false, event_id: 't-b', context: { platform: 'web' } },
  ]);
});

test('spans that are sent by themselves keep no address', () => {
  const attributes = {
    'sentry.release': { value: 'shop@2', type: 'string' },
    'user.id': { value: 'u1', type: 'string' },
    'client.address': { value: '203.0.113.9', type: 'string' },
    'db.system': { value: 'sqlite', type: 'string' },
  };
  const span = { name: 'SELECT', trace_id: 't', span_id: 's', start_timestamp: 1, end_timestamp: 1.001, attributes };
  const [metric] = translate('span', { version: 2, items: [span] }).metrics ?? [];
  expect(metric).toMatchObject({ value_ms: 1, context: { app_version: '2', user_id: 'u1' } });
  expect(metric?.attributes).toMatchObject({ 'db.system': 'sqlite' });
  expect(JSON.stringify(metric)).not.toContain('203.0.113.9');
});

test('sessions and what nobody knows are ignored by name, and errors that are no JSON are counted', () => {
  const items = [
    { type: 'session', payload: {} },
    { type: 'made up', payload: {} },
    { type: 'event', payload: undefined },
  ];
  expect(translateEnvelope({ eventId: undefined, items })).toMatchObject({ ignored: ['session', 'other'], broken: 1 });
});
