import { describe, expect, test } from 'vitest';
import { TestWorld, testKey } from './testing/index.ts';

const minute = 60_000;
const halfHour = 30 * minute;

describe('a session', () => {
  test('begins with the first start, and with a start of its own after half an hour without an event', async () => {
    const world = new TestWorld();
    const { client } = world.launch();
    const first = client.status().sessionId;
    await world.clock.advance(halfHour - 1);
    client.track('just in time');
    expect(client.status().sessionId).toBe(first);
    await world.clock.advance(halfHour);
    client.track('too late');
    expect(client.status().sessionId).not.toBe(first);
    await world.clock.advance(minute);
    const starts = world.server.named('$session_start');
    expect(starts.map(({ context }) => context.session?.id)).toEqual([first, client.status().sessionId]);
    expect(world.server.named('too late')[0]?.context.session?.id).toBe(client.status().sessionId);
    expect(starts[1]?.timestamp).toBe(world.server.named('too late')[0]?.timestamp);
  });

  test('goes on through a restart, and ends while the app is not running', async () => {
    const world = new TestWorld();
    const first = world.launch();
    const { sessionId } = first.client.status();
    first.platform.kill();
    await world.clock.advance(halfHour - 1);
    const second = world.launch();
    expect(second.client.status().sessionId).toBe(sessionId);
    second.platform.kill();
    await world.clock.advance(halfHour);
    expect(world.launch().client.status().sessionId).not.toBe(sessionId);
  });

  test('begins when somebody returns after half an hour', async () => {
    const world = new TestWorld();
    const { platform, client } = world.launch();
    const { sessionId } = client.status();
    platform.emit('background');
    await world.clock.advance(halfHour);
    expect(client.status().sessionId).toBe(sessionId);
    platform.emit('foreground');
    expect(client.status().sessionId).not.toBe(sessionId);
  });
});

describe('a device', () => {
  test('is the same after a restart, and registered once per version of the app', async () => {
    const world = new TestWorld();
    const first = world.launch({ app: { version: '1.0', build: '7' } });
    await world.clock.advance(minute);
    await first.client.close();
    const second = world.launch({ app: { version: '1.0', build: '7' } });
    await world.clock.advance(minute);
    expect(second.client.status().deviceId).toBe(first.client.status().deviceId);
    expect(world.server.of('/v1/devices/register')).toHaveLength(1);
    second.platform.kill();
    const third = world.launch({ app: { version: '1.1' } });
    await world.clock.advance(minute);
    const { deviceId, anonymousId } = third.client.status();
    expect(world.server.of('/v1/devices/register')).toHaveLength(2);
    expect(world.server.devices.get(deviceId)).toMatchObject({
      device_id: deviceId,
      anonymous_id: anonymousId,
      platform: 'test',
      device_model: 'T1',
      os_name: 'TestOS',
      app_version: '1.1',
    });
  });

  test('is identified when the server can be reached, also after a restart', async () => {
    const world = new TestWorld();
    world.server.fault = () => 503;
    const first = world.launch();
    first.client.identify('ada', { plan: 'pro' });
    await world.clock.advance(minute);
    first.platform.kill();
    world.server.fault = undefined;
    const second = world.launch();
    await world.clock.advance(minute);
    const { deviceId, userId } = second.client.status();
    expect(userId).toBe('ada');
    expect(world.server.users.get(deviceId)).toBe('ada');
    const [request] = world.server.of(`/v1/devices/${deviceId}/identify`).slice(-1);
    expect(JSON.parse(request?.body ?? '')).toMatchObject({ user_id: 'ada', attributes: { plan: 'pro' } });
  });

  test('is identified once with the same attributes, however often the app says so', async () => {
    const world = new TestWorld();
    const { client } = world.launch();
    for (let turn = 0; turn < 3; turn += 1) client.identify('ada', { plan: 'pro' });
    await world.clock.advance(minute);
    client.identify('ada', { plan: 'pro' });
    client.identify('ada', { plan: 'free' });
    await world.clock.advance(minute);
    expect(world.server.requests.filter(({ path }) => path.endsWith('/identify'))).toHaveLength(2);
  });

  test('that the server has forgotten is registered anew by the next start', async () => {
    const world = new TestWorld();
    const first = world.launch();
    await world.clock.advance(minute);
    world.server.devices.clear();
    first.client.identify('ada');
    await world.clock.advance(minute);
    await first.client.close();
    const second = world.launch();
    second.client.identify('ada');
    await world.clock.advance(minute);
    expect(world.server.users.get(second.client.status().deviceId)).toBe('ada');
  });

  test('is a fresh one after a reset, without user and flags', async () => {
    const world = new TestWorld();
    world.server.config.flags.beta = true;
    const { client } = world.launch();
    client.identify('ada');
    client.track('before');
    await world.clock.advance(minute);
    const before = client.status();
    client.reset();
    expect(client.flag('beta', false)).toBe(false);
    client.track('after');
    await world.clock.advance(minute);
    const after = client.status();
    expect(after.deviceId).not.toBe(before.deviceId);
    expect(after.anonymousId).not.toBe(before.anonymousId);
    expect(after.sessionId).not.toBe(before.sessionId);
    expect(after.userId).toBeNull();
    expect(client.flag('beta', false)).toBe(true);
    expect(world.server.named('before')[0]?.context.user?.id).toBe('ada');
    expect(world.server.named('after')[0]?.context.user).toEqual({ anonymous_id: after.anonymousId });
    expect(world.server.devices.has(after.deviceId)).toBe(true);
  });
});

