import { defineQuery } from '../../../analytics/query.ts';
import type { ReleaseKey, ReleasePlatformName } from '../../../analytics/release-key.ts';
import type { Interval } from '../../../analytics/time-buckets.ts';
import type { Scope } from '../../../edge/scope.ts';

/** Which versions are there? Of rows that were received since a moment. */
export interface ReleasesSeenParams {
  readonly scope: Scope;
  readonly receivedSinceMs: number;
  readonly limit: number;
}

export interface SeenVersion extends ReleaseKey {
  /** When its first row happened, as far as its clock can be right; else when it was received. */
  readonly firstSeenMs: number;
  readonly lastReceivedMs: number;
}

/** How did the requests of releases go? */
export interface ReleaseRequestsParams {
  readonly scope: Scope;
  readonly fromMs: number;
  readonly toMs: number;
}

export interface ReleaseRequests extends ReleaseKey {
  readonly requests: number;
  readonly failed: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
}

/** Parts of a request are measured too; they are none. */
export const partsOfRequests = ['dns_lookup', 'tls_handshake'] as const;

/** Who used which version, and when? */
export interface ReleaseAdoptionParams {
  readonly scope: Scope;
  readonly fromMs: number;
  readonly toMs: number;
  readonly interval: Interval;
  /** Where days begin, as an IANA name. */
  readonly timezone: string;
  readonly platform?: ReleasePlatformName;
}

/** A session or a person that is there in several buckets, or with several versions, counts in each. */
export interface AdoptionPoint {
  /** Null: everybody who says a version. */
  readonly release: ReleaseKey | null;
  readonly bucketMs: number;
  readonly sessions: number;
  readonly users: number;
}

export interface ReleaseAdoption {
  readonly bucketsMs: readonly number[];
  /** Releases with the most sessions, and all together. Buckets without sessions are left out. */
  readonly points: readonly AdoptionPoint[];
}

export const MAX_ADOPTED_RELEASES = 20;
export const MAX_ADOPTION_BUCKETS = 1_000;

export const releasesSeenQuery = defineQuery<ReleasesSeenParams, readonly SeenVersion[]>('releasesSeen');
export const releaseRequestsQuery = defineQuery<ReleaseRequestsParams, readonly ReleaseRequests[]>('releaseRequests');
export const releaseAdoptionQuery = defineQuery<ReleaseAdoptionParams, ReleaseAdoption>('releaseAdoption');
