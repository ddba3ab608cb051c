import type { Notice } from '../../control/notices/notice.ts';
import type { Alert } from './alert.ts';
import { type AlertNotice, MAX_MESSAGES_PER_HOUR } from './judging/decide-notice.ts';
import { measuredBy } from './judging/measured.ts';

/** What endpoints are told of an alert. */
export function alertNotice(before: Alert, after: Alert, notice: AlertNotice, nowMs: number): Notice {
  const { id, projectId, environmentId, name, condition, judged, progress, webhookIds, message } = after;
  const isFiring = progress.incident !== null;
  const { label, unit } = measuredBy(after);
  const sinceMs = (progress.incident ?? before.progress.incident)?.sinceMs ?? nowMs;
  return {
    type: isFiring ? 'alert.firing' : 'alert.resolved',
    projectId,
    environmentId,
    atMs: nowMs,
    ...(webhookIds.length === 0 ? {} : { endpointIds: webhookIds }),
    data: {
      alert_id: id,
      name,
      message,
      measures: label,
      unit,
      value: judged?.value ?? null,
      interval: judged && { from: isoOf(judged.fromMs), to: isoOf(judged.toMs) },
      condition,
      threshold: condition.kind === 'threshold' ? condition.value : null,
      usual: judged?.usual ?? null,
      firing_since: isoOf(sinceMs),
      resolved_at: isFiring ? null : isoOf(nowMs),
      is_reminder: notice === 'reminder',
      held_back: notice === 'held_back',
      note: notice === 'held_back' ? heldBack : notice === 'reminder' ? 'Still firing' : null,
    },
  };
}

const heldBack = `This alert changes too often: it has sent ${MAX_MESSAGES_PER_HOUR} messages within an hour, and further ones are held back until the hour is over`;

const isoOf = (ms: number): string => new Date(ms).toISOString();
