import { isoTime, isoTimeOrNull } from '../../http/request/wire-time.ts';
import type { AlertHistory, AlertPoint, AlertTransition, ListedAlert } from './alert-store.ts';
import { measuredBy } from './judging/measured.ts';
import type { Verdict } from './judging/verdict.ts';
import type { FiringPeriod } from './preview-alert.ts';
import { alertSettings } from './record-alert.ts';

export function alertRow(alert: ListedAlert) {
  const { judged } = alert;
  const { label, unit } = measuredBy(alert);
  return {
    ...alertSettings(alert),
    measures: label,
    unit,
    state: alert.state,
    state_since: isoTime(alert.stateSinceMs),
    message: alert.message,
    judged: judged && {
      from: isoTime(judged.fromMs),
      to: isoTime(judged.toMs),
      value: judged.value,
      usual: judged.usual,
    },
    firing_since: isoTimeOrNull(alert.progress.incident?.sinceMs ?? null),
    checked_at: isoTimeOrNull(alert.checkedAtMs),
    recent: alert.recent,
    created_at: isoTime(alert.createdAtMs),
    updated_at: isoTime(alert.updatedAtMs),
  };
}

export const historyRow = ({ transitions, points }: AlertHistory) => ({
  transitions: transitions.map(({ judged, ...transition }) => ({
    id: transition.id,
    from: transition.from,
    to: transition.to,
    at: isoTime(transition.atMs),
    interval_from: isoTimeOrNull(judged?.fromMs ?? null),
    interval_to: isoTimeOrNull(judged?.toMs ?? null),
    value: judged?.value ?? null,
    message: transition.message,
    told: transition.told,
  })),
  points: points.map(pointRow),
  firing: firingOf(transitions).map(periodRow),
});

export const verdictRow = (verdict: Verdict) => pointRow({ ...verdict, isBreached: verdict.outcome === 'breached' });

export const periodRow = ({ fromMs, toMs }: FiringPeriod) => ({ from: isoTime(fromMs), to: isoTimeOrNull(toMs) });

const pointRow = ({ fromMs, toMs, value, low, high, isBreached }: AlertPoint) => ({
  from: isoTime(fromMs),
  to: isoTime(toMs),
  value,
  low,
  high,
  breached: isBreached,
});

/** An incident goes on while the query fails. */
function firingOf(transitions: readonly AlertTransition[]): FiringPeriod[] {
  const periods: FiringPeriod[] = [];
  for (const { to, atMs, judged } of transitions.toReversed()) {
    const open = periods.at(-1);
    const isOpen = open !== undefined && open.toMs === null;
    if (to === 'firing' && !isOpen) periods.push({ fromMs: judged?.fromMs ?? atMs, toMs: null });
    else if (isOpen && to === 'ok') periods[periods.length - 1] = { ...open, toMs: judged?.fromMs ?? atMs };
  }
  return periods;
}
