import { ScriptedServer, settle, VirtualClock } from '@lamppost/sdk-core/testing';
import { createLamppostOn } from '../create-lamppost-on.ts';
import type { HostFetch, HostResponse } from '../host.ts';
import type { DeviceStorage } from '../mirror-storage.ts';
import { createMockHost, type MockHost, type MockHostOptions } from '../mock/create-mock-host.ts';
import { createMockStorage } from '../mock/create-mock-storage.ts';
import type { ReactNativeLamppost, ReactNativeOptions } from '../react-native-lamppost.ts';

export const testKey = `lp_pub_production_${'x'.repeat(32)}`;
const LATENCY_MS = 40;
const WRITE_MS = 5;

export interface Launched {
  readonly client: ReactNativeLamppost;
  readonly host: MockHost;
  readonly lines: string[];
  /** As a crash: no timer fires, no answer arrives, nothing more is stored. */
  kill(): void;
}

/** A phone with a storage that takes time, on which an app can be started again and again, in virtual time. */
export class VirtualPhone {
  readonly clock = new VirtualClock();
  readonly server = new ScriptedServer(this.clock);
  readonly stored = new Map<string, string>();
  /** What servers of the app's own answer, by path; undefined: they cannot be reached. */
  answer: (path: string) => number | undefined = () => 200;
  /** Streams of the configuration that are open. */
  readonly streams = new Set<{ push(text: string): void; end(): void }>();
  /** Requests to servers of the app's own. */
  readonly asked: string[] = [];

  /** `alter` changes the host before the app begins. */
  launch(
    options: Partial<ReactNativeOptions> = {},
    hostOptions: MockHostOptions = {},
    alter: (host: MockHost) => void = () => {},
  ): Launched {
    let isAlive = true;
    const later = (delayMs: number, task: () => void): (() => void) =>
      this.clock.later(delayMs, () => {
        if (isAlive) task();
      });
    const host = createMockHost({
      now: () => this.clock.nowMs,
      later,
      fetch: this.fetch(later),
      hasXhr: false,
      ...hostOptions,
    });
    alter(host);
    const lines: string[] = [];
    const client = createLamppostOn(host, {
      key: testKey,
      url: 'http://lamppost.test',
      storage: this.storage(later, () => isAlive),
      log: (line) => lines.push(line),
      ...options,
    });
    const kill = (): void => {
      isAlive = false;
    };
    return { client, host, lines, kill };
  }

  /** Lets the JavaScript thread do nothing else for so long. */
  block(byMs: number): void {
    this.clock.nowMs += byMs;
  }

  /** Like AsyncStorage: what is written is on disk some milliseconds later, all of a call or nothing. */
  storage(
    later: (delayMs: number, task: () => void) => void,
    isAlive: () => boolean = () => true,
  ): Required<DeviceStorage> {
    const inner = createMockStorage(this.stored);
    const slow =
      <Args extends unknown[], T>(task: (...args: Args) => T | Promise<T>) =>
      (...args: Args): Promise<T> =>
        new Promise((resolve, reject) => {
          later(WRITE_MS, () => {
            if (isAlive()) Promise.resolve(task(...args)).then(resolve, reject);
          });
        });
    return {
      getItem: slow(inner.getItem),
      setItem: slow(inner.setItem),
      removeItem: slow(inner.removeItem),
      getAllKeys: slow(inner.getAllKeys),
      multiGet: slow(inner.multiGet),
      multiSet: slow(inner.multiSet),
      multiRemove: slow(inner.multiRemove),
    };
  }

  #openStream(signal: AbortSignal | undefined): HostResponse {
    let push = (_: string | null): void => {};
    const texts: (string | null)[] = [];
    const next = (): Promise<string | null> =>
      new Promise((resolve) => {
        push = (text) => {
          texts.push(text);
          resolve(null);
        };
        if (texts.length > 0) resolve(null);
      }).then(() => texts.shift() ?? null);
    const stream = { push: (text: string) => push(text), end: () => push(null) };
    this.streams.add(stream);
    signal?.addEventListener('abort', () => {
      this.streams.delete(stream);
      push(null);
    });
    const answer = asResponse({ status: 200, headers: {}, body: '' });
    return Object.assign(answer, {
      body: {
        async *[Symbol.asyncIterator]() {
          for (let text = await next(); text !== null; text = await next()) yield new TextEncoder().encode(text);
        },
      },
    });
  }

  fetch(later: (delayMs: number, task: () => void) => () => void): HostFetch {
    return (input, init = {}) =>
      new Promise((resolve, reject) => {
        const { hostname, pathname } = new URL(`${input}`);
        const isOurs = hostname === 'lamppost.test' && pathname.startsWith('/v1/');
        const { method = 'GET', headers = {}, body } = init;
        const signal = init.signal as AbortSignal | undefined;
        signal?.addEventListener('abort', () => reject(Object.assign(new Error('aborted'), { name: 'AbortError' })));
        if (!isOurs) this.asked.push(pathname);
        if (pathname === '/v1/config/stream') {
          later(LATENCY_MS, () => resolve(this.#openStream(signal)));
          return;
        }
        // What has left the phone arrives, whatever becomes of the phone.
        this.clock.later(LATENCY_MS / 2, () => {
          const request = { method: method as 'GET' | 'POST', headers, body, timeoutMs: 1e4 };
          const status = isOurs ? undefined : this.answer(pathname);
          const scripted = isOurs
            ? this.server.respond(pathname, request)
            : status === undefined
              ? new Error('Network request failed')
              : { status, headers: {}, body: `answer of ${pathname}` };
          later(LATENCY_MS / 2, () => {
            if (scripted instanceof Error) reject(scripted);
            else if (scripted) resolve(asResponse(scripted));
          });
        });
      });
  }
}

function asResponse(answer: {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}): HostResponse & { readonly body: AsyncIterable<Uint8Array> } {
  return {
    status: answer.status,
    headers: { get: (name) => answer.headers[name.toLowerCase()] ?? null },
    text: async () => {
      await settle();
      return answer.body;
    },
    body: {
      async *[Symbol.asyncIterator]() {
        yield new TextEncoder().encode(answer.body);
      },
    },
  };
}
