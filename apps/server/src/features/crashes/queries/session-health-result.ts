import { QueryRejected } from '../../../analytics/analytics-store.ts';
import { type TimeBuckets, timeBuckets } from '../../../analytics/time-buckets.ts';
import { sessionCountsOf } from './session-counts.ts';
import {
  MAX_HEALTH_POINTS,
  type SessionHealthParams,
  type SessionHealthPoint,
  type SessionHealthResult,
  type SessionHealthRow,
} from './session-health.ts';

/** What a row of the store is about: its column `part`. */
export const healthParts = { total: 'total', value: 'value', point: 'point' } as const;

type Row = Readonly<Record<string, unknown>>;

export function healthBuckets({ fromMs, toMs, over }: SessionHealthParams): TimeBuckets | undefined {
  if (over === undefined) return undefined;
  const buckets = timeBuckets(fromMs, toMs, over.interval, over.timezone, MAX_HEALTH_POINTS);
  if (buckets !== undefined) return buckets;
  const message = `would return more than ${MAX_HEALTH_POINTS} points. Choose a longer interval or a shorter range.`;
  throw new QueryRejected('interval', message);
}

/** Of rows `(part, bucket, key, value, key_sessions, key_crashed)` with counts of sessions, in the order of values. */
export function sessionHealthResult(
  rows: readonly Row[],
  buckets: TimeBuckets | undefined,
  [reports, reportsWithoutSession]: readonly unknown[],
): SessionHealthResult {
  const partOf = (part: string): readonly Row[] => rows.filter((row) => row.part === part);
  return {
    totals: sessionCountsOf(partOf(healthParts.total)[0] ?? {}),
    reports: Number(reports),
    reportsWithoutSession: Number(reportsWithoutSession),
    rows: partOf(healthParts.value).map(rowOf),
    points: buckets === undefined ? [] : pointsOf(buckets, partOf(healthParts.point)),
  };
}

/** Stretches without a session have zeros. */
function pointsOf({ starts }: TimeBuckets, rows: readonly Row[]): readonly SessionHealthPoint[] {
  const counted = new Map(rows.map((row) => [Number(row.bucket), row]));
  return starts.map((bucketMs, index) => ({ bucketMs, ...sessionCountsOf(counted.get(index) ?? {}) }));
}

const rowOf = (row: Row): SessionHealthRow => ({
  key: textOf(row.key),
  value: textOf(row.value),
  ...sessionCountsOf(row),
  keySessions: Number(row.key_sessions),
  keyCrashedSessions: Number(row.key_crashed),
});

const textOf = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));
