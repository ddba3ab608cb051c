import type { SentWebhookEvent } from '@lamppost/protocol';
import type { NoticePayload } from '../../../control/notices/write-payload.ts';
import type { DescribedNotice } from './described-notice.ts';

type Data = NoticePayload['data'];

interface Wording {
  readonly title: (data: Data) => string;
  readonly isBad?: boolean | ((data: Data) => boolean);
  /** In the dashboard, below the project and environment. */
  readonly page: (data: Data) => string;
  readonly facts?: (data: Data) => Readonly<Record<string, unknown>>;
}

const MAX_TITLE = 200;
const MAX_VALUE = 500;

/** A notice in words. Pure. */
export function describeNotice(payload: NoticePayload, dashboardUrl: string): DescribedNotice {
  const { type, data, project, environment, timestamp } = payload;
  const wording = WORDINGS[type] ?? OTHER;
  const place = `p/${project.slug}/${environment?.slug ?? 'production'}`;
  const facts = {
    Project: project.slug,
    Environment: environment?.slug ?? null,
    ...wording.facts?.(data),
  };
  return {
    title: cut(oneLine(wording.title(data)), MAX_TITLE),
    isBad: typeof wording.isBad === 'function' ? wording.isBad(data) : (wording.isBad ?? false),
    facts: Object.entries(facts).flatMap(([label, value]) => {
      const said = textOf(value);
      return said === '' ? [] : [{ label, value: cut(said, MAX_VALUE) }];
    }),
    url: `${dashboardUrl}${place}/${wording.page(data)}`,
    timestamp,
  };
}

const actorFacts = (data: Data) => ({ By: member(data.actor, 'name'), Comment: data.comment });
const crashFacts = (data: Data) => ({ Where: data.culprit, Version: data.version });
const crashPage = (data: Data) => `crashes/${textOf(data.crash_group_id)}`;
const alertPage = (data: Data) => `alerts/${textOf(data.alert_id)}`;
const alertFacts = (data: Data) => ({ Details: data.message, 'Firing since': data.firing_since, Note: data.note });
const keyPage = (data: Data) =>
  `${data.experiment_id === undefined ? 'flags' : 'experiments'}/${encodeURIComponent(textOf(data.key))}`;

const WORDINGS: Readonly<Partial<Record<SentWebhookEvent, Wording>>> = {
  'flag.changed': {
    title: (data) => `Flag ${textOf(data.key)}: ${spaced(data.action)}`,
    page: keyPage,
    facts: actorFacts,
  },
  'experiment.changed': {
    title: (data) => `Experiment ${textOf(data.key)}: ${spaced(data.action)}`,
    page: keyPage,
    facts: actorFacts,
  },
  'guardrail.breached': {
    title: (data) =>
      `Guardrail breached: ${data.experiment_id === undefined ? 'flag' : 'experiment'} ${textOf(data.key)} was ${spaced(data.action)}`,
    isBad: true,
    page: keyPage,
    facts: (data) => ({ Reason: data.reason }),
  },
  'alert.firing': {
    title: (data) => `Alert: ${textOf(data.name)}`,
    isBad: true,
    page: alertPage,
    facts: alertFacts,
  },
  'alert.resolved': {
    title: (data) => `Resolved: ${textOf(data.name)}`,
    page: alertPage,
    facts: alertFacts,
  },
  'flag.expiring': {
    title: (data) => `Flag ${textOf(data.key)} expired on ${textOf(data.expires_on)}`,
    page: keyPage,
    facts: () => ({ 'Next step': 'Remove the flag from the code, then archive it' }),
  },
  'crash_group.created': {
    title: (data) => `New crash: ${textOf(data.title)}`,
    isBad: true,
    page: crashPage,
    facts: crashFacts,
  },
  'crash_group.regressed': {
    title: (data) => `Crash is back: ${textOf(data.title)}`,
    isBad: true,
    page: crashPage,
    facts: crashFacts,
  },
  'crash_group.spiking': {
    title: (data) => `Crash is spiking: ${textOf(data.title)}`,
    isBad: true,
    page: crashPage,
    facts: (data) => ({ Where: data.culprit, 'Crashes in the last hour': data.last_hour }),
  },
  'release.regressed': {
    title: (data) => `Release ${textOf(data.version)} crashes more`,
    isBad: true,
    page: (data) => `releases/${textOf(data.release_id)}`,
    facts: (data) => ({
      'Crash-free sessions': percent(data.crash_free_rate),
      Change: data.change_key,
      Certainty: data.tier,
    }),
  },
  'events.failed': {
    title: (data) => `${textOf(data.failed)} ${data.failed === 1 ? 'event' : 'events'} failed in the last hour`,
    isBad: true,
    page: () => 'data?tab=failed',
    facts: (data) => ({ Rejected: data.rejected, Quarantined: data.quarantined, 'Not loaded': data.poison }),
  },
  'export.completed': {
    title: (data) => `Export of ${textOf(data.source)} is complete`,
    page: () => 'explore',
    facts: (data) => ({ Format: data.format, Bytes: data.bytes }),
  },
  'backup.completed': {
    title: (data) => (data.status === 'failed' ? 'Backup failed' : 'Backup is complete'),
    isBad: (data) => data.status === 'failed',
    page: () => 'settings',
    facts: (data) => ({ Reason: data.error }),
  },
  'webhook.test': { title: () => 'Test message from Lamppost', page: () => 'settings?tab=webhooks' },
};

/** Of types that have no words yet. */
const OTHER: Wording = { title: (data) => textOf(data.title) || 'Notice from Lamppost', page: () => 'overview' };

function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

const spaced = (value: unknown): string => textOf(value).replaceAll('_', ' ');
const oneLine = (text: string): string => text.replace(/\s+/g, ' ');
const percent = (value: unknown): string => (typeof value === 'number' ? `${value.toFixed(2)} %` : '');
const cut = (text: string, length: number): string => (text.length <= length ? text : `${text.slice(0, length - 1)}…`);

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
