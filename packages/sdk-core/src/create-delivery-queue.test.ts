import { describe, expect, test } from 'vitest';
import { type Fault, type SeenRequest, TestWorld } from './testing/index.ts';

const minute = 60_000;
const waits = (requests: readonly SeenRequest[]): number[] =>
  requests.slice(1).map(({ atMs }, index) => atMs - (requests[index]?.atMs ?? 0));
const namesIn = ({ body }: SeenRequest): string[] =>
  JSON.parse(body).batch.map(({ event }: { event: string }) => event);

describe('a batch', () => {
  test('leaves after five seconds, or when twenty events wait', async () => {
    const { clock, server, launch } = world();
    const { client } = launch();
    client.track('one');
    await clock.advance(4_900);
    expect(server.of('/v1/ingest')).toHaveLength(0);
    await clock.advance(200);
    expect(server.of('/v1/ingest').map(namesIn)).toEqual([['$session_start', 'one']]);

    for (let index = 0; index < 20; index += 1) client.track(`event ${index}`);
    await clock.advance(50);
    expect(server.of('/v1/ingest')).toHaveLength(2);
    expect(server.named('event 19')).toHaveLength(1);
  });

  test('holds at most a hundred events, and all leave without a pause', async () => {
    const { clock, server, launch } = world();
    server.fault = () => 'network';
    const { client } = launch();
    for (let index = 0; index < 350; index += 1) client.track(`event ${index}`);
    await clock.advance(100);
    server.fault = undefined;
    await clock.advance(minute);
    expect(
      server
        .of('/v1/ingest')
        .slice(1)
        .map((request) => namesIn(request).length),
    ).toEqual([100, 100, 100, 51]);
    expect(server.events.size).toBe(351);
  });

  test('stays below 900,000 bytes, however many bytes a character takes', async () => {
    const { clock, server, launch } = world();
    const { client } = launch();
    const text = '日'.repeat(20_000);
    for (let index = 0; index < 40; index += 1) client.track('long', { text, index });
    await clock.advance(minute);
    expect(server.named('long')).toHaveLength(40);
    const bytes = server.of('/v1/ingest').map(({ body }) => Buffer.byteLength(body));
    expect(Math.max(...bytes)).toBeLessThanOrEqual(900_000);
    expect(Math.max(...bytes)).toBeGreaterThan(700_000);
  });

  test('says a context once, and again where it differs', async () => {
    const { clock, server, launch } = world();
    const { client } = launch();
    client.track('before');
    client.identify('ada');
    client.track('after');
    await clock.advance(6_000);
    const body = JSON.parse(server.of('/v1/ingest')[0]?.body ?? '');
    expect(body.batch.map((event: { context?: object }) => event.context !== undefined)).toEqual([false, false, true]);
    expect(server.named('before')[0]?.context.user?.id).toBeUndefined();
    expect(server.named('after')[0]?.context).toMatchObject({
      user: { id: 'ada', anonymous_id: client.status().anonymousId },
      device: { id: client.status().deviceId, platform: 'test', os_name: 'TestOS' },
      session: { id: client.status().sessionId },
      sdk: { name: 'test' },
    });
  });

  test('holds what was tracked at the moment, whatever the app changes later', async () => {
    const { clock, server, launch } = world();
    const { client } = launch();
    const properties = { step: 1 };
    const trackedAt = new Date(clock.nowMs).toISOString();
    client.track('moved', properties);
    properties.step = 2;
    await clock.advance(6_000);
    expect(server.named('moved')[0]).toMatchObject({ properties: { step: 1 }, timestamp: trackedAt });
  });
});

