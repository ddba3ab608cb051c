import { expectQuiet, hostileValues, whileBuiltinsThrow } from '@lamppost/sdk-core/testing';
import { describe, expect, test } from 'vitest';
import type { HostFetch, HostGlobal } from './host.ts';
import type { DeviceStorage } from './mirror-storage.ts';
import type { MockHost, MockHostOptions } from './mock/create-mock-host.ts';
import type { ReactNativeLamppost, ReactNativeOptions } from './react-native-lamppost.ts';
import { type Launched, VirtualPhone } from './testing/virtual-phone.ts';

const minute = 60_000;
const fail = (): never => {
  throw new Error('injected');
};
const rejects = (): Promise<never> => Promise.reject(new Error('injected'));

/** Each method of a client, with hostile values wherever it takes something. */
const calls: Record<string, (client: ReactNativeLamppost, value: never) => unknown> = {
  track: (client, value) => [client.track(value, value), client.track('event', { value })],
  identify: (client, value) => client.identify(value, value),
  setProperties: (client, value) => [client.setProperties(value), client.setProperties({ value })],
  reset: (client) => client.reset(),
  flag: (client, value) => [client.flag(value, 'fallback'), client.flag('banner', value)],
  flags: (client) => client.flags().banner,
  experiment: (client, value) => client.experiment(value),
  inspect: (client, value) => client.inspect(value)?.value,
  override: (client, value) => [client.override(value, value), client.override('banner', value)],
  onChange: (client, value) => client.onChange(value)?.(),
  optOut: (client) => client.optOut(),
  optIn: (client) => client.optIn(),
  status: (client) => client.status()?.queued,
  captureError: (client, value) => [client.captureError(value, value), client.captureError(value, { custom: value })],
  breadcrumb: (client, value) => client.breadcrumb(value, value),
  measure: (client, value) => client.measure(value),
  screen: (client, value) => [client.screen(value, value), client.screen('Home', value)],
  started: (client) => client.started(),
  flush: (client) => void client.flush(),
  close: (client) => void client.close(),
};

type Hook = (value: never) => unknown;

/** Everything that the host, or the app through the host, calls. The app's own part of it never fails here. */
function hooksOf(host: MockHost): Record<string, Hook> {
  const { global } = host;
  const fetch = global.fetch as HostFetch;
  const Xhr = global.XMLHttpRequest as NonNullable<HostGlobal['XMLHttpRequest']>;
  return {
    'AppState: background': () => host.become('background'),
    'AppState: active': () => host.become('active'),
    'AppState: anything': (value) => host.become(value),
    'ErrorUtils: error': (value) => host.throwUncaught(value, false),
    'ErrorUtils: fatal error': (value) => host.throwUncaught(value, true),
    'HermesInternal: rejection': (value) => host.rejectUnhandled(value),
    'fetch: input': () => fetch('http://app.test/a', {}),
    'fetch: request': (value) => fetch(value, value),
    XMLHttpRequest: (value) => {
      const xhr = new Xhr();
      xhr.open(value, value, value);
      xhr.send(value);
      return xhr;
    },
  };
}

/** A phone whose network takes whatever it is asked for. */
class LenientPhone extends VirtualPhone {
  override fetch(later: (delayMs: number, task: () => void) => () => void): HostFetch {
    const strict = super.fetch(later);
    const answer = { status: 503, headers: { get: () => null }, text: async () => '' };
    return (input, init) => (typeof input === 'string' ? strict(input, init) : Promise.resolve(answer));
  }
}

const launch = (
  options: Partial<ReactNativeOptions> = {},
  hostOptions: MockHostOptions = {},
  alter?: (host: MockHost) => void,
): Launched & { phone: LenientPhone } => {
  const phone = new LenientPhone();
  return Object.assign(phone.launch(options, { hasXhr: true, ...hostOptions }, alter), { phone });
};

test('every method of the client is in the table', () => {
  const methods = Object.entries(launch().client).filter(([, member]) => typeof member === 'function');
  expect(methods.map(([name]) => name).sort()).toEqual(Object.keys(calls).sort());
});

