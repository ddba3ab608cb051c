import type { Agent } from 'node:http';
import { expectQuiet, hostileValues, whileBuiltinsThrow } from '@lamppost/sdk-core/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLamppost } from './create-lamppost.ts';
import { expressErrors, expressRequests } from './express-requests.ts';
import { fastifyRequests } from './fastify-requests.ts';
import type { NodeLamppost, NodeOptions } from './node-lamppost.ts';
import { RecordingServer } from './testing/recording-server.ts';

const fail = (): never => {
  throw new Error('injected');
};
const noop = (): void => {};
const options = { key: `lp_sec_production_${'x'.repeat(32)}`, log: noop, exitMs: 20, stream: false };

let server: RecordingServer;
const open: NodeLamppost[] = [];
beforeEach(async () => {
  server = await RecordingServer.start();
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()));
  await server.stop();
});

function launch(more: Partial<NodeOptions> = {}): NodeLamppost {
  const client = createLamppost({ ...options, url: server.url, ...more });
  open.push(client);
  return client;
}

/** Each method of a client, with hostile values wherever it takes something. */
const calls: Record<string, (client: NodeLamppost, value: never) => unknown> = {
  track: (client, value) => [client.track(value, value, value), client.track('event', { value }, { userId: value })],
  flag: (client, value) => [client.flag(value, 'fallback', value), client.flag('a', value, { attributes: value })],
  details: (client, value) => [client.details(value, 'fallback', value).value, client.details('a', value).reason],
  flags: (client, value) => client.flags(value).a,
  experiment: (client, value) => client.experiment(value, value),
  experiments: (client, value) => client.experiments(value).a,
  config: (client, value) => client.config(value).flags.a,
  forUser: (client, value) => {
    const user = client.forUser(value);
    user.track(value, value);
    user.captureError(value, value);
    return [user.flag(value, 'fallback'), user.details(value, 5).value, user.flags(), user.experiment(value)];
  },
  captureError: (client, value) => client.captureError(value, value, value),
  breadcrumb: (client, value) => client.breadcrumb(value, value),
  measure: (client, value) => client.measure(value),
  noteRequest: (client, value) => [client.noteRequest(value, value, value), client.noteRequest(fail, 200, 1)],
  onChange: (client, value) => client.onChange(value)(),
  onState: (client, value) => client.onState(value)(),
  override: (client, value) => [client.override(value, value), client.override('a', value)],
  status: (client) => client.status()?.queued,
  flush: (client) => client.flush(),
  close: (client) => client.close(),
};

type Hook = (value: never) => void;

/** What Express and Fastify call, with hostile values for whatever they hand over. */
function frameworkHooks(client: NodeLamppost): Record<string, Hook> {
  const closing: (() => void)[] = [];
  const response = {
    statusCode: 500,
    writableFinished: true,
    once: (_: string, hook: () => void) => closing.push(hook),
  };
  const fastify: Record<string, (...args: unknown[]) => void> = {};
  const fake = { addHook: (name: string, hook: never) => Object.assign(fastify, { [name]: hook }) };
  const plugin = fastifyRequests(client);
  plugin(fake as never, {}, noop);
  const requests = expressRequests(client);
  const errors = expressErrors(client);
  return {
    'expressRequests: request': (value) => requests(value, response, noop),
    'expressRequests: response': (value) => requests({} as never, value, noop),
    'expressRequests: close': () => {
      for (const hook of closing.splice(0)) hook();
    },
    'expressErrors: error': (value) => errors(value, {} as never, response, noop),
    'expressErrors: request': (value) => errors(new Error('odd'), value, value, noop),
    'fastifyRequests: plugin': (value) => plugin(value, value, noop),
    'fastifyRequests: onResponse': (value) => fastify.onResponse?.(value, value, noop),
    'fastifyRequests: onError': (value) => fastify.onError?.(value, value, value, noop),
  };
}

const processEvents = [
  ...['uncaughtExceptionMonitor', 'newListener', 'removeListener', 'beforeExit', 'exit'],
  ...['SIGTERM', 'SIGINT', 'SIGHUP'],
];
const isSignal = (event: string): boolean => event.startsWith('SIG');
const listenersOf = (event: string): ((value: unknown) => unknown)[] => process.listeners(event as 'exit') as never;

