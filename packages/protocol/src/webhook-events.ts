/** What webhooks and other endpoints can be told of, with what each means. */
export const webhookEvents = {
  'flag.changed': 'A flag, its rules, rollout or kill switch changed',
  'experiment.changed': 'An experiment was created, edited, started, paused or completed',
  'guardrail.breached': 'A guardrail killed a rollout or paused an experiment',
  'alert.firing': 'The condition of an alert holds, or still holds a day later',
  'alert.resolved': 'The value of an alert that fired is back',
  'flag.expiring': 'The expiry date of a flag has passed',
  'crash_group.created': 'A crash that no group had',
  'crash_group.regressed': 'A resolved crash group has crashes of a newer version',
  'crash_group.spiking': 'A crash group has far more crashes in an hour than usual',
  'release.regressed': 'More sessions crash since a release or a change',
  'events.failed': 'More events than LP_FAILED_EVENTS_THRESHOLD were rejected, quarantined or not loaded in an hour',
  'export.completed': 'The file of an export is ready',
  'backup.completed': 'A backup of the installation is complete, or failed',
} as const;

export type WebhookEvent = keyof typeof webhookEvents;
/** With what an endpoint gets without listening for it: its test, and digests that it is a target of. */
export type SentWebhookEvent = WebhookEvent | 'webhook.test' | 'digest.sent';
