import type { Agent } from 'node:http';
import type {
  AppFacts,
  BeforeSend,
  CapturedError,
  ErrorCapture,
  ExperimentVariant,
  Measuring,
  Properties,
} from '@lamppost/sdk-core';

/** For whom something is evaluated or tracked. Nothing of it is stored by the SDK. */
export interface UserContext {
  readonly userId?: string | undefined;
  readonly deviceId?: string | undefined;
  readonly anonymousId?: string | undefined;
  readonly sessionId?: string | undefined;
  /** Of the user's own device; flags that do not name it are not there then. Absent: no flag is left out. */
  readonly platform?: string | undefined;
  /** Two letters. */
  readonly country?: string | undefined;
  readonly locale?: string | undefined;
  readonly timezone?: string | undefined;
  readonly appVersion?: string | undefined;
  readonly buildNumber?: string | undefined;
  readonly osName?: string | undefined;
  readonly osVersion?: string | undefined;
  readonly deviceModel?: string | undefined;
  /** Of the key, unless told otherwise. */
  readonly environment?: string | undefined;
  /** Keys of groups, beside those that the server knows the user to be in. */
  readonly groups?: ReadonlySet<string> | readonly string[] | undefined;
  /** Whatever else rules ask for. */
  readonly attributes?: Readonly<Record<string, unknown>> | undefined;
}

export type FlagReason = 'KILLED' | 'RULE_MATCH' | 'ROLLOUT' | 'DEFAULT' | 'NOT_FOUND' | 'ERROR' | 'OVERRIDE';

/** A value, and why it is that. */
export interface FlagDetails<T> {
  readonly value: T;
  readonly reason: FlagReason;
  /** The value is the caller's own: there is no such flag, or its value is of another type. */
  readonly isFallback: boolean;
  /** Of the rule that decided. */
  readonly ruleId?: string | undefined;
  /** Of the percentage that decided, and what it was hashed from. */
  readonly bucket?: number | undefined;
  readonly hashInput?: string | undefined;
  readonly error?: string | undefined;
  readonly configVersion: string | null;
}

export interface UserAssignment {
  readonly experimentId: string;
  readonly variant: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly subjectKind: 'user' | 'device';
  /** False once a winner is given to everyone. */
  readonly countsExposure: boolean;
}

/** Flags and experiments of a user as `GET /v1/config` says them: what browser SDKs take as `bootstrap`. */
export interface UserConfig {
  readonly config_version: string;
  readonly flags: Readonly<Record<string, unknown>>;
  readonly experiments: Readonly<
    Record<
      string,
      {
        readonly variant_key: string;
        readonly payload: Readonly<Record<string, unknown>>;
        readonly experiment_id: string;
        readonly subject_kind: string;
        readonly bucketing_version: number;
        readonly assignment_revision: string;
        readonly counts_exposure: boolean;
      }
    >
  >;
}

/** What can be asked about somebody. */
export interface UserReading {
  /** The value; the fallback when there is none of the fallback's type. */
  flag(key: string, fallback: boolean): boolean;
  flag(key: string, fallback: string): string;
  flag(key: string, fallback: number): number;
  flag<T extends object>(key: string, fallback: T): T;
  /** The same, with the reason. */
  details<T>(key: string, fallback: T): FlagDetails<T>;
  flags(): Record<string, unknown>;
  /** The variant, null when they are not in the experiment. Sends the exposure, once for each user and variant. */
  experiment(key: string): ExperimentVariant | null;
  /** All of them; sends no exposure. */
  experiments(): Record<string, UserAssignment>;
  config(): UserConfig;
}

/**
 * One user, for as long as a request takes. What it was given goes along with its events and errors, so that they can
 * be compared by flag value and variant.
 */
export interface LamppostUser extends UserReading {
  readonly context: UserContext;
  track(name: string, properties?: Properties): void;
  captureError(error: unknown, about?: CapturedError): void;
}

/**
 * - `waiting`: there is no ruleset yet, or none but a stored one that the server was not asked about;
 * - `current`: the server said so when it was asked last;
 * - `stale`: it could not be asked, and may have another one by now;
 * - `refused`: it refuses the key.
 */
export type RulesetState = 'waiting' | 'current' | 'stale' | 'refused';

