import type { OutboundPolicy } from '../engines/outbound/outbound-policy.ts';
import { findSpikes } from '../features/crashes/find-spikes.ts';
import { digestFormat } from '../features/digests/digest-format.ts';
import { findFailing } from '../features/events/failed/find-failing.ts';
import { NoticeWatch } from '../features/webhooks/notice-watch.ts';
import { MessageSender } from '../features/webhooks/sending/message-sender.ts';
import { smtpMailer } from '../features/webhooks/sending/smtp-mailer.ts';
import { WebhookDelivery } from '../features/webhooks/webhook-delivery.ts';
import type { WebhookBacklog } from '../features/webhooks/webhook-store.ts';
import { dashboardUrl } from '../settings/dashboard-url.ts';
import type { Settings } from '../settings/read-settings.ts';
import { IntervalTask } from '../telemetry/interval-task.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Jobs } from './compose-jobs.ts';
import type { Storage } from './open-storage.ts';

const BACKLOG_EVERY_MS = 15_000;

/** What tells others of events: the queue, and what looks for events in data. */
export function composeWebhooks(
  { control, metrics, state, store }: Storage,
  settings: Settings,
  { jobs, logger, version }: { readonly jobs: Jobs; readonly logger: Logger; readonly version: string },
) {
  const policy: OutboundPolicy = { allowPrivate: settings.allowPrivateAddresses };
  let baseUrl = settings.publicUrl ?? `http://${settings.host}:${settings.port}`;
  const sender = new MessageSender({
    policy,
    mailer: settings.smtpUrl === undefined ? undefined : smtpMailer(settings.smtpUrl, settings.mailFrom),
    dashboardUrl: () => dashboardUrl(baseUrl),
    userAgent: `Lamppost/${version}`,
    formats: { 'digest.sent': digestFormat(control.digests) },
  });
  const { lease, stores } = jobs.of('webhooks');
  const isHere = (): boolean => lease.isHeld;
  const delivery = new WebhookDelivery({
    webhooks: stores.webhooks,
    sender,
    isHere,
    logger,
    onAttempt: (isDelivered) => metrics.countWebhook(isDelivered),
  });
  const searching = { store, notices: stores.notices };
  const watch = new NoticeWatch({
    webhooks: control.webhooks,
    searches: {
      'crash_group.spiking': (scope, nowMs) => findSpikes({ ...searching, groups: control.crashGroups }, scope, nowMs),
      'events.failed': (scope, nowMs) =>
        findFailing({ ...searching, threshold: settings.failedEventsThreshold }, scope, nowMs),
    },
    environmentsOf: (projectId) => state.environmentsOf(projectId),
    dataRevision: () => Object.values(store.status().counters).reduce((sum, count) => sum + count, 0),
    isHere,
    logger,
  });
  let backlog: WebhookBacklog = { pending: 0, oldestPendingAtMs: null, paused: 0 };
  let counting: IntervalTask | undefined;
  metrics.showWebhooks(() => backlog);

  return {
    sender,
    policy,
    dashboardUrl: () => dashboardUrl(baseUrl),
    /** For those who run the installation. */
    notice: (): string | undefined =>
      backlog.paused === 0
        ? undefined
        : `${backlog.paused} ${backlog.paused === 1 ? 'webhook is' : 'webhooks are'} paused after 24 hours of failures`,
    listensAt(address: string): void {
      baseUrl = address;
    },
    start(): void {
      delivery.start();
      watch.start();
      counting = new IntervalTask(
        BACKLOG_EVERY_MS,
        async () => {
          backlog = await control.webhooks.backlog();
        },
        (error) => logger.debug({ err: error }, 'Could not count the queue of webhooks; retrying'),
      );
    },
    async stop(): Promise<void> {
      await counting?.stop();
      await watch.stop();
      await delivery.stop();
    },
  };
}