describe('an answer', () => {
  const kept: readonly (readonly [string, Fault])[] = [
    ['500', 500],
    ['503', 503],
    ["a proxy's own 408", { status: 408, body: '' }],
    ['429', 429],
    ['no network', 'network'],
    ['no answer at all', 'hang'],
    ['an answer that is lost', 'lost-answer'],
    ['garbage', 'garbage'],
    ["a portal's page", 'html'],
    ['a truncated body', 'truncated'],
    ["a proxy's own 404", { status: 404, body: '<h1>Not found</h1>' }],
    ["a proxy's own 403", { status: 403, body: '' }],
    ["a proxy's own 502", { status: 502, body: 'Bad gateway' }],
    ['null', { status: 202, body: 'null' }],
  ];
  for (const [name, fault] of kept)
    test(`that is ${name} keeps everything, and each event is stored once`, async () => {
      const { clock, server, launch } = world();
      server.script.push(fault);
      const { client } = launch();
      client.track('kept');
      await clock.advance(5_100);
      expect(client.status().queued).toBe(2);
      await clock.advance(minute);
      const [first, second, ...more] = server.of('/v1/ingest');
      expect(more).toEqual([]);
      expect(second?.body).toBe(first?.body);
      expect(server.named('kept')).toHaveLength(1);
      expect(client.status()).toMatchObject({ queued: 0, dropped: 0, sending: 'on' });
    });

  for (const status of [400, 404, 409, 422])
    test(`of ${status} drops the batch with one line, and the next one leaves`, async () => {
      const { clock, server, launch } = world();
      server.script.push(status);
      const { client, platform } = launch();
      client.track('refused');
      await clock.advance(6_000);
      expect(client.status()).toMatchObject({ queued: 0, dropped: 2 });
      expect(platform.logs).toEqual([`/v1/ingest: drop ${status} status ${status}`]);
      client.track('next');
      await clock.advance(6_000);
      expect(server.named('next')).toHaveLength(1);
      expect(server.named('$events_dropped')).toMatchObject([{ properties: { count: 2 } }]);
    });

  for (const status of [401, 403])
    test(`of ${status} stops sending, keeps what waits, and flags go on`, async () => {
      const { clock, server, launch } = world();
      server.config.flags.banner = true;
      const { client } = launch();
      await clock.advance(1_000);
      server.fault = () => status;
      client.track('kept');
      await clock.advance(10 * minute);
      expect(client.status()).toMatchObject({ sending: 'stopped' });
      expect(client.flag('banner', false)).toBe(true);
      const asked = server.requests.length;
      client.track('also kept');
      await clock.advance(60 * minute);
      expect(server.requests).toHaveLength(asked);
      expect(client.status().queued).toBeGreaterThanOrEqual(3);
    });

  test('of a firewall that refuses the same bytes for ever is believed in the end', async () => {
    const { clock, server, launch } = world();
    server.script.push(...Array.from({ length: 8 }, () => ({ status: 406, body: 'blocked' })));
    const { client } = launch();
    client.track('blocked');
    await clock.advance(20 * minute);
    client.track('next');
    await clock.advance(minute);
    expect(server.named('blocked')).toHaveLength(0);
    expect(server.named('next')).toHaveLength(1);
  });

  test('of a proxy after a long outage drops nothing', async () => {
    const { clock, server, launch } = world();
    server.script.push(...Array.from({ length: 12 }, () => 503), { status: 404, body: 'default backend' });
    const { client } = launch();
    client.track('kept');
    await clock.advance(90 * minute);
    expect(server.named('kept')).toHaveLength(1);
  });

  test('of 413 halves the batch until it fits', async () => {
    const { clock, server, launch } = world();
    server.maxEvents = 7;
    server.fault = () => 'network';
    const { client } = launch();
    for (let index = 0; index < 59; index += 1) client.track(`event ${index}`);
    await clock.advance(100);
    server.fault = undefined;
    await clock.advance(minute);
    expect(server.events.size).toBe(60);
    expect(client.status()).toMatchObject({ queued: 0, dropped: 0 });
  });

  test('of 413 to a single event drops that one', async () => {
    const { clock, server, launch } = world();
    const { client } = launch();
    await clock.advance(6_000);
    client.track('small');
    client.track('huge', { text: 'x'.repeat(1_100_000) });
    client.track('small too');
    await clock.advance(minute);
    expect(server.named('small')).toHaveLength(1);
    expect(server.named('small too')).toHaveLength(1);
    expect(server.named('huge')).toHaveLength(0);
    expect(client.status()).toMatchObject({ queued: 0, dropped: 1 });
  });

  test('that rejects some events of a batch counts and names them', async () => {
    const { clock, server, launch } = world();
    const { client, platform } = launch();
    client.track('');
    client.track('good');
    await clock.advance(6_000);
    expect(client.status()).toMatchObject({ queued: 0, rejected: 1, delivered: 2 });
    expect(platform.logs).toEqual(['rejected : event is empty']);
    expect(server.named('good')).toHaveLength(1);
  });
});

