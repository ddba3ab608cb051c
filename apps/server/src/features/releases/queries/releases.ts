import { QueryRejected } from '../../../analytics/analytics-store.ts';
import { defineQuery } from '../../../analytics/query.ts';
import { type ReleaseKey, type ReleasePlatformName, releaseKeyOf } from '../../../analytics/release-key.ts';
import { type Interval, type TimeBuckets, timeBuckets } from '../../../analytics/time-buckets.ts';
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
const MAX_ADOPTION_BUCKETS = 1_000;

export const releasesSeenQuery = defineQuery<ReleasesSeenParams, readonly SeenVersion[]>('releasesSeen', 'wide');
export const releaseRequestsQuery = defineQuery<ReleaseRequestsParams, readonly ReleaseRequests[]>(
  'releaseRequests',
  'heavy',
);
export const releaseAdoptionQuery = defineQuery<ReleaseAdoptionParams, ReleaseAdoption>('releaseAdoption', 'wide');

/** Of one release; shares are the median and the 95th and 99th percentile. */
export function requestsOf(
  release: string,
  requests: number,
  failed: number,
  shares: readonly number[],
): ReleaseRequests {
  const [p50Ms = 0, p95Ms = 0, p99Ms = 0] = shares;
  return { ...releaseKeyOf(release), requests, failed, p50Ms, p95Ms, p99Ms };
}

export function adoptionBuckets(fromMs: number, toMs: number, interval: Interval, timezone: string): TimeBuckets {
  const buckets = timeBuckets(fromMs, toMs, interval, timezone, MAX_ADOPTION_BUCKETS);
  if (buckets !== undefined) return buckets;
  const message = `would return more than ${MAX_ADOPTION_BUCKETS} points. Choose a longer interval or a shorter range.`;
  throw new QueryRejected('interval', message);
}

/** From a row of (release, bucket, sessions, users). */
export const adoptionPoint = (
  { starts }: TimeBuckets,
  [release, bucket, sessions, users]: readonly unknown[],
): AdoptionPoint => ({
  release: release === null ? null : releaseKeyOf(String(release)),
  bucketMs: starts[Number(bucket)] ?? 0,
  sessions: Number(sessions),
  users: Number(users),
});
