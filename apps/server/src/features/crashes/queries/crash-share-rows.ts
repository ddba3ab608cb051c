import type { CrashShare, CrashSharesResult } from './crash-groups.ts';
import { sessionCountsOf } from './session-counts.ts';
import type { HealthDimension } from './session-health.ts';

type Row = Readonly<Record<string, unknown>>;

/** Of rows `(dimension, key, value, key_sessions, key_crashed)` with counts of sessions; the one without a dimension is of all. */
export function crashSharesOf(rows: readonly Row[]): CrashSharesResult {
  const total = rows.find(({ dimension }) => dimension === null);
  return {
    totals: sessionCountsOf(total ?? {}),
    rows: rows
      .filter(({ dimension }) => dimension !== null)
      .map(shareOf)
      .toSorted(byCrashes),
  };
}

const byCrashes = (a: CrashShare, b: CrashShare): number =>
  b.crashedSessions - a.crashedSessions || b.sessions - a.sessions || order(a.key, b.key) || order(a.value, b.value);

const order = (a: string | null, b: string | null): number => {
  const [left, right] = [a ?? '', b ?? ''];
  return left < right ? -1 : Number(left > right);
};

const textOf = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));

const shareOf = (row: Row): CrashShare => ({
  dimension: row.dimension as HealthDimension,
  key: textOf(row.key),
  value: textOf(row.value),
  sessions: Number(row.sessions),
  crashedSessions: Number(row.crashed_sessions),
  keySessions: Number(row.key_sessions),
  keyCrashedSessions: Number(row.key_crashed),
});
