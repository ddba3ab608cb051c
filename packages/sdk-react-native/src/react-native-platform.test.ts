import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { platformContract } from '@lamppost/sdk-core/contract';
import { VirtualClock } from '@lamppost/sdk-core/testing';
import { expect, test } from 'vitest';
import { mirrorStorage } from './mirror-storage.ts';
import { createMockHost, type MockHostOptions } from './mock/create-mock-host.ts';
import { createMockStorage } from './mock/create-mock-storage.ts';
import { reactNativePlatform } from './react-native-platform.ts';

platformContract('React Native', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/silent') return;
    response.statusCode = request.url === '/ok' ? 200 : 500;
    response.end('{"data":{}}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const host = createMockHost();
  const platform = reactNativePlatform(host);
  const storage = mirrorStorage(createMockStorage(), { prefix: '', later: platform.later, log: platform.log });
  await storage.loaded;
  return {
    platform: { ...platform, storage },
    emit: () => host.become(host.AppState.currentState === 'active' ? 'background' : 'active'),
    url,
    pass: (ms) => sleep(ms),
    dispose: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
});

const devices: [string, MockHostOptions, object][] = [
  [
    'an Android phone',
    { constants: { Release: '14', Model: 'Pixel 8', uiMode: 'normal' } },
    { platform: 'android', os_name: 'Android', os_version: '14', model: 'Pixel 8', type: 'phone' },
  ],
  ['an Android tablet', { screen: { width: 1_280, height: 800 } }, { platform: 'android', type: 'tablet' }],
  [
    'an iPhone',
    { os: 'ios', constants: { osVersion: '17.5', systemName: 'iOS', interfaceIdiom: 'phone' } },
    { platform: 'ios', os_name: 'iOS', os_version: '17.5', model: undefined, type: 'phone' },
  ],
  [
    'an iPad',
    { os: 'ios', isPad: true, constants: { osVersion: '17.5', systemName: 'iPadOS', interfaceIdiom: 'pad' } },
    { platform: 'ipados', os_name: 'iPadOS', type: 'tablet' },
  ],
  ['Windows', { os: 'windows', constants: {} }, { platform: 'windows', os_name: 'Windows', type: undefined }],
];
test.each(devices)('%s says what it is', (_, options, expected) => {
  const { facts } = reactNativePlatform(createMockHost(options));
  expect(facts).toMatchObject({ ...expected, locale: 'de-AT', timezone: 'Europe/Vienna' });
});

test('a request ends in time also where it cannot be taken back', async () => {
  const time = new VirtualClock();
  const host = createMockHost({
    now: () => time.nowMs,
    later: (ms, task) => time.later(ms, task),
    fetch: () => new Promise(() => {}),
  });
  Object.assign(host.global, { AbortController: undefined });
  const asked = reactNativePlatform(host).request('http://lamppost.test', {
    headers: {},
    timeoutMs: 50,
  });
  const failed = expect(asked).rejects.toThrow('timeout');
  await time.advance(60);
  await failed;
});

test('the app may know better', () => {
  const { facts } = reactNativePlatform(createMockHost({ os: 'ios' }), {
    device: { model: 'iPhone 15', country: 'AT' },
  });
  expect(facts).toMatchObject({ platform: 'ios', model: 'iPhone 15', country: 'AT' });
});

test('lifecycle events are those of the app, and what lies in between is none', () => {
  const host = createMockHost();
  const events: string[] = [];
  const off = reactNativePlatform(host).onLifecycleEvent?.((event) => events.push(event));
  for (const state of ['inactive', 'active', 'inactive', 'background', 'background', 'active']) host.become(state);
  expect(events).toEqual(['background', 'foreground']);
  off?.();
  host.become('background');
  expect(events).toHaveLength(2);
});

test('an app that begins in the background says so, and comes to the foreground', async () => {
  const time = new VirtualClock();
  const launch = (events: string[]) => {
    const host = createMockHost({
      state: 'background',
      now: () => time.nowMs,
      later: (ms, task) => time.later(ms, task),
    });
    const off = reactNativePlatform(host).onLifecycleEvent?.((event) => events.push(event));
    return { host, off };
  };
  const slow: string[] = [];
  const { host } = launch(slow);
  expect(slow).toEqual([]);
  await time.advance(1);
  host.become('active');
  expect(slow).toEqual(['background', 'foreground']);
  const quick: string[] = [];
  launch(quick).host.become('active');
  const none: string[] = [];
  launch(none).off?.();
  await time.advance(1);
  expect([quick, none]).toEqual([['foreground'], []]);
});

const sources: [string, MockHostOptions['crypto']][] = [
  ['none', undefined],
  [
    'one that throws',
    {
      getRandomValues: () => {
        throw new Error('the native module is missing');
      },
    },
  ],
];
test.each(sources)(
  'random numbers differ between devices and starts where the cryptographic source is %s',
  (_, crypto) => {
    const draws = Array.from({ length: 50 }, () => {
      const { random } = reactNativePlatform(createMockHost({ crypto, now: () => 1_700_000_000_000 }));
      return Array.from({ length: 200 }, random);
    });
    const all = draws.flat();
    expect(new Set(all).size).toBe(all.length);
    expect(all.every((number) => number >= 0 && number < 1)).toBe(true);
    // Of 10,000 the mean is 0.5 with a deviation of 0.0029.
    expect(Math.abs(all.reduce((sum, number) => sum + number, 0) / all.length - 0.5)).toBeLessThan(6 * 0.0029);
  },
);

test('a log of the app that throws does no harm', () => {
  const host = createMockHost();
  const { log } = reactNativePlatform(host, {
    log: () => {
      throw new Error('no log');
    },
  });
  log('a line');
  expect(host.lines).toEqual(['lamppost: Error: no log']);
});
