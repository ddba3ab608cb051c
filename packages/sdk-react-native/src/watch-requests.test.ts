import { expect, test } from 'vitest';
import type { HostXhr } from './host.ts';
import { type Launched, VirtualPhone } from './testing/virtual-phone.ts';

const second = 1_000;
const minute = 60_000;

const spans = (phone: VirtualPhone) =>
  [...phone.server.metrics.values()]
    .filter(({ metric_type }) => metric_type === 'network')
    .map(({ metric_name, value_ms, status_code, is_error, attributes }) => ({
      name: metric_name,
      value: value_ms,
      status: status_code,
      isError: is_error,
      attributes,
    }));

const ask = async (phone: VirtualPhone, { host }: Launched, input: unknown, init?: object): Promise<unknown> => {
  const answered = host.global.fetch?.(input, init).then(
    (answer) => answer.text(),
    (error) => error,
  );
  await phone.clock.advance(second);
  return answered;
};

const xhrOf = ({ host }: Launched): HostXhr => {
  if (!host.global.XMLHttpRequest) throw new Error('this host has none');
  return new host.global.XMLHttpRequest();
};

test('requests by fetch are reported with method, template, status and duration, and answered as ever', async () => {
  const phone = new VirtualPhone();
  const app = phone.launch();
  await phone.clock.advance(second);
  app.client.screen('Cart');
  expect(await ask(phone, app, 'https://api.test/carts/42/items?page=2')).toBe('answer of /carts/42/items');
  phone.answer = (path) => (path === '/down' ? undefined : 503);
  await ask(phone, app, 'https://api.test/orders', { method: 'post' });
  expect(await ask(phone, app, 'https://api.test/down')).toEqual(new Error('Network request failed'));
  await ask(phone, app, { url: 'https://api.test/by-request', method: 'DELETE', toString: () => 'https://api.test/x' });
  await phone.clock.advance(minute);
  const attributes = (method: string) => ({ method, screen: 'Cart' });
  expect(spans(phone)).toEqual([
    { name: 'https://api.test/carts/:id/items', value: 40, status: 200, isError: false, attributes: attributes('GET') },
    { name: 'https://api.test/orders', value: 40, status: 503, isError: true, attributes: attributes('POST') },
    { name: 'https://api.test/down', value: 40, status: undefined, isError: true, attributes: attributes('GET') },
    { name: 'https://api.test/by-request', value: 40, status: 503, isError: true, attributes: attributes('DELETE') },
  ]);
});

test('whatever fetch is called with, it fails as it would have, and nothing else does', async () => {
  const phone = new VirtualPhone();
  const app = phone.launch();
  await phone.clock.advance(second);
  for (const odd of [Symbol('x'), Object.create(null), undefined, 7, { url: 5 }])
    expect(await ask(phone, app, odd)).toBeInstanceOf(TypeError);
  await phone.clock.advance(minute);
  expect(phone.server.crashes.size).toBe(0);
  expect(app.client.status().dropped).toBe(0);
});

test('an API of the app on the same server as Lamppost is reported', async () => {
  const phone = new VirtualPhone();
  const app = phone.launch();
  await phone.clock.advance(second);
  app.host.global.fetch?.('http://lamppost.test/shop/items').catch(() => {});
  await phone.clock.advance(minute);
  expect(spans(phone)).toMatchObject([{ name: 'http://lamppost.test/shop/items' }]);
});

test('requests of this SDK are never reported', async () => {
  const phone = new VirtualPhone();
  const app = phone.launch({}, { hasXhr: true });
  await phone.clock.advance(second);
  app.client.track('a');
  await phone.clock.advance(minute);
  await ask(phone, app, 'http://lamppost.test/v1/config');
  await phone.clock.advance(minute);
  expect(phone.server.of('/v1/config').length).toBeGreaterThan(1);
  expect(spans(phone)).toEqual([]);
});

test('a request that the app took back is no failure', async () => {
  const phone = new VirtualPhone();
  const app = phone.launch();
  await phone.clock.advance(second);
  const abort = new AbortController();
  const answered = app.host.global.fetch?.('https://api.test/slow', { signal: abort.signal }).catch((error) => error);
  abort.abort();
  expect(await answered).toMatchObject({ name: 'AbortError' });
  await phone.clock.advance(minute);
  expect(spans(phone)).toEqual([]);
});

