import { hostileValues, whileBuiltinsThrow } from '@lamppost/sdk-core/testing';
import { autocapture } from '../autocapture.ts';
import { beforeSend } from '../before-send.ts';
import { type BrowserOptions, createLamppost } from '../create-lamppost.ts';
import { sharedProperties } from '../shared-properties.ts';
import { streamFlags } from '../stream-flags.ts';
import { webContext } from '../web-context.ts';

/** All that a page may add. */
const use = [sharedProperties, webContext, beforeSend((outgoing) => outgoing)] as const;
type Client = ReturnType<typeof createLamppost<typeof use>>;
type Listener = (event: unknown) => unknown;

/** Each method of a client, with hostile values wherever it takes something. */
const calls: Record<string, (client: Client, value: never) => unknown> = {
  track: (client, value) => [client.track(value, value), client.track('event', { value })],
  identify: (client, value) => client.identify(value, value),
  setProperties: (client, value) => [client.setProperties(value), client.setProperties({ value })],
  reset: (client) => client.reset(),
  flag: (client, value) => [client.flag(value, 'fallback'), client.flag('banner', value)],
  flags: (client) => client.flags()?.banner,
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
  flush: (client) => void client.flush(),
  close: (client) => void client.close(),
};
const everyCall = Object.values(calls);

/** What the client has the page call: listeners by type, and what observers of performance are given. */
function launch(options: Partial<BrowserOptions<typeof use>> = {}) {
  const listeners: [type: string, listener: Listener][] = [];
  const { addEventListener, PerformanceObserver } = globalThis;
  Object.assign(globalThis, {
    addEventListener(type: string, listener: Listener, ...rest: never[]) {
      listeners.push([type, listener]);
      addEventListener(type, listener as never, ...rest);
    },
    PerformanceObserver: class extends PerformanceObserver {
      constructor(callback: PerformanceObserverCallback) {
        super(callback);
        listeners.push(['PerformanceObserver', callback as Listener]);
      }
    },
  });
  const key = `lp_pub_production_${'x'.repeat(32)}`;
  const client = createLamppost({ key, url: location.origin, stream: streamFlags, use, ...options });
  autocapture(client);
  Object.assign(globalThis, { addEventListener, PerformanceObserver });
  return { client, listeners };
}

/** An event as no browser makes one: each of its members is hostile, or all of it is. */
const eventsWith = (type: string, value: unknown): unknown[] => [
  value,
  { type, target: value, error: value, message: value, reason: value, lineno: 1, filename: value, colno: value },
  { type, isTrusted: true, composedPath: () => [value, document.body] },
  { type, isTrusted: value, composedPath: value },
  { type, persisted: value, timeStamp: value, key: value, newValue: value, getEntries: () => [value] },
  { type, persisted: true, key: 'lamppost.production.state', newValue: value, getEntries: () => value },
];

const outcomeOf = (run: () => unknown): string => {
  try {
    return typeof run();
  } catch (error) {
    return `threw ${(error as Error)?.name}`;
  }
};

const found = {
  methods: (): string[] => {
    const { client } = launch();
    const methods = Object.entries(client).filter(([, member]) => typeof member === 'function');
    const isListed =
      methods
        .map(([name]) => name)
        .sort()
        .join() === Object.keys(calls).sort().join();
    return isListed ? [] : [`the table is not complete: ${methods.map(([name]) => name)}`];
  },

  /** Types that the client listens to, so that a new one is not forgotten. */
  listened: (): string[] => [...new Set(launch().listeners.map(([type]) => type))].sort(),

  hostile: (): string[] => {
    const wrong: string[] = [];
    const { client, listeners } = launch();
    for (const [name, make] of hostileValues) {
      const attempt = (what: string, run: () => unknown): void => {
        const outcome = outcomeOf(run);
        if (outcome.startsWith('threw')) wrong.push(`${what} given ${name}: ${outcome}`);
      };
      for (const [method, call] of Object.entries(calls))
        if (method !== 'close') attempt(method, () => call(client, make() as never));
      for (const [type, listener] of listeners)
        for (const event of eventsWith(type, make())) attempt(type, () => listener(event));
    }
    return wrong;
  },

  /** What the app calls and the client has wrapped does as before, also when it throws. */
  wrapped: (): string[] => {
    const wrong: string[] = [];
    const quiet = { pageViews: false, errors: false, webVitals: false };
    const compare = (what: string, run: () => unknown): void => {
      const before = outcomeOf(run);
      const { client } = launch({ ...quiet, pageViews: true, errors: true });
      const after = outcomeOf(run);
      client.close();
      if (before !== after) wrong.push(`${what}: ${before}, and with the client ${after}`);
    };
    const odd = () => Promise.resolve(undefined as never);
    for (const [name, make] of hostileValues) {
      compare(`pushState of ${name}`, () => history.pushState(make(), '', make() as never));
      compare(`replaceState of ${name}`, () => history.replaceState(make(), ''));
      compare(`console.error of ${name}`, () => {
        const { error } = console;
        if (name.includes('proxy') || name.includes('getters')) return;
        error(make());
      });
      compare(`fetch of ${name}`, () => {
        const { fetch } = globalThis;
        const answered = fetch(make() as never, make() as never);
        answered?.catch?.(() => {});
        return answered;
      });
    }
    for (const [name, fake] of [
      ['answers nothing', () => undefined],
      ['answers nothing later', odd],
      ['throws', () => JSON.parse('{')],
    ] as const) {
      const { fetch } = globalThis;
      Object.assign(globalThis, { fetch: fake });
      compare(`a fetch that ${name}`, () => globalThis.fetch('/'));
      Object.assign(globalThis, { fetch });
    }
    return wrong;
  },

  brokenEngine: (): string[] => {
    const { client, listeners } = launch();
    const events = listeners.map(([type]) => ({
      type,
      target: document.body,
      lineno: 1,
      getEntries: () => [],
      isTrusted: true,
      composedPath: () => [document.createElement('button'), document.body],
    }));
    const wrong: string[] = [];
    try {
      whileBuiltinsThrow(() => {
        for (const call of everyCall) call(client, 'text' as never);
        for (let at = 0; at < listeners.length; at++) (listeners[at] as [string, Listener])[1](events[at]);
      });
    } catch (error) {
      wrong.push(`${(error as Error).message}: ${(error as Error & { cause?: Error }).cause?.stack}`);
    }
    return wrong;
  },

  /** On a page that lacks something from the start. */
  ordinary: (): string[] => {
    const wrong: string[] = [];
    try {
      const key = `lp_pub_production_${'x'.repeat(32)}`;
      const client = createLamppost({ key, url: location.origin, stream: streamFlags, use });
      if (client.flag('banner', 'fallback') !== 'fallback') wrong.push('a flag is not its fallback');
      for (const call of everyCall) call(client, 'text' as never);
      document.body.click();
    } catch (error) {
      wrong.push(`${(error as Error)?.stack}`);
    }
    return wrong;
  },
};

Object.assign(globalThis, { found });
