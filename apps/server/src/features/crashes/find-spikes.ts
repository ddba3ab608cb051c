import { HOUR_MS } from '@lamppost/protocol';
import type { AnalyticsStore } from '../../analytics/analytics-store.ts';
import type { Notices } from '../../control/notices/notices.ts';
import type { Scope } from '../../edge/scope.ts';
import type { CrashGroupStore } from './crash-group-store.ts';
import { isSpiking } from './is-spiking.ts';
import { crashGroupsQuery } from './queries/crash-groups.ts';

const MAX_GROUPS = 50;
/** A spike that stops for less than this is the same one. */
const QUIET_MS = 3 * HOUR_MS;

export interface FindSpikesDeps {
  readonly store: Pick<AnalyticsStore, 'run'>;
  readonly groups: Pick<CrashGroupStore, 'select' | 'ofFingerprints'>;
  readonly notices: Pick<Notices, 'emitOngoing'>;
}

/** Tells of open crash groups whose last hour has far more reports than usual, each when it begins. */
export async function findSpikes({ store, groups, notices }: FindSpikesDeps, scope: Scope, nowMs: number) {
  const { environmentId } = scope;
  const { rows } = await store.run(crashGroupsQuery, {
    scope,
    selection: await groups.select(environmentId, { status: 'open' }),
    fromMs: nowMs - HOUR_MS,
    toMs: nowMs,
    sort: 'reports',
    page: { limit: MAX_GROUPS },
    nowMs,
  });
  const spiking = rows.filter(({ lastHour, hoursBefore }) => isSpiking(lastHour, hoursBefore));
  const known = await groups.ofFingerprints(
    environmentId,
    spiking.map(({ fingerprint }) => fingerprint),
  );
  for (const { fingerprint, lastHour, users } of spiking) {
    const group = known.find((one) => one.fingerprint === fingerprint);
    if (group === undefined) continue;
    const { id, title, culprit, exceptionType } = group;
    const data = { crash_group_id: id, title, culprit, exception_type: exceptionType, last_hour: lastHour, users };
    await notices.emitOngoing(
      { type: 'crash_group.spiking', ...scope, data, atMs: nowMs },
      { name: `spiking/${id}`, quietMs: QUIET_MS },
    );
  }
}
