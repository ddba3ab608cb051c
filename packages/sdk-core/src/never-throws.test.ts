import { describe, expect, test } from 'vitest';
import type { Lamppost, SharedProperties } from './lamppost.ts';
import type { Platform } from './platform.ts';
import { guardBoot } from './plugins/guard-boot.ts';
import { streamConfig } from './plugins/stream-config.ts';
import { trackInstalls } from './plugins/track-installs.ts';
import { allPlugins, expectQuiet, hostileValues, TestWorld, whileBuiltinsThrow } from './testing/index.ts';

const plugins = [...allPlugins.slice(0, 1), guardBoot, ...allPlugins.slice(1), trackInstalls, streamConfig];
const minute = 60_000;
const fail = (): never => {
  throw new Error('injected');
};

/** Each method of a client, with hostile values wherever it takes something. */
const calls: Record<string, (client: Lamppost & SharedProperties, value: never) => unknown> = {
  track: (client, value) => [
    client.track(value, value),
    client.track('event', value),
    client.track('event', { value }),
  ],
  identify: (client, value) => [client.identify(value, value), client.identify('ada', value)],
  setProperties: (client, value) => [client.setProperties(value), client.setProperties({ value })],
  reset: (client) => client.reset(),
  flag: (client, value) => [client.flag(value, 'fallback'), client.flag('banner', value)],
  flags: (client) => client.flags(),
  experiment: (client, value) => client.experiment(value),
  flush: (client) => client.flush(),
  onChange: (client, value) => [client.onChange(value)?.(), client.onChange(value)],
  optOut: (client) => client.optOut(),
  optIn: (client) => client.optIn(),
  status: (client) => client.status(),
  inspect: (client, value) => client.inspect(value),
  override: (client, value) => [client.override(value, value), client.override('banner', value)],
  captureError: (client, value) => [
    client.captureError(value, value),
    client.captureError(new Error('odd'), value),
    client.captureError(value, { custom: value, more: value, screenName: value, mechanism: value }),
  ],
  breadcrumb: (client, value) => client.breadcrumb(value, value),
  measure: (client, value) => [client.measure(value), client.measure({ type: value, name: value, value })],
  close: (client) => client.close(),
};

const everyCall = async (client: Lamppost & SharedProperties, value: unknown): Promise<void> => {
  for (const call of Object.values(calls)) await Promise.race([call(client, value as never), Promise.resolve()]);
};

test('every method of the client is in the table', () => {
  const { client } = new TestWorld().launch({}, { plugins });
  const methods = Object.entries(client).filter(([, member]) => typeof member === 'function');
  expect(methods.map(([name]) => name).sort()).toEqual(Object.keys(calls).sort());
});

describe('no method throws into the app:', () => {
  for (const [name, make] of hostileValues)
    test(`given ${name}`, () =>
      expectQuiet(async () => {
        const world = new TestWorld();
        const { client } = world.launch({}, { plugins });
        await everyCall(client, make());
        await world.clock.advance(10 * minute);
      }));

  for (const [name, make] of hostileValues)
    test(`of a client whose options are ${name}`, () =>
      expectQuiet(async () => {
        const world = new TestWorld();
        const value = make() as never;
        const { client } = world.launch({ app: value, bootstrap: value, optedOut: value }, { plugins });
        expect(client.flag('banner', 'fallback')).toBe('fallback');
        await everyCall(client, 'text');
        const bootstrap = { flags: value, experiments: value };
        const second = world.launch({ app: { version: value }, bootstrap }, { plugins });
        await everyCall(second.client, 'text');
        await world.clock.advance(10 * minute);
      }));
});

test.each([undefined, null, 5, '', {}])('no method throws into the app: without key and address (%s)', (value) =>
  expectQuiet(async () => {
    const world = new TestWorld();
    const { client } = world.launch(
      { key: value as never, url: value as never, namespace: value as never },
      { plugins },
    );
    await everyCall(client, 'text');
    await world.clock.advance(10 * minute);
  }),
);

test.each([undefined, null, Number.NaN, 0, -1, '', {}])('no method throws into the app: with times of %s', (value) =>
  expectQuiet(async () => {
    const world = new TestWorld();
    const time = value as never;
    const times = { flushAt: time, flushMs: time, flushMax: time, sessionIdleMs: time, refreshMs: time };
    const { client } = world.launch(times, { plugins });
    await everyCall(client, 'text');
    await world.clock.advance(10 * minute);
  }),
);

test('what fails gives the app what it would have without Lamppost', async () => {
  const { client } = new TestWorld().launch({ bootstrap: { flags: { banner: 'a' } } });
  const hostile = { toString: fail } as never;
  expect(client.flag(hostile, 'fallback')).toBe('fallback');
  expect(client.experiment(hostile)).toBeNull();
  expect(client.flags()).toEqual({ banner: 'a' });
  expect(client.inspect(hostile)).toMatchObject({ value: undefined, variant: null, payload: {} });
});

