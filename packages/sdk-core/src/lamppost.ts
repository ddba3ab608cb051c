import type { Assignment } from './config-snapshot.ts';
import type { FlagInspection } from './flag-inspection.ts';

export type Properties = Readonly<Record<string, unknown>>;

export interface ExperimentVariant {
  readonly variant: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** What an app says of itself, in the words of the wire: it goes there as it is. */
export interface AppFacts {
  readonly version?: string | undefined;
  readonly build?: string | undefined;
  readonly namespace?: string | undefined;
  /** `production`, `beta`, … */
  readonly build_channel?: string | undefined;
}

/** Options of every SDK. Times are milliseconds. */
export interface LamppostOptions {
  /** `lp_pub_<environment>_<secret>`; on servers `lp_sec_…`. */
  readonly key: string;
  /** Where Lamppost is, such as `https://lamppost.example.com`. */
  readonly url: string;
  readonly app?: AppFacts | undefined;
  /** Used until the first answer, also before what is stored: what a server rendered the page with. */
  readonly bootstrap?: Bootstrap | undefined;
  /** Nothing is stored or sent until `optIn`. Default false. */
  readonly optedOut?: boolean | undefined;
  /** Send when this many events wait. Default 20. */
  readonly flushAt?: number | undefined;
  /** Send at the latest this long after an event. Default 5,000. */
  readonly flushMs?: number | undefined;
  /** At most this many items of a kind wait; beyond that the oldest are dropped. Default 1,000. */
  readonly flushMax?: number | undefined;
  /** A session ends after this long without an event. Default 30 minutes. */
  readonly sessionIdleMs?: number | undefined;
  /** Ask for flags again this often. 0: only at the start and on return to the foreground. Default 5 minutes. */
  readonly refreshMs?: number | undefined;
  /** For two clients in one app. Default `lamppost`. */
  readonly namespace?: string | undefined;
}

/** Flags and experiments as `GET /v1/config` says them. */
export interface Bootstrap {
  readonly flags: Readonly<Record<string, unknown>>;
  readonly experiments?: Readonly<Record<string, Assignment>> | undefined;
}

export interface LamppostStatus {
  /** `stopped`: the server refused the key; nothing is sent until the next start. `closed` also when somebody has opted out of a stopped one. */
  readonly sending: 'on' | 'opted-out' | 'stopped' | 'closed';
  readonly queued: number;
  /** Delivered, dropped and refused since the start. */
  readonly delivered: number;
  readonly dropped: number;
  readonly rejected: number;
  readonly deviceId: string;
  readonly anonymousId: string;
  readonly userId: string | null;
  readonly sessionId: string | null;
  readonly configVersion: string | null;
  readonly configSource: FlagInspection['source'];
  /** What has to be added to the device's clock. */
  readonly clockErrorMs: number;
  readonly lastError: string | null;
}

/** What every SDK has, wherever it runs. Nothing here throws, and nothing waits for the network. */
export interface LamppostCore {
  track(name: string, properties?: Properties): void;
  identify(userId: string, attributes?: Properties): void;
  /** For a logout: a fresh device, without a user. */
  reset(): void;
  /** The value for this device and user; the fallback when there is none of the fallback's type. Sends the exposure. */
  flag(key: string, fallback: boolean): boolean;
  flag(key: string, fallback: string): string;
  flag(key: string, fallback: number): number;
  flag<T extends object>(key: string, fallback: T): T;
  /** All values; sends no exposure. */
  flags(): Readonly<Record<string, unknown>>;
  /** The variant of this device or user, null when it is not in the experiment. Sends the exposure. */
  experiment(key: string): ExperimentVariant | null;
  /** Resolves when flags are there, or after three seconds without them. Never rejects. */
  ready: Promise<void>;
  /** Sends what waits. Resolves when that was tried. */
  flush(): Promise<unknown>;
  /** Sends what waits and stops. */
  close(): Promise<void>;
}

export interface Observation {
  /** Calls back after each change of flags or experiments. */
  onChange(listener: () => void): () => void;
}

export interface SharedProperties {
  /**
   * Properties of every event from now on, also after a restart, until `reset`. They join what was set before; `undefined`
   * takes one back. What an event is given itself counts.
   */
  setProperties(properties: Properties): void;
}

export interface Consent {
  /** Nothing is tracked or sent from now on; what waits is deleted. Flags go on working. */
  optOut(): void;
  optIn(): void;
}

export interface Inspection {
  status(): LamppostStatus;
  /** Why a flag is what it is. Sends no exposure. */
  inspect(key: string): FlagInspection;
  /** For development and tests: this value from now on, in this process; `undefined` ends it. Sends no exposure. */
  override(key: string, value: unknown): void;
}

export interface CapturedError {
  /** `true`: nobody caught it. Default false. */
  readonly isUnhandled?: boolean | undefined;
  /** How it was caught: `onerror`, `unhandledrejection`, … Default `manual`. */
  readonly mechanism?: string | undefined;
  readonly screenName?: string | undefined;
  readonly custom?: Properties | undefined;
  /** Members of the wire's crash report that only some platforms know. */
  readonly more?: Properties | undefined;
}

export interface ErrorCapture {
  captureError(error: unknown, about?: CapturedError): void;
  /** Goes along with the next reports; the last 50 are kept. */
  breadcrumb(category: string, message: string): void;
}

export interface Measurement {
  /** `startup`, `frames`, `anr`, `memory`, `network`, `span`, or a word of your own. */
  readonly type: string;
  readonly name: string;
  /** Milliseconds; frames for `frame_summary`, megabytes for `memory`. */
  readonly value: number;
  readonly statusCode?: number | undefined;
  readonly isError?: boolean | undefined;
  readonly attributes?: Properties | undefined;
}

export interface Measuring {
  measure(measurement: Measurement): void;
}

/** A client with everything. */
export interface Lamppost extends LamppostCore, Observation, Consent, Inspection, ErrorCapture, Measuring {}
