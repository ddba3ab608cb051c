/** What a server answered. A `Response` of fetch is one. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}

export interface PlatformRequest {
  readonly headers: Readonly<Record<string, string>>;
  /** With one it is a POST, without one a GET. */
  readonly body?: string | undefined;
  /** Default 10,000. */
  readonly timeoutMs?: number;
}

/**
 * Small texts that outlive the process. Shared by everything of the same app: other tabs, other windows.
 *
 * It answers at once. Where the device's own storage does not, the platform keeps a copy in memory, and `createDeferred`
 * makes a client that takes calls until that copy is there.
 *
 * - what `set` was given is what `get` says from then on, also to others and after a restart;
 * - what was never set, or was removed, is null;
 * - `keys` names every key that begins with the prefix, and no other.
 *
 * Any of them but `onChange` may throw (storage is full, forbidden, broken): the client then works from memory.
 */
export interface PlatformStorage {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  keys(prefix: string): readonly string[];
  /** Tells of changes that others made (never of this client's own). Absent: nobody else can. */
  onChange?(listener: (key: string, value: string | null) => void): () => void;
}

/**
 * - `foreground`: somebody looks at it again, after `background`;
 * - `background`: nobody does; it may be frozen or ended without another word, so what matters is sent now;
 * - `online`: the network is back.
 */
export type LifecycleEvent = 'foreground' | 'background' | 'online';

/** What a device says of itself, as far as it knows, in the words of the wire: it goes there as it is. */
export interface DeviceFacts {
  /** `web`, `ios`, `android`, `server`, … */
  readonly platform: string;
  readonly model?: string | undefined;
  readonly os_name?: string | undefined;
  readonly os_version?: string | undefined;
  /** `phone`, `tablet`, `desktop`, … */
  readonly type?: string | undefined;
  readonly locale?: string | undefined;
  /** Two letters. */
  readonly country?: string | undefined;
  readonly timezone?: string | undefined;
}

/**
 * Everything a client needs of the place where it runs. The core knows neither `window` nor `process`.
 *
 * Every platform keeps these promises; platform.contract.ts checks them.
 * - `request` resolves with any answer, whatever its status, and rejects when there is none. It settles within
 *   `timeoutMs`, the body included. It goes past every HTTP cache, sends no cookies, follows no other origin's
 *   credentials, and outlives the page where the platform allows it (keepalive).
 * - `now` is the wall clock in milliseconds, right or wrong. It goes on while the device sleeps, which monotonic clocks
 *   of several platforms do not; so sessions end over night, and there is no monotonic clock in this port.
 * - `random` is in [0, 1), has 53 bits, and comes from a cryptographic source: ids are made of it.
 * - `later` runs the task once, not before `delayMs` have passed, and never within the call itself; what it returns
 *   cancels it. A waiting task does not keep a process alive.
 * - `now`, `random`, `later` and `log` never throw. What a task or a listener throws, or rejects with, goes to `log`
 *   and no further: it was called by the platform, inside the app (`createGuard` makes it so).
 * - `exclusively` runs the task while nobody else who shares the storage holds the same name, and resolves true when
 *   the task has ended; it resolves false, without waiting and without running it, when somebody does. Whoever dies
 *   lets go of all names. Absent: nobody else ever shares the storage.
 * - `openStream` hands on text as it comes and calls `onEnd` once: at the end, at a failure, or with the status when it
 *   was not 200; never after it was closed. Absent: there are no streams here.
 */
export interface Platform {
  readonly sdk: { readonly name: string; readonly version: string };
  readonly facts: DeviceFacts;
  /** Absent: nothing outlives the process. */
  readonly storage?: PlatformStorage | undefined;
  request(url: string, request: PlatformRequest): Promise<HttpResponse>;
  now(): number;
  random(): number;
  later(delayMs: number, task: () => void): () => void;
  /** Calls the listener at each event, until what it returns is called. Where there are none, never. */
  onLifecycleEvent(listener: (event: LifecycleEvent) => void): () => void;
  exclusively?(name: string, task: () => Promise<void>): Promise<boolean>;
  openStream?(
    url: string,
    headers: Readonly<Record<string, string>>,
    onText: (text: string) => void,
    onEnd: (status?: number) => void,
  ): () => void;
  /** The screen that is shown, for crash reports that name none. Absent: nobody knows. */
  shownScreen?(): string | undefined;
  /** What the developer should know: a line, or what was thrown. */
  log(message: unknown): void;
}
