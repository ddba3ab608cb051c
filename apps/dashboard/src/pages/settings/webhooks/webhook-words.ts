import type { AnswerOf as ResultOf } from '../../../api/route-types.ts';

export type WebhookRow = ResultOf<'GET', '/v1/webhooks'>['data'][number];
export type DeliveryRow = ResultOf<'GET', '/v1/webhooks/:id/deliveries'>['data'][number];
export type WebhookKind = WebhookRow['kind'];
export type EventType = WebhookRow['event_types'][number];

export const kindWords: Readonly<Record<WebhookKind, string>> = {
  webhook: 'Webhook',
  slack: 'Slack',
  discord: 'Discord',
  teams: 'Microsoft Teams',
  email: 'Email',
};

export const eventWords: Readonly<Record<EventType, string>> = {
  'flag.changed': 'Flag changed',
  'experiment.changed': 'Experiment changed',
  'guardrail.breached': 'Guardrail breached',
  'alert.firing': 'Alert firing',
  'alert.resolved': 'Alert resolved',
  'flag.expiring': 'Flag expired',
  'crash_group.created': 'New crash',
  'crash_group.regressed': 'Crash regressed',
  'crash_group.spiking': 'Crash spiking',
  'release.regressed': 'Release regressed',
  'events.failed': 'Failed events',
  'export.completed': 'Export completed',
  'backup.completed': 'Backup completed',
};

export const statusWords = {
  active: { label: 'Active', tone: 'good' },
  paused: { label: 'Paused', tone: 'bad' },
  disabled: { label: 'Disabled', tone: 'neutral' },
} as const;

export const stateWords = {
  pending: { label: 'Pending', tone: 'neutral' },
  delivered: { label: 'Delivered', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
} as const;

export const targetOf = ({ url, recipients }: WebhookRow): string => url ?? recipients.join(', ');

/** What came back, in a few words. */
export function responseOf({ error, response_status: status, attempts }: DeliveryRow): string {
  if (error !== null) return error;
  if (status !== null) return `Status ${status}`;
  return attempts === 0 ? 'Not sent yet' : 'Sent';
}