test('requests by XMLHttpRequest are reported, and aborted ones are not', async () => {
  const phone = new VirtualPhone();
  const app = phone.launch({ stream: false }, { hasXhr: true });
  await phone.clock.advance(second);
  const xhr = xhrOf(app);
  xhr.open('put', 'https://api.test/carts/7');
  xhr.send('{}');
  const aborted = xhrOf(app);
  aborted.open('GET', 'https://api.test/slow');
  aborted.send();
  aborted.abort();
  phone.answer = (path) => (path === '/down' ? undefined : 200);
  const failed = xhrOf(app);
  failed.open('GET', 'https://api.test/down');
  failed.send();
  await phone.clock.advance(minute);
  expect(xhr.responseText).toBe('answer of /carts/7');
  expect(spans(phone)).toEqual([
    { name: 'https://api.test/carts/:id', value: 40, status: 200, isError: false, attributes: { method: 'PUT' } },
    { name: 'https://api.test/down', value: 40, status: undefined, isError: true, attributes: { method: 'GET' } },
  ]);
});

test('a fetch that is made of XMLHttpRequest, as React Native has it, is reported once', async () => {
  const phone = new VirtualPhone();
  const app = phone.launch({}, { hasXhr: true });
  // Before the client watches: what it wraps is this.
  const { XMLHttpRequest } = app.host.global;
  app.host.global.fetch = (input) =>
    new Promise((resolve, reject) => {
      if (!XMLHttpRequest) throw new Error('this host has none');
      const xhr = new XMLHttpRequest();
      xhr.open('GET', `${input}`);
      xhr.addEventListener('load', () =>
        resolve({ status: xhr.status, headers: { get: () => null }, text: async () => xhr.responseText }),
      );
      xhr.addEventListener('error', () => reject(new TypeError('Network request failed')));
      xhr.send();
    });
  await phone.clock.advance(second);
  expect(await ask(phone, app, 'https://api.test/a')).toBe('answer of /a');
  await phone.clock.advance(minute);
  expect(phone.asked).toEqual(['/a']);
  expect(spans(phone)).toHaveLength(1);
});

test('many requests are a fair sample with its rate, and none is held back when the app leaves', async () => {
  const phone = new VirtualPhone();
  const app = phone.launch();
  await phone.clock.advance(second);
  for (let index = 0; index < 200; index += 1) app.host.global.fetch?.(`https://api.test/items/${index}`);
  await phone.clock.advance(500);
  app.host.become('background');
  await phone.clock.advance(second);
  expect(spans(phone)).toHaveLength(20);
  expect(spans(phone)[0]).toMatchObject({ name: 'https://api.test/items/:id', attributes: { sample_rate: 0.1 } });
});

test('with `network: false` nothing is wrapped', async () => {
  const phone = new VirtualPhone();
  const { host } = phone.launch({ network: false });
  const { fetch } = host.global;
  await phone.clock.advance(second);
  expect(host.global.fetch).toBe(fetch);
});

test('a change of a flag arrives over the stream, which is closed in the background and opened again', async () => {
  const phone = new VirtualPhone();
  const { client, host } = phone.launch({ refreshMs: 0 }, { hasXhr: true });
  await phone.clock.advance(second);
  expect(phone.streams.size).toBe(1);
  const snapshot = { flags: { banner: 'live' }, experiments: {}, config_version: '2', etag: '"2"' };
  const message = `id: 2\nevent: config\ndata: ${JSON.stringify({ data: snapshot })}\n\n`;
  for (const stream of phone.streams) stream.push(message.slice(0, 30));
  await phone.clock.advance(10);
  for (const stream of phone.streams) stream.push(message.slice(30));
  await phone.clock.advance(10);
  expect(client.flag('banner', '')).toBe('live');
  host.become('background');
  await phone.clock.advance(10);
  expect(phone.streams.size).toBe(0);
  host.become('active');
  await phone.clock.advance(second);
  expect(phone.streams.size).toBe(1);
  const closing = client.close();
  await phone.clock.advance(second);
  await closing;
  expect(phone.streams.size).toBe(0);
});

test('a stream that has sent too much to be kept begins anew', async () => {
  const phone = new VirtualPhone();
  phone.launch({ refreshMs: 0 }, { hasXhr: true });
  await phone.clock.advance(second);
  const [first] = phone.streams;
  first?.push(`:${' '.repeat(1_100_000)}\n\n`);
  await phone.clock.advance(10);
  expect(phone.streams.size).toBe(0);
  await phone.clock.advance(5 * second);
  expect(phone.streams.size).toBe(1);
  expect(phone.streams.has(first as { push(): void; end(): void })).toBe(false);
});
