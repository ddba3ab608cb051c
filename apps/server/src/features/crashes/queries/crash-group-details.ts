import { type CrashGroupCounts, HOURS_BEFORE, SPARKLINE_BUCKETS } from './crash-groups.ts';

/** Versions of one group that are told apart, those of most reports first. */
const MAX_VERSIONS = 200;

export type CrashGroupTotals = Omit<CrashGroupCounts, 'versions' | 'sparkline' | 'lastHour' | 'hoursBefore'>;

/** Reports by version, by part of the range and by hours before now; parts and hours are numbered from 0. */
type Details = Record<'version' | 'part' | 'hour', (readonly [name: string, count: number])[]>;

/** Of a row `(root, reports, sessions, devices, users, first, last)`. */
export function crashGroupTotals([root, ...counts]: readonly unknown[]): CrashGroupTotals {
  const [reports = 0, sessions = 0, devices = 0, users = 0, firstSeenMs = 0, lastSeenMs = 0] = counts.map(Number);
  return { fingerprint: String(root), reports, sessions, devices, users, firstSeenMs, lastSeenMs };
}

/** Adds what rows `(root, kind, name, count)` say of the groups. */
export function withDetails(
  shown: readonly CrashGroupTotals[],
  rows: readonly (readonly unknown[])[],
): readonly CrashGroupCounts[] {
  const details = new Map(
    shown.map(({ fingerprint }) => [fingerprint, { version: [], part: [], hour: [] } as Details]),
  );
  for (const [root, kind, name, count] of rows) {
    details.get(String(root))?.[kind as keyof Details].push([String(name), Number(count)]);
  }
  return shown.map((totals) => {
    const { version = [], part = [], hour = [] } = details.get(totals.fingerprint) ?? {};
    const byHour = numbered(hour, HOURS_BEFORE + 1);
    return {
      ...totals,
      versions: version
        .toSorted(([a, first], [b, second]) => second - first || (a < b ? -1 : 1))
        .slice(0, MAX_VERSIONS)
        .map(([name, count]) => ({ version: name, reports: count })),
      sparkline: numbered(part, SPARKLINE_BUCKETS),
      lastHour: byHour[0] ?? 0,
      hoursBefore: byHour.slice(1),
    };
  });
}

/** Counts by their numbers, 0 where there is none. */
function numbered(counts: Details[keyof Details], length: number): readonly number[] {
  const list = Array.from({ length }, () => 0);
  for (const [name, count] of counts) {
    const at = Math.min(length - 1, Number(name));
    list[at] = (list[at] ?? 0) + count;
  }
  return list;
}
