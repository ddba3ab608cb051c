import type { ErrorHandler, Host, HostFetch, HostGlobal, PlatformConstants, StartupTiming } from '../host.ts';
import { createMockXhr } from './mock-xhr.ts';

const FRAME_MS = 1_000 / 60;

export interface MockHostOptions {
  /** Default `android`. */
  readonly os?: string | undefined;
  readonly constants?: PlatformConstants | undefined;
  readonly isPad?: boolean | undefined;
  readonly screen?: { readonly width: number; readonly height: number } | undefined;
  /** Default `active`. */
  readonly state?: string | undefined;
  /** The network; default that of the process. */
  readonly fetch?: HostFetch | undefined;
  /** Default the wall clock. */
  now?(): number;
  /** Default a timer that keeps no process alive. What it returns cancels it. */
  later?(delayMs: number, task: () => void): () => void;
  /** How long ago the app began to start. Default 800 ms; null: the host does not say. */
  readonly startedAgoMs?: number | null | undefined;
  readonly hasXhr?: boolean | undefined;
  readonly crypto?: HostGlobal['crypto'] | undefined;
}

/** A phone that is none: an app runs on it in a test, or in an example without a device. */
export interface MockHost extends Host {
  /** `active`, `inactive` or `background`. */
  become(state: string): void;
  /** Throws where nobody catches it. */
  throwUncaught(error: unknown, isFatal?: boolean): void;
  /** Rejects where nobody catches it. */
  rejectUnhandled(reason: unknown): void;
  /** Errors that have reached what React Native does with them: with a fatal one, that ends the app. */
  readonly reached: readonly { readonly error: unknown; readonly isFatal: boolean }[];
  /** Lines of the console. */
  readonly lines: readonly string[];
}

const laterInProcess = (delayMs: number, task: () => void): (() => void) => {
  const timer = setTimeout(task, delayMs) as unknown as { unref?(): void };
  timer.unref?.();
  return () => clearTimeout(timer as unknown as ReturnType<typeof setTimeout>);
};

export function createMockHost(options: MockHostOptions = {}): MockHost {
  const { os = 'android', now = Date.now, later = laterInProcess, startedAgoMs = 800 } = options;
  const ownFetch = options.fetch ?? (globalThis.fetch as unknown as HostFetch);
  const listeners = new Set<(state: string) => void>();
  const reached: { error: unknown; isFatal: boolean }[] = [];
  const lines: string[] = [];
  const cancels = new Map<unknown, () => void>();
  let timers = 0;
  let state = options.state ?? 'active';
  let handler: ErrorHandler = (error, isFatal = false) => reached.push({ error, isFatal });
  let onUnhandled = (_: number, _reason: unknown): void => {};
  /** The device had been on for an hour when this began. */
  const bootMs = now() - 3_600_000;
  const timing: StartupTiming | undefined =
    startedAgoMs === null ? undefined : { startTime: now() - bootMs - startedAgoMs };

  const schedule = (task: () => void, delayMs: number): number => {
    timers += 1;
    const id = timers;
    const cancel = later(delayMs, () => {
      cancels.delete(id);
      task();
    });
    cancels.set(id, cancel);
    return id;
  };
  const cancel = (id: unknown): void => {
    cancels.get(id)?.();
    cancels.delete(id);
  };
  /** Frames come at even times, however long the one before took. */
  const nextFrameMs = (): number => {
    const sinceMs = (now() - bootMs) % FRAME_MS;
    return sinceMs > FRAME_MS - 1 ? 2 * FRAME_MS - sinceMs : FRAME_MS - sinceMs;
  };
  const global: HostGlobal = {
    fetch: ownFetch,
    XMLHttpRequest: options.hasXhr === false ? undefined : createMockXhr(ownFetch),
    AbortController,
    Date: { now },
    performance: { now: () => now() - bootMs, ...(timing && { rnStartupTiming: timing }) },
    crypto: 'crypto' in options ? options.crypto : (globalThis.crypto as HostGlobal['crypto']),
    Intl: { DateTimeFormat: () => ({ resolvedOptions: () => ({ locale: 'de-AT', timeZone: 'Europe/Vienna' }) }) },
    console: { log: (line) => lines.push(line) },
    ErrorUtils: {
      getGlobalHandler: () => handler,
      setGlobalHandler: (next) => {
        handler = next;
      },
    },
    HermesInternal: {
      hasPromise: () => true,
      enablePromiseRejectionTracker: (tracker) => {
        onUnhandled = tracker.onUnhandled;
      },
    },
    requestAnimationFrame: (task) => schedule(task, nextFrameMs()),
    cancelAnimationFrame: cancel,
    setTimeout: schedule,
    clearTimeout: cancel,
  };
  return {
    Platform: {
      OS: os,
      Version: os === 'android' ? 34 : '17.5',
      isPad: options.isPad,
      constants: options.constants ?? (os === 'android' ? { Release: '14', Model: 'Pixel 8' } : { osVersion: '17.5' }),
    },
    AppState: {
      get currentState() {
        return state;
      },
      addEventListener(_, listener) {
        listeners.add(listener);
        return { remove: () => listeners.delete(listener) };
      },
    },
    Dimensions: { get: () => options.screen ?? { width: 412, height: 915 } },
    global,
    become(next) {
      state = next;
      for (const listener of [...listeners]) listener(next);
    },
    throwUncaught: (error, isFatal = true) => handler(error, isFatal),
    rejectUnhandled: (reason) => onUnhandled(0, reason),
    reached,
    lines,
  };
}
