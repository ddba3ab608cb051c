import { defineQuery } from '../../../analytics/query.ts';
import type { Interval } from '../../../analytics/time-buckets.ts';
import type { Scope } from '../../../edge/scope.ts';

export const healthDimensions = [
  'app_version',
  'platform',
  'os',
  'device_model',
  'country',
  'flag',
  'experiment',
] as const;
/** `release` is a platform and a version together, as releaseValue writes them. */
export type HealthDimension = (typeof healthDimensions)[number] | 'release';

/**
 * How many sessions, and whose, ended in a crash?
 *
 * A session is a session id that an event, a metric or a crash report of the range names. It crashed when a report of the
 * range names it; a report without a session id is counted, but in no session.
 * What a session is (its version, platform, OS, device, country) is the last that its events say, else the last that its
 * metrics and reports say. A flag's value and an experiment's variant are the last that any of them says.
 * Whose it is follows from the last user, anonymous id and device that it names, as for events.
 *
 * Over time a session counts once, in the stretch in which it began: the first that is known of it in the range. What it
 * is, whose it is and whether it crashed are the same there, so stretches add up to the totals. Users do not: somebody
 * with a session in each of two stretches is a user of both.
 */
export interface SessionHealthParams {
  readonly scope: Scope;
  readonly fromMs: number;
  /** Not included. */
  readonly toMs: number;
  /** Absent: the totals only. */
  readonly dimension?: HealthDimension;
  /** One flag or experiment; absent: all of them. Without a meaning for other dimensions. */
  readonly key?: string;
  /** Only sessions of this version, on this platform. */
  readonly appVersion?: string;
  readonly platform?: string;
  readonly limit: number;
  /** The same over time; absent: the whole range only. */
  readonly over?: {
    readonly interval: Interval;
    /** IANA name: where days begin. */
    readonly timezone: string;
  };
}

export interface SessionCounts {
  readonly sessions: number;
  readonly crashedSessions: number;
  /** Persons of sessions; a session of nobody has none. */
  readonly users: number;
  readonly crashedUsers: number;
}

export interface SessionHealthRow extends SessionCounts {
  /** The flag or experiment; null for other dimensions. */
  readonly key: string | null;
  /** Null: the session does not say it. Not for flags and experiments, whose rows are of sessions that say them. */
  readonly value: string | null;
  /** Of all values of the key, also of those beyond the limit. */
  readonly keySessions: number;
  readonly keyCrashedSessions: number;
}

export interface SessionHealthResult {
  readonly totals: SessionCounts;
  /** Crash reports of the range, and those among them that name no session. */
  readonly reports: number;
  readonly reportsWithoutSession: number;
  /** The keys of most sessions first, then the values of most sessions. */
  readonly rows: readonly SessionHealthRow[];
  /** Every stretch of the range, in order; empty without `over`. */
  readonly points: readonly SessionHealthPoint[];
}

export interface SessionHealthPoint extends SessionCounts {
  readonly bucketMs: number;
}

export const MAX_HEALTH_POINTS = 1_000;

export const sessionHealthQuery = defineQuery<SessionHealthParams, SessionHealthResult>('sessionHealth', 'heavy');