describe('the next attempt', () => {
  test('comes after about 1, 5 and 15 seconds, then twice as long each time, up to five minutes', async () => {
    const { clock, server, launch } = world();
    server.script.push(...Array.from({ length: 12 }, () => 503));
    const { client } = launch();
    client.track('patient');
    await clock.advance(60 * minute);
    const planned = [1, 5, 15, 30, 60, 120, 240, 300, 300, 300, 300, 300];
    const actual = waits(server.of('/v1/ingest')).map((ms) => ms / 1_000);
    expect(actual).toHaveLength(planned.length);
    for (const [index, seconds] of planned.entries()) {
      expect(actual[index]).toBeGreaterThanOrEqual(seconds * 0.5);
      expect(actual[index]).toBeLessThanOrEqual(seconds * 1.5 + 0.1);
    }
    expect(server.named('patient')).toHaveLength(1);
  });

  for (const [name, retryAfter] of [
    ['in seconds', () => '90'],
    ['as a date', (nowMs: number) => new Date(nowMs + 95_000).toUTCString()],
  ] as const)
    test(`waits for Retry-After ${name}, whatever is tracked or flushed meanwhile`, async () => {
      const { clock, server, launch } = world();
      server.script.push({ status: 429, retryAfter: retryAfter(clock.nowMs) });
      const { client, platform } = launch();
      client.track('limited');
      await clock.advance(5_100);
      for (let index = 0; index < 40; index += 1) client.track(`more ${index}`);
      client.flush();
      platform.emit('foreground');
      await clock.advance(80_000);
      expect(server.of('/v1/ingest')).toHaveLength(1);
      await clock.advance(70_000);
      expect(server.named('more 39')).toHaveLength(1);
    });

  test('believes an hour of a mad Retry-After', async () => {
    const { clock, server, launch } = world();
    server.script.push({ status: 503, retryAfter: '99999999' });
    const { client } = launch();
    client.track('patient');
    await clock.advance(100 * minute);
    expect(server.named('patient')).toHaveLength(1);
  });

  test('comes at once when the network or the user is back', async () => {
    const { clock, server, launch } = world();
    server.fault = () => 'network';
    const { client, platform } = launch();
    client.track('offline');
    await clock.advance(30 * minute);
    server.fault = undefined;
    platform.emit('online');
    await clock.advance(100);
    expect(server.named('offline')).toHaveLength(1);
  });
});

