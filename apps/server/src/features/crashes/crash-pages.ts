import { unavailable } from '@lamppost/protocol';
import type { AnalyticsStore } from '../../analytics/analytics-store.ts';
import type { Scope } from '../../edge/scope.ts';
import { isoTime } from '../../http/request/wire-time.ts';
import type { Symbolicator } from '../symbols/symbolicator.ts';
import { crashGroupRow, latestFirst } from './crash-group-row.ts';
import type { CrashFingerprint, CrashGroup, CrashGroupStore } from './crash-group-store.ts';
import { crashReportRow } from './crash-report-row.ts';
import { shareRow } from './crash-shares.ts';
import type { CrashGroupCounts, StoredCrashReport } from './queries/crash-groups.ts';
import { crashGroupsQuery, crashReportsQuery, crashSharesQuery } from './queries/crash-groups.ts';
import { healthDimensions } from './queries/session-health.ts';
import type { ReportReader } from './report/report-reader.ts';

export interface CrashPageDeps {
  readonly store: AnalyticsStore;
  readonly groups: CrashGroupStore;
  readonly reader: ReportReader;
  readonly symbolicator: Symbolicator;
}

interface Range {
  readonly fromMs: number;
  readonly toMs: number;
}

const SHARES_OF_A_DIMENSION = 50;
const SIMILAR_GROUPS = 5;

/** What is counted of one group, in the range. */
export async function countsOf(
  { store }: CrashPageDeps,
  scope: Scope,
  { fingerprint, fingerprints }: CrashGroup,
  range: Range,
): Promise<CrashGroupCounts | undefined> {
  const { rows } = await store.run(crashGroupsQuery, {
    scope,
    selection: { aliases: fingerprints.map((one) => [one, fingerprint] as const), only: [fingerprint] },
    ...range,
    sort: 'last_seen',
    page: { limit: 1 },
    nowMs: Date.now(),
  });
  return rows[0];
}

/** What is counted of each fingerprint of a group by itself, in the range. */
async function countsByFingerprint(deps: CrashPageDeps, scope: Scope, group: CrashGroup, range: Range) {
  const { fingerprints } = group;
  const { rows } = await deps.store.run(crashGroupsQuery, {
    scope,
    selection: { aliases: [], only: fingerprints },
    ...range,
    sort: 'reports',
    page: { limit: fingerprints.length },
    nowMs: Date.now(),
  });
  return rows;
}

/** Fingerprints to choose from when a group is to be split: what each is about, those of most reports first. */
function fingerprintRows(described: readonly CrashFingerprint[], counted: readonly CrashGroupCounts[]) {
  const counts = new Map(counted.map((row) => [row.fingerprint, row]));
  return described
    .map(({ fingerprint, title, culprit }) => {
      const own = counts.get(fingerprint);
      return {
        fingerprint,
        title,
        culprit,
        reports: own?.reports ?? 0,
        first_seen: own === undefined ? null : isoTime(own.firstSeenMs),
        last_seen: own === undefined ? null : isoTime(own.lastSeenMs),
      };
    })
    .toSorted((a, b) => b.reports - a.reports);
}

/** Everything that the page of a group shows. */
export async function groupPage(deps: CrashPageDeps, scope: Scope, group: CrashGroup, range: Range) {
  const { store } = deps;
  const { fingerprints } = group;
  const isOne = fingerprints.length === 1;
  const [counts, ofEach, described, shares, newest, similar] = await Promise.all([
    countsOf(deps, scope, group, range),
    isOne ? undefined : countsByFingerprint(deps, scope, group, range),
    deps.groups.fingerprintsOf(group.environmentId, group.id),
    store.run(crashSharesQuery, {
      scope,
      fingerprints,
      ...range,
      dimensions: healthDimensions,
      limit: SHARES_OF_A_DIMENSION,
    }),
    store.run(crashReportsQuery, { scope, fingerprints, page: { limit: 1 } }),
    similarGroups(deps, group),
  ]);
  const [report] = newest.rows;
  const sharesBy = (dimension: string) => shares.rows.filter((row) => row.dimension === dimension).map(shareRow);
  return {
    ...crashGroupRow(group, counts, Date.now()),
    fingerprints: fingerprintRows(described, ofEach ?? (counts === undefined ? [] : [counts])),
    from: isoTime(range.fromMs),
    to: isoTime(range.toMs),
    versions: latestFirst(counts?.versions ?? []),
    crashed_sessions: shares.totals.crashedSessions,
    all_sessions: shares.totals.sessions,
    distributions: Object.fromEntries(healthDimensions.map((dimension) => [dimension, sharesBy(dimension)])),
    newest_report: report === undefined ? null : await reportRow(deps, scope, report, group.id),
    similar_groups: similar.map(({ id, title, culprit, status }) => ({ id, title, culprit, status })),
  };
}

/** Other groups that broke at the same place. */
async function similarGroups(
  { groups }: CrashPageDeps,
  { culprit, fingerprint, environmentId }: CrashGroup,
): Promise<readonly CrashGroup[]> {
  if (culprit === null) return [];
  const { only = [] } = await groups.select(environmentId, { search: culprit });
  const others = only.filter((one) => one !== fingerprint).slice(0, SIMILAR_GROUPS);
  const found = await groups.ofFingerprints(environmentId, others);
  return found.toSorted((a, b) => (a.id < b.id ? 1 : -1));
}

/** A stored report, read and with names for its frames. */
export async function reportRow(
  { reader, symbolicator }: CrashPageDeps,
  { projectId }: Scope,
  stored: StoredCrashReport,
  groupId: string | null,
) {
  const report = await reader.read(stored.reportJson);
  if (report === undefined) throw unavailable('Reading the report took too long', 5);
  return crashReportRow(
    stored,
    groupId,
    await symbolicator.symbolicate({ projectId, reportId: stored.crashId }, report),
  );
}
