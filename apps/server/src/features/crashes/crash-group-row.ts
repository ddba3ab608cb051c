import { compareVersions } from '@lamppost/evaluator';
import { isoTime } from '../../http/request/wire-time.ts';
import { crashGroupState } from './crash-group-state.ts';
import type { CrashGroup } from './crash-group-store.ts';
import { isSpiking } from './is-spiking.ts';
import type { CrashGroupCounts } from './queries/crash-groups.ts';
import { isNewGroup } from './triage/is-new-group.ts';

const nothing = { reports: 0, sessions: 0, devices: 0, users: 0, versions: [], sparkline: [] } as const;

/** A group with what is counted of it; without reports of the range there is nothing to count. */
export function crashGroupRow(group: CrashGroup, counts: CrashGroupCounts | undefined, nowMs: number) {
  const { reports, sessions, devices, users, versions, sparkline } = counts ?? nothing;
  const ordered = latestFirst(versions);
  return {
    ...crashGroupState(group),
    reports,
    sessions,
    devices,
    users,
    first_seen: counts === undefined ? null : isoTime(counts.firstSeenMs),
    last_seen: counts === undefined ? null : isoTime(counts.lastSeenMs),
    first_version: ordered.at(-1)?.version ?? null,
    last_version: ordered[0]?.version ?? null,
    is_new: counts !== undefined && isNewGroup(group, counts.firstSeenMs, nowMs),
    is_spiking: counts !== undefined && isSpiking(counts.lastHour, counts.hoursBefore),
    sparkline,
  };
}

/** Versions without an order come after the others. */
export const latestFirst = (versions: CrashGroupCounts['versions']): CrashGroupCounts['versions'] =>
  versions.toSorted(({ version: a }, { version: b }) => {
    const order = compareVersions(b, a);
    if (order !== undefined) return order;
    return Number(compareVersions(a, '0') === undefined) - Number(compareVersions(b, '0') === undefined);
  });