describe('what waits', () => {
  test('is at most a thousand: the oldest are dropped, counted and reported', async () => {
    const { clock, server, launch } = world();
    server.fault = () => 'network';
    const { client } = launch();
    for (let index = 0; index < 1_200; index += 1) client.track(`event ${index}`);
    expect(client.status().dropped).toBe(201);
    await clock.advance(100);
    server.fault = undefined;
    await clock.advance(10 * minute);
    // The first twenty were under way.
    expect(server.named('event 18')).toHaveLength(1);
    expect(server.named('event 219')).toHaveLength(0);
    expect(server.named('event 220')).toHaveLength(1);
    expect(server.named('event 1199')).toHaveLength(1);
    const sent = server.named('$events_dropped').map(({ properties }) => properties?.count as number);
    expect(sent.reduce((sum, count) => sum + count, 0)).toBe(client.status().dropped);
  });

  test('outlives a crash between the answer and its arrival, under the same id', async () => {
    const { clock, server, launch } = world();
    const first = launch();
    first.client.track('paid');
    await clock.advance(5_021);
    expect(server.named('paid')).toHaveLength(1);
    first.platform.kill();
    await clock.advance(minute);
    const second = launch();
    await clock.advance(minute);
    const [sent, again] = server.of('/v1/ingest');
    expect(namesIn(again as SeenRequest)).toContain('paid');
    expect(JSON.parse(again?.body ?? '').batch[1].event_id).toBe(JSON.parse(sent?.body ?? '').batch[1].event_id);
    expect(server.named('paid')).toHaveLength(1);
    expect(second.client.status().queued).toBe(0);
  });

  test('is sent when the app goes to the background, beside what is under way', async () => {
    const { clock, server, launch } = world();
    const { client, platform } = launch();
    await clock.advance(4_990);
    client.track('early');
    await clock.advance(15);
    expect(server.of('/v1/ingest')).toHaveLength(0);
    client.track('late');
    platform.emit('background');
    platform.kill();
    await clock.advance(minute);
    expect(server.of('/v1/ingest').map(namesIn)).toEqual([['$session_start', 'early'], ['late']]);
  });

  test('is no more than a browser lets outlive a page, when the page is left', async () => {
    const { clock, server, launch } = world();
    const { client, platform } = launch();
    for (let index = 0; index < 15; index += 1) client.track('wide', { text: 'x'.repeat(4_000) });
    platform.emit('background');
    await clock.advance(21);
    expect(server.of('/v1/ingest').map(({ body }) => body.length < 60_000)).toEqual([true]);
  });
});

describe('a storage that', () => {
  const failures = {
    'is full': (operation: string) => (operation === 'set' ? new Error('QuotaExceededError') : undefined),
    'is forbidden': () => new Error('SecurityError'),
  };
  for (const [name, failure] of Object.entries(failures))
    test(`${name} costs nothing but persistence`, async () => {
      const { clock, server, device, launch } = world();
      device.storageFailure = failure;
      server.config.flags.banner = true;
      const { client } = launch();
      client.track('in memory');
      client.identify('ada');
      await clock.advance(10_000);
      expect(server.named('in memory')).toHaveLength(1);
      expect(client.flag('banner', false)).toBe(true);
      expect(client.status().lastError).toMatch(/Error/);
    });

  test('is not there costs nothing but persistence', async () => {
    const { clock, server, device, launch } = world();
    const { client } = launch({}, { platform: device.launch({ hasStorage: false }) });
    client.track('in memory');
    await clock.advance(10_000);
    expect(server.named('in memory')).toHaveLength(1);
  });

  test('is damaged loses what is damaged and nothing else', async () => {
    const { clock, server, device, launch } = world();
    const first = launch();
    server.fault = () => 'network';
    for (let index = 0; index < 6; index += 1) first.client.track(`event ${index}`);
    await clock.advance(6_000);
    first.platform.kill();
    const keys = [...device.stored.keys()].filter((key) => key.includes('.q.') && key.includes('.e.')).sort();
    for (const [index, text] of ['{', '', 'null', '[1,{},{}]', '["x",{"event_id":"y"},{}]'].entries())
      device.stored.set(keys[index + 1] as string, text);
    device.stored.set('lamppost.production.state', '{"user":5,"flags":7}');
    device.stored.set('lamppost.production.config', '[]');
    server.fault = undefined;
    const second = launch();
    expect(second.client.flag('banner', 'fallback')).toBe('fallback');
    await clock.advance(10 * minute);
    expect(server.named('event 5')).toHaveLength(1);
    expect(second.client.status().queued).toBe(0);
    expect([...device.stored.keys()].filter((key) => key.includes('.q.'))).toEqual([]);
  });
});

function world() {
  const made = new TestWorld();
  return { ...made, clock: made.clock, server: made.server, device: made.device, launch: made.launch.bind(made) };
}