describe('configuration', () => {
  test('is asked for with its tag, so that what has not changed is not sent again', async () => {
    const world = new TestWorld();
    world.server.config.flags.banner = 'a';
    const first = world.launch();
    await world.clock.advance(minute);
    await first.client.close();
    const before = world.server.of('/v1/config').length;
    const second = world.launch();
    expect(second.client.flag('banner', '')).toBe('a');
    await world.clock.advance(1_000);
    const asked = world.server.of('/v1/config').slice(before);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.headers).toMatchObject({
      Authorization: `Bearer ${testKey}`,
      'X-Environment': 'production',
      'X-Device-ID': second.client.status().deviceId,
      'If-None-Match': `"1-${second.client.status().deviceId}-"`,
    });
    expect(second.client.flag('banner', '')).toBe('a');
  });

  test('is there when ready resolves, also on a first start that registers meanwhile', async () => {
    const world = new TestWorld();
    world.server.config.flags.banner = 'a';
    const { client } = world.launch();
    let seen: string | undefined;
    client.ready.then(() => {
      seen = client.flag('banner', '');
    });
    await world.clock.advance(1_000);
    expect(seen).toBe('a');
  });

  test('may be missing: ready resolves all the same, in three seconds at the latest', async () => {
    const world = new TestWorld();
    world.server.fault = () => 'hang';
    const { client } = world.launch();
    let isReady = false;
    client.ready.then(() => {
      isReady = true;
    });
    await world.clock.advance(2_900);
    expect(isReady).toBe(false);
    await world.clock.advance(200);
    expect(isReady).toBe(true);
  });

  test('is tried again until it comes', async () => {
    const world = new TestWorld();
    world.server.config.flags.banner = 'a';
    world.server.fault = () => 503;
    const { client } = world.launch();
    await world.clock.advance(minute);
    world.server.fault = undefined;
    await world.clock.advance(minute);
    expect(client.flag('banner', '')).toBe('a');
  });

  test('is asked for again when somebody returns, and every few minutes', async () => {
    const world = new TestWorld();
    const { client, platform } = world.launch();
    await world.clock.advance(minute);
    world.server.config = { flags: { banner: 'b' }, experiments: {}, config_version: '2' };
    platform.emit('background');
    platform.emit('foreground');
    await world.clock.advance(1_000);
    expect(client.flag('banner', '')).toBe('b');
    world.server.config = { flags: { banner: 'c' }, experiments: {}, config_version: '3' };
    await world.clock.advance(8 * minute);
    expect(client.flag('banner', '')).toBe('c');
  });

  test('for an identity that is gone does not count, even when it arrives last', async () => {
    const world = new TestWorld();
    world.server.config = { flags: { banner: 'old' }, experiments: {}, config_version: '2' };
    const { client } = world.launch({}, { platform: slowFirstConfig(world) });
    await world.clock.advance(25);
    expect(world.server.of('/v1/config')).toHaveLength(1);
    world.server.config = { flags: { banner: 'new' }, experiments: {}, config_version: '3' };
    client.reset();
    await world.clock.advance(10_000);
    expect(client.flag('banner', '')).toBe('new');
  });

  test('that the page was rendered with is used at once', async () => {
    const world = new TestWorld();
    world.server.fault = () => 'network';
    const experiments = { checkout: { variant_key: 'short', payload: { steps: 2 } } };
    const { client } = world.launch({ bootstrap: { flags: { banner: 'rendered' }, experiments } });
    expect(client.flag('banner', '')).toBe('rendered');
    expect(client.experiment('checkout')).toEqual({ variant: 'short', payload: { steps: 2 } });
    expect(client.inspect('banner').source).toBe('bootstrap');
  });

  test('that a page was rendered with for its user gives no way to those of a device that is not yet theirs', async () => {
    const world = new TestWorld();
    const served = (variant_key: string) => ({
      flags: {},
      experiments: { checkout: { variant_key } },
      config_version: '1',
    });
    world.server.config = served('of the device');
    world.server.fault = (path) => {
      if (path.endsWith('/identify')) world.server.config = served('of the user');
      return undefined;
    };
    const { client } = world.launch({ bootstrap: served('of the user') });
    client.identify('ada');
    client.onChange(() => client.experiment('checkout'));
    client.experiment('checkout');
    await world.clock.advance(minute);
    const sent = world.server.named('$experiment_exposure').map(({ properties }) => properties?.variant_key);
    expect(sent).toEqual(['of the user']);
    world.server.config = { ...served('another one'), config_version: '2' };
    await world.clock.advance(10 * minute);
    expect(client.experiment('checkout')?.variant).toBe('another one');
  });
});