describe('what is stored and damaged never throws into the app:', () => {
  const damaged = [
    '5',
    'null',
    '[]',
    '{}',
    '{"user":{"anonymous_id":"a"}}',
    '{"user":{"anonymous_id":"a"},"device":1}',
  ];
  for (const text of [...damaged, '{"user":{"anonymous_id":"a"},"device":{"id":"d"},"flags":null,"experiments":5}'])
    test(`state ${text}`, () =>
      expectQuiet(async () => {
        const world = new TestWorld();
        world.server.config.flags.banner = 'a';
        for (const name of ['state', 'config', 'clock', 'consent', 'boot', 'good', 'version', 'q.x.e.1', 'q.x.none.1'])
          world.device.stored.set(`lamppost.production.${name}`, text);
        const { client, core } = world.launch({}, { plugins });
        await world.clock.advance(minute);
        expect(client.status().deviceId).toEqual(expect.any(String));
        await everyCall(client, 'text');
        // Another tab writes the same.
        world.device.stored.set('lamppost.production.state', text);
        world.launch({}, { plugins }).core.store('state', text);
        await world.clock.advance(10 * minute);
        expect(core.state.device.id).toEqual(expect.any(String));
      }));
});

// What a platform promises not to do (`now`, `random`, `later`, `log`, `onLifecycleEvent`) is a matter of its own tests.
describe('a platform that fails never throws into the app:', () => {
  const faulty: Record<string, (platform: Platform) => Partial<Platform>> = {
    'requests throw at once': () => ({ request: fail }),
    'requests answer nonsense': () => ({ request: async () => 5 as never }),
    'storage throws': ({ storage }) => ({
      storage: storage && { ...storage, get: fail, set: fail, remove: fail, keys: fail },
    }),
    'locks throw': () => ({ exclusively: fail }),
    'locks reject': () => ({ exclusively: () => Promise.reject(new Error('injected')) }),
    'streams throw': () => ({ openStream: fail }),
  };
  for (const [name, fault] of Object.entries(faulty)) {
    test(`${name} from the start`, () =>
      expectQuiet(async () => {
        const world = new TestWorld();
        const platform = world.device.launch();
        const { client } = world.launch({}, { plugins, platform: { ...platform, ...fault(platform) } });
        expect(client.flag('banner', 'fallback')).toBe('fallback');
        await everyCall(client, 'text');
        await world.clock.advance(10 * minute);
      }));
    test(`${name} later`, () =>
      expectQuiet(async () => {
        const world = new TestWorld();
        const platform = world.device.launch();
        const { client, core } = world.launch({}, { plugins, platform });
        await world.clock.advance(minute);
        Object.assign(platform, fault(platform));
        Object.assign(platform.storage ?? {}, fault(platform).storage);
        platform.emit('background');
        platform.emit('foreground');
        await everyCall(client, 'text');
        core.refresh();
        await world.clock.advance(10 * minute);
      }));
  }
});

describe('an internal function that throws never throws into the app:', () => {
  const { core } = new TestWorld().launch({}, { plugins });
  const internals = Object.entries(core).filter(([, member]) => typeof member === 'function');
  // Of a guard that fails, or has nowhere to say so, nobody can be guarded.
  for (const name of internals.map(([name]) => name).filter((name) => name !== 'guard' && name !== 'log'))
    test(name, () =>
      expectQuiet(async () => {
        const world = new TestWorld();
        const { client, core, platform } = world.launch({}, { plugins });
        await world.clock.advance(minute);
        Object.assign(core, { [name]: fail });
        platform.emit('background');
        platform.emit('foreground');
        platform.emit('online');
        world.device.stored.set('lamppost.production.config', '{"flags":{}}');
        const other = world.launch({}, { plugins });
        other.client.track('from another tab');
        other.client.reset();
        await everyCall(client, 'text');
        await world.clock.advance(10 * minute);
      }),
    );
});

test('no method, listener or timer throws into the app while the engine itself fails', () =>
  expectQuiet(async () => {
    const world = new TestWorld();
    const { client, platform } = world.launch({}, { plugins });
    await world.clock.advance(minute);
    const every = Object.values(calls);
    whileBuiltinsThrow(() => {
      for (const call of every) call(client, 'text' as never);
      for (const event of ['background', 'foreground', 'online'] as const) platform.emit(event);
    });
    await world.clock.advance(10 * minute);
  }));

test('answers of a shape that nobody expects leave the client working', () =>
  expectQuiet(async () => {
    const world = new TestWorld();
    const { client } = world.launch();
    await world.clock.advance(1_000);
    const odd = [
      '{"data":{"rejected":[null,{}]}}',
      '{"data":{"accepted":{},"rejected":[5,"a"]}}',
      '{"data":5}',
      'null',
      '[]',
    ];
    for (const body of odd) {
      world.server.script.push({ status: 202, body });
      client.track('lost in an odd answer');
      await world.clock.advance(minute);
    }
    client.track('after all that');
    await world.clock.advance(10 * minute);
    expect(world.server.named('after all that')).toHaveLength(1);
  }));

test('a test without a fault would notice one: what escapes fails it', async () => {
  await expect(expectQuiet(() => void Promise.reject(new Error('escaped')))).rejects.toThrow('1 errors escaped');
  await expect(expectQuiet(() => void setImmediate(fail))).rejects.toThrow('1 errors escaped');
  await expect(expectQuiet(fail)).rejects.toThrow('injected');
});

test('what nobody could send does not cost what comes after it', async () => {
  const world = new TestWorld();
  const { client } = world.launch();
  client.breadcrumb(1n as never, { toString: fail } as never);
  client.track('cannot be sent', { value: 1n });
  client.captureError(new Error('reported'), null as never);
  await world.clock.advance(minute);
  expect([...world.server.crashes.values()]).toMatchObject([{ exception_message: 'reported' }]);
  expect(client.status().dropped).toBe(1);
  expect(world.server.named('$events_dropped')).toMatchObject([{ properties: { count: 1 } }]);
});