/** What Node itself calls. The app listens as well, so that nothing of it ends the tests. */
function processHooks(): { hooks: Record<string, Hook>; off: () => void } {
  const hooks: Record<string, Hook> = {};
  const events = [...processEvents, 'unhandledRejection'];
  const before = new Map(events.map((event) => [event, listenersOf(event)]));
  launch();
  const signals = events.filter((event) => isSignal(event) || event === 'unhandledRejection');
  for (const signal of signals) process.on(signal, noop);
  for (const event of events)
    for (const listener of listenersOf(event).filter((one) => one !== noop && !before.get(event)?.includes(one)))
      hooks[event] = isSignal(event) ? () => listener(event) : (value) => listener(value);
  return {
    hooks,
    off: () => {
      for (const signal of signals) process.off(signal, noop);
    },
  };
}

test('every method of the client is in the table', () => {
  const methods = Object.entries(launch()).filter(([, member]) => typeof member === 'function');
  expect(methods.map(([name]) => name).sort()).toEqual(Object.keys(calls).sort());
});

test('every listener of the process is in the table', () => {
  const { hooks, off } = processHooks();
  off();
  expect(Object.keys(hooks).sort()).toEqual([...processEvents, 'unhandledRejection'].sort());
});

describe('nothing throws into the app:', () => {
  for (const [name, make] of hostileValues)
    test(`given ${name}`, () =>
      expectQuiet(async () => {
        const client = launch({ flagExposures: true });
        const value = make() as never;
        for (const hook of Object.values(frameworkHooks(client))) hook(value);
        const { hooks, off } = processHooks();
        for (const hook of Object.values(hooks)) hook(value);
        for (const call of Object.values(calls)) call(client, value);
        off();
        await client.close();
      }));

  for (const [name, make] of hostileValues)
    test(`when options are ${name}`, () =>
      expectQuiet(async () => {
        const value = make() as never;
        const more = { app: value, bootstrap: value, agent: value, log: value, stream: value, offline: false };
        const client = launch({ ...more, flagExposures: value, uncaught: value, signals: value });
        expect(client.flag('a', 'fallback')).toBe('fallback');
        for (const call of Object.values(calls)) call(client, 'text' as never);
        await client.close();
      }));

  test('while the engine itself fails', () =>
    expectQuiet(async () => {
      const client = launch({ flagExposures: true });
      await client.ready;
      const hooks = Object.entries({ ...frameworkHooks(client), ...processHooks().hooks });
      const every = Object.entries(calls).filter(([name]) => name !== 'close');
      whileBuiltinsThrow(() => {
        for (const [, hook] of hooks) hook('text' as never);
        for (const [, call] of every) call(client, 'text' as never);
      });
    }));

  test('when the log, the network and the disk fail', () =>
    expectQuiet(async () => {
      const agent = { addRequest: fail, createConnection: fail, options: {} } as unknown as Agent;
      const client = launch({ log: fail, agent, storageDir: '/dev/null/x', stream: true });
      for (const hook of Object.values(frameworkHooks(client))) hook({} as never);
      for (const call of Object.values(calls)) call(client, 'text' as never);
      await client.close();
    }));
});

test('nobody who is asked about is nobody: null instead of a user changes no value', async () => {
  server.ruleset = {
    flags: [{ id: 'f', key: 'a', value_type: 'string', default_value: 'x', platforms: ['server'], rules: [] }],
    experiments: [],
    groups: {},
    config_version: '1',
  };
  const client = launch();
  await client.ready;
  expect(client.flag('a', 'fallback', null as never)).toBe('x');
  expect(client.forUser(null as never).flag('a', 'fallback')).toBe('x');
});

test('what an app throws or passes on goes its own way', () => {
  const client = launch();
  const response = { statusCode: 200, writableFinished: true, once: noop };
  const request = { method: 'GET', baseUrl: '', originalUrl: '/' };
  expect(() => expressRequests(client)(request, response, fail)).toThrow('injected');
  const passed: unknown[] = [];
  const error = new Error("the app's own");
  expressErrors(client)(error, request, response, (given) => passed.push(given));
  expect(passed).toEqual([error]);
});