export interface NodeStatus {
  /** `stopped`: the server refused the key. */
  readonly sending: 'on' | 'stopped' | 'closed' | 'offline';
  readonly queued: number;
  /** Delivered, dropped and refused since the start. */
  readonly delivered: number;
  readonly dropped: number;
  readonly rejected: number;
  /** Of this process; kept in `storageDir`. */
  readonly instanceId: string;
  readonly configVersion: string | null;
  readonly configSource: 'server' | 'cache' | 'bootstrap' | 'none';
  readonly rulesetState: RulesetState;
  readonly lastError: string | null;
}

/** Times are milliseconds. */
export interface NodeOptions {
  /** `lp_sec_<environment>_<secret>`. */
  readonly key: string;
  /** Where Lamppost is, such as `https://lamppost.example.com`. */
  readonly url: string;
  readonly app?: AppFacts | undefined;
  /** Where events and the last ruleset are kept until they are delivered. One directory for a machine or container. */
  readonly storageDir?: string | undefined;
  /** `data` of `GET /v1/ruleset?ruleset_version=4`, or a file with the answer: used until the first answer, unless a newer one is stored. */
  readonly bootstrap?: object | string | undefined;
  /** Changes as they happen. Default true. */
  readonly stream?: boolean | undefined;
  /** Ask for the ruleset again this often, give or take half. Default 5 minutes, 30 seconds without a stream. */
  readonly refreshMs?: number | undefined;
  /** Send when this many events wait. Default 20. */
  readonly flushAt?: number | undefined;
  /** Send at the latest this long after an event. Default 5,000. */
  readonly flushMs?: number | undefined;
  /** At most this many items of a kind wait; beyond that the oldest are dropped. Default 10,000. */
  readonly flushMax?: number | undefined;
  /** An exit waits at most this long for what was not sent yet. 0: not at all. Default 1,000. */
  readonly exitMs?: number | undefined;
  /** Send what waits on SIGTERM, SIGINT and SIGHUP. Default true. */
  readonly signals?: boolean | undefined;
  /** Report uncaught exceptions and unhandled rejections. Default true. */
  readonly uncaught?: boolean | undefined;
  /** Send `$flag_exposure` for each user, flag and value. Default false: once a day for each flag, of nobody. */
  readonly flagExposures?: boolean | undefined;
  /** No request is made and nothing is tracked: for tests, with `bootstrap` and `override`. Default false. */
  readonly offline?: boolean | undefined;
  /** For requests, such as through a proxy. */
  readonly agent?: Agent | undefined;
  /** Changes or drops each event, crash and metric before it is stored or sent. */
  readonly beforeSend?: BeforeSend | undefined;
  /** Takes a line for the developer. Default: a warning on the console. */
  readonly log?: ((message: string) => void) | undefined;
  /** For two clients that belong to different projects. Default `lamppost`. */
  readonly namespace?: string | undefined;
}

/** A server's client. Nothing here throws, and nothing waits for the network. */
export interface NodeLamppost extends Measuring, Pick<ErrorCapture, 'breadcrumb'> {
  /** Resolves when flags are there, or after three seconds without them. Never rejects. */
  readonly ready: Promise<void>;
  /** An event of a user, or of nobody. */
  track(name: string, properties?: Properties, user?: UserContext): void;
  flag(key: string, fallback: boolean, user?: UserContext): boolean;
  flag(key: string, fallback: string, user?: UserContext): string;
  flag(key: string, fallback: number, user?: UserContext): number;
  flag<T extends object>(key: string, fallback: T, user?: UserContext): T;
  details<T>(key: string, fallback: T, user?: UserContext): FlagDetails<T>;
  flags(user?: UserContext): Record<string, unknown>;
  experiment(key: string, user: UserContext): ExperimentVariant | null;
  experiments(user: UserContext): Record<string, UserAssignment>;
  config(user: UserContext): UserConfig;
  forUser(user: UserContext): LamppostUser;
  captureError(error: unknown, about?: CapturedError, user?: UserContext): void;
  /** Calls back with the flags that changed after each change of the ruleset. */
  onChange(listener: (changedFlags: readonly string[]) => void): () => void;
  /** Calls back when the ruleset becomes stale, or current again. */
  onState(listener: (state: RulesetState) => void): () => void;
  /** For tests: this value for everyone, in this process; `undefined` ends it. */
  override(key: string, value: unknown): void;
  status(): NodeStatus;
  /** Notes a request that was answered; a sample of them is sent, and only of those the name is asked for. */
  noteRequest(name: string | (() => string), statusCode: number, durationMs: number): void;
  /** Sends what waits. Resolves when that was tried. */
  flush(): Promise<void>;
  /** Sends what waits and stops. */
  close(): Promise<void>;
}