describe('nothing throws into the app:', () => {
  for (const [name, make] of hostileValues)
    test(`given ${name}`, () =>
      expectQuiet(async () => {
        const { client, host, phone } = launch({ frames: 1 });
        const value = make() as never;
        for (const call of Object.values(calls).slice(0, -1)) call(client, value);
        await phone.clock.advance(minute);
        // What becomes of its own requests is the app's business.
        for (const hook of Object.values(hooksOf(host))) Promise.resolve(hook(value)).catch(() => {});
        for (const call of Object.values(calls)) call(client, value);
        await phone.clock.advance(10 * minute);
      }));

  for (const [name, make] of hostileValues)
    test(`when options are ${name}`, () =>
      expectQuiet(async () => {
        const value = make() as never;
        const options = { app: value, bootstrap: value, device: value, log: value, storage: value };
        const { client, phone } = launch({ ...options, startup: value, stalls: value, network: value, stream: value });
        expect(client.flag('banner', 'fallback')).toBe('fallback');
        for (const call of Object.values(calls)) call(client, 'text' as never);
        await phone.clock.advance(10 * minute);
      }));

  test('while the engine itself fails', () =>
    expectQuiet(async () => {
      const { client, host, phone } = launch({ frames: 1 });
      await phone.clock.advance(minute);
      const every = Object.values(calls);
      const named = Object.entries(hooksOf(host)).filter(([name]) => /^(App|Hermes)/.test(name));
      whileBuiltinsThrow(() => {
        for (const call of every) call(client, 'text' as never);
        for (const [, hook] of named) hook('text' as never);
      });
      await phone.clock.advance(10 * minute);
    }));
});

describe('a host that fails never throws into the app:', () => {
  const faults: Record<string, (host: MockHost) => void> = {
    'no listeners for its state': ({ AppState }) => Object.assign(AppState, { addEventListener: fail }),
    'a state that cannot be read': ({ AppState }) => Object.defineProperty(AppState, 'currentState', { get: fail }),
    'constants that cannot be read': ({ Platform }) => Object.defineProperty(Platform, 'constants', { get: fail }),
    'no dimensions': (host) => Object.assign(host, { Dimensions: { get: fail } }),
    'no handler for errors': ({ global }) =>
      Object.assign(global, { ErrorUtils: { getGlobalHandler: fail, setGlobalHandler: fail } }),
    'no tracker of rejections': ({ global }) =>
      Object.assign(global, { HermesInternal: { hasPromise: fail, enablePromiseRejectionTracker: fail } }),
    'no frames': ({ global }) => Object.assign(global, { requestAnimationFrame: fail, cancelAnimationFrame: fail }),
    'no time': ({ global }) => Object.assign(global, { performance: { now: fail } }),
    'no random numbers': ({ global }) => Object.assign(global, { crypto: { getRandomValues: fail } }),
    'no network': ({ global }) => Object.assign(global, { fetch: fail, XMLHttpRequest: fail, AbortController: fail }),
    'a network that cannot be watched': ({ global }) => Object.freeze(global.XMLHttpRequest?.prototype),
    'a console that throws': ({ global }) => Object.assign(global, { console: { log: fail } }),
  };
  for (const [name, fault] of Object.entries(faults))
    test(name, () =>
      expectQuiet(async () => {
        const { client, phone, host } = launch({ frames: 1, log: undefined }, {}, fault);
        for (const call of Object.values(calls).slice(0, -1)) call(client, 'text' as never);
        await phone.clock.advance(minute);
        host.become('background');
        for (const call of Object.values(calls)) call(client, 'text' as never);
        await phone.clock.advance(10 * minute);
      }),
    );
});

describe('a storage that fails never throws into the app:', () => {
  const names = ['getItem', 'setItem', 'removeItem', 'getAllKeys', 'multiGet', 'multiSet', 'multiRemove'];
  const storage = (answer: () => unknown) =>
    Object.fromEntries(names.map((name) => [name, answer])) as unknown as DeviceStorage;
  for (const [name, answer] of [
    ['throws', fail],
    ['rejects', rejects],
    ['answers nothing', () => undefined],
    ['answers nothing later', async () => undefined],
    ['never answers', () => new Promise(() => {})],
  ] as const)
    test(name, () =>
      expectQuiet(async () => {
        const { client, phone } = launch({ storage: storage(answer) });
        for (const call of Object.values(calls).slice(0, -1)) call(client, 'text' as never);
        await phone.clock.advance(minute);
        for (const call of Object.values(calls)) call(client, 'text' as never);
        await phone.clock.advance(10 * minute);
      }),
    );
});

test('an error of the app reaches its own handler, whatever becomes of the report', () =>
  expectQuiet(async () => {
    const { host, phone } = launch();
    await phone.clock.advance(minute);
    const errors = hostileValues.map(([, make]) => make());
    for (const error of errors) host.throwUncaught(error, false);
    for (const error of errors) host.throwUncaught(error, true);
    await phone.clock.advance(minute);
    const reached = host.reached.map(({ error }) => error);
    expect(reached).toHaveLength(2 * errors.length);
    expect(reached.every((error, at) => Object.is(error, errors[at % errors.length]))).toBe(true);
  }));

test('what a request of the app throws or rejects with is its own', async () => {
  const { host } = launch({}, { fetch: fail as never });
  expect(() => host.global.fetch?.('http://app.test/')).toThrow('injected');
  const second = launch({}, { fetch: rejects as never });
  await expect(second.host.global.fetch?.('http://app.test/')).rejects.toThrow('injected');
  const third = launch({}, { fetch: (() => undefined) as never });
  expect(third.host.global.fetch?.('http://app.test/')).toBeUndefined();
});
