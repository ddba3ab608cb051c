import { createGuard, type Guard } from '../guard.ts';
import type { HttpResponse, LifecycleEvent, Platform, PlatformStorage } from '../platform.ts';
import { textOf } from '../text-of.ts';
import type { ScriptedResponse, ScriptedServer } from './scripted-server.ts';
import type { VirtualClock } from './virtual-clock.ts';

const LATENCY_MS = 40;

/** Mulberry32: the same numbers for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export interface TestPlatform extends Platform {
  readonly logs: string[];
  emit(event: LifecycleEvent): void;
  /** As a crash: no timer fires, no response arrives, locks are free, nothing more is stored. */
  kill(): void;
}

const asResponse = ({ status, headers, body, isTruncated }: ScriptedResponse): HttpResponse => ({
  status,
  headers: { get: (name) => headers[name.toLowerCase()] ?? null },
  text: () => (isTruncated ? Promise.reject(new Error('terminated')) : Promise.resolve(body)),
});

/** A device with a storage of its own, on which a client can be started again and again, or several at a time. */
export class TestDevice {
  readonly stored = new Map<string, string>();
  clockErrorMs = 0;
  /** What storage throws, by operation. */
  storageFailure: ((operation: 'get' | 'set' | 'remove' | 'keys') => Error | undefined) | undefined;
  readonly #held = new Map<string, object>();
  readonly #watchers = new Set<{ readonly of: object; readonly watch: (key: string, value: string | null) => void }>();
  readonly #clock: VirtualClock;
  readonly #server: ScriptedServer;
  readonly #random: () => number;

  constructor(clock: VirtualClock, server: ScriptedServer, seed = 1) {
    this.#clock = clock;
    this.#server = server;
    this.#random = seededRandom(seed);
  }

  launch(options: { readonly hasStorage?: boolean; readonly isAlone?: boolean } = {}): TestPlatform {
    const { hasStorage = true, isAlone = false } = options;
    const self = {};
    const clock = this.#clock;
    const listeners = new Set<(event: LifecycleEvent) => void>();
    const logs: string[] = [];
    let isAlive = true;

    const log = (message: unknown): void => {
      // Not by a function of the engine: tests make those throw.
      logs[logs.length] = textOf(message);
    };
    const guard = createGuard(log);
    const whileAlive = (task: () => void) => (): void => {
      if (isAlive) task();
    };
    return {
      sdk: { name: 'test', version: '1.0.0' },
      facts: { platform: 'test', os_name: 'TestOS', os_version: '1', model: 'T1', locale: 'en' },
      storage: hasStorage ? this.#storage(self, () => isAlive, guard) : undefined,
      logs,
      now: () => clock.nowMs + this.clockErrorMs,
      random: this.#random,
      later: (delayMs, task) => clock.later(delayMs, whileAlive(guard(task))),
      log,
      emit: (event) => {
        for (const listener of listeners) listener(event);
      },
      kill: () => {
        isAlive = false;
        for (const watcher of this.#watchers) if (watcher.of === self) this.#watchers.delete(watcher);
        for (const [name, holder] of this.#held) if (holder === self) this.#held.delete(name);
      },
      onLifecycleEvent: (listener) => {
        const guarded = guard(listener);
        listeners.add(guarded);
        return () => listeners.delete(guarded);
      },
      request: (url, request) =>
        new Promise((resolve, reject) => {
          const { pathname } = new URL(url);
          const cancelTimeout = clock.later(
            request.timeoutMs ?? 10_000,
            whileAlive(() => reject(new Error('timeout'))),
          );
          clock.later(LATENCY_MS / 2, () => {
            const scripted = this.#server.respond(pathname, request);
            clock.later(
              LATENCY_MS / 2,
              whileAlive(() => {
                if (scripted === undefined) return;
                cancelTimeout();
                if (scripted instanceof Error) reject(scripted);
                else resolve(asResponse(scripted));
              }),
            );
          });
        }),
      ...(!isAlone && {
        exclusively: async (name: string, task: () => Promise<void>) => {
          if (this.#held.has(name)) return false;
          this.#held.set(name, self);
          await task();
          this.#held.delete(name);
          return true;
        },
      }),
    };
  }

  #storage(self: object, isAlive: () => boolean, guard: Guard): PlatformStorage {
    const attempt = (operation: 'get' | 'set' | 'remove' | 'keys'): void => {
      const failure = this.storageFailure?.(operation);
      if (failure) throw failure;
    };
    const change = (key: string, value: string | null): void => {
      if (!isAlive()) return;
      if (value === null) this.stored.delete(key);
      else this.stored.set(key, value);
      for (const { of, watch } of this.#watchers) if (of !== self) watch(key, value);
    };
    return {
      get: (key) => {
        attempt('get');
        return this.stored.get(key) ?? null;
      },
      set: (key, value) => {
        attempt('set');
        change(key, value);
      },
      remove: (key) => {
        attempt('remove');
        change(key, null);
      },
      keys: (prefix) => {
        attempt('keys');
        return [...this.stored.keys()].filter((key) => key.startsWith(prefix));
      },
      onChange: (listener) => {
        const watcher = { of: self, watch: guard(listener) };
        this.#watchers.add(watcher);
        return () => this.#watchers.delete(watcher);
      },
    };
  }
}