test('a client that is closed sends what waits, and then is silent', async () => {
  const world = new TestWorld();
  const { client, platform } = world.launch();
  client.track('last words');
  const closing = client.close();
  await world.clock.advance(1_000);
  await closing;
  expect(world.server.named('last words')).toHaveLength(1);
  const asked = world.server.requests.length;
  client.track('too late');
  platform.emit('foreground');
  await world.clock.advance(60 * minute);
  expect(world.server.requests).toHaveLength(asked);
  expect(client.status().sending).toBe('closed');
});

test('a key that is missing costs the data, never the app', async () => {
  const world = new TestWorld();
  world.server.fault = () => 401;
  const { client } = world.launch({ key: undefined as unknown as string });
  client.track('nowhere');
  await world.clock.advance(minute);
  expect(client.status().sending).toBe('stopped');
  expect(client.flag('banner', 'fallback')).toBe('fallback');
});

/** A platform whose first configuration takes ten times as long as all others. */
function slowFirstConfig(world: TestWorld) {
  const platform = world.device.launch();
  let isFirst = true;
  return {
    ...platform,
    request: async (...[url, request]: Parameters<typeof platform.request>) => {
      const answer = await platform.request(url, request);
      if (url.endsWith('/v1/config') && isFirst) {
        isFirst = false;
        await new Promise<void>((resolve) => world.clock.later(400, resolve));
      }
      return answer;
    },
  };
}
