import { isoTime, isoTimeOrNull } from '../../http/request/wire-time.ts';
import type { DigestTarget, ListedDigest, ListedRun } from './digest-store.ts';

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** From 1, Monday. */
export const weekdayNumber = (weekday: Weekday): number => WEEKDAYS.indexOf(weekday) + 1;

export interface RowContext {
  readonly dashboardName: string | null;
  readonly timezone: string;
  readonly hasLinks: boolean;
}

export function digestRow(digest: ListedDigest, { dashboardName, timezone, hasLinks }: RowContext) {
  return {
    id: digest.id,
    name: digest.name,
    dashboard_id: digest.dashboardId,
    dashboard_name: dashboardName,
    environment_id: digest.environmentId,
    frequency: digest.frequency,
    weekday: digest.weekday === null ? null : (WEEKDAYS[digest.weekday - 1] ?? null),
    time: digest.time,
    timezone,
    targets: digest.targetRows.map((target) => ({ ...target, pictures: picturesOf(target, hasLinks) })),
    status: digest.status,
    paused_reason: digest.pauseReason,
    next_run_at: isoTimeOrNull(digest.nextAtMs),
    runs: digest.runs.map(runRow),
    created_at: isoTime(digest.createdAtMs),
    updated_at: isoTime(digest.updatedAtMs),
  };
}

const picturesOf = ({ kind }: DigestTarget, hasLinks: boolean): 'attached' | 'linked' | 'none' => {
  if (kind === 'email') return 'attached';
  return hasLinks ? 'linked' : 'none';
};

export const runRow = (run: ListedRun) => ({
  id: run.id,
  digest_id: run.digestId,
  origin: run.origin,
  period_from: isoTime(run.fromMs),
  period_to: isoTime(run.toMs),
  due_at: isoTime(run.dueAtMs),
  state: run.state,
  reason: run.reason,
  deliveries: run.deliveries.map(({ endpointId, deliveryId, state }) => ({
    webhook_id: endpointId,
    delivery_id: deliveryId,
    state,
  })),
  created_at: isoTime(run.createdAtMs),
  finished_at: isoTimeOrNull(run.finishedAtMs),
});
