/** As much of React Native, and of the engine below it, as this SDK needs. */
export interface Host {
  readonly Platform: {
    readonly OS: string;
    /** iOS: a text; Android: the number of its API. */
    readonly Version?: number | string | undefined;
    readonly isPad?: boolean | undefined;
    readonly isTV?: boolean | undefined;
    readonly constants?: PlatformConstants | undefined;
  };
  readonly AppState: {
    /** `active`, `inactive` (iOS, in between), `background`, `unknown`; null while nobody knows. */
    readonly currentState?: string | null | undefined;
    addEventListener(type: 'change', listener: (state: string) => void): { remove(): void } | undefined;
  };
  readonly Dimensions?: { get(of: 'screen'): { readonly width: number; readonly height: number } } | undefined;
  readonly global: HostGlobal;
}

export interface PlatformConstants {
  /** Android. */
  readonly Release?: string | undefined;
  readonly Model?: string | undefined;
  readonly uiMode?: string | undefined;
  /** iOS. */
  readonly osVersion?: string | undefined;
  readonly systemName?: string | undefined;
  readonly interfaceIdiom?: string | undefined;
}

export type ErrorHandler = (error: unknown, isFatal?: boolean) => void;

/** What stands in the global scope of an app. Read when it is needed: other libraries wrap it, as this one does. */
export interface HostGlobal {
  fetch?: HostFetch | undefined;
  readonly XMLHttpRequest?: (new () => HostXhr) | undefined;
  readonly AbortController?: (new () => { readonly signal: unknown; abort(): void }) | undefined;
  readonly Date: { now(): number };
  /** Times since the start of the device; what it says goes on with `startTime` below. */
  readonly performance?:
    | { now(): number; readonly rnStartupTiming?: StartupTiming; readonly reactNativeStartupTiming?: StartupTiming }
    | undefined;
  readonly crypto?: { getRandomValues?(into: Uint32Array): unknown } | undefined;
  readonly Intl?: { DateTimeFormat(): { resolvedOptions(): { locale: string; timeZone?: string } } } | undefined;
  readonly console: { log(line: string): void };
  readonly ErrorUtils?:
    | { getGlobalHandler?(): ErrorHandler | undefined; setGlobalHandler?(handler: ErrorHandler): void }
    | undefined;
  readonly HermesInternal?: HermesInternal | null | undefined;
  requestAnimationFrame?(task: () => void): number;
  cancelAnimationFrame?(id: number): void;
  setTimeout(task: () => void, delayMs: number): unknown;
  clearTimeout(timer: unknown): void;
}

interface HermesInternal {
  hasPromise?(): boolean;
  enablePromiseRejectionTracker?(options: {
    allRejections: boolean;
    onUnhandled(id: number, reason: unknown): void;
    onHandled(id: number): void;
  }): void;
}

/** Milliseconds on the clock of `performance.now`. */
export interface StartupTiming {
  readonly startTime?: number | null | undefined;
  readonly executeJavaScriptBundleEntryPointStart?: number | null | undefined;
}

export interface HostResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}

/** What `fetch` is called with by anybody is not known; what this SDK calls it with is. */
export type HostFetch = (input: unknown, init?: HostRequestInit) => Promise<HostResponse>;

interface HostRequestInit {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly credentials?: 'omit';
  readonly signal?: unknown;
}

export interface HostXhr {
  readonly readyState: number;
  readonly status: number;
  readonly responseText: string;
  open(method: string, url: string, ...rest: unknown[]): void;
  setRequestHeader(name: string, value: string): void;
  send(body?: unknown): void;
  abort(): void;
  addEventListener(type: string, listener: () => void): void;
  onreadystatechange?: (() => void) | null | undefined;
}
