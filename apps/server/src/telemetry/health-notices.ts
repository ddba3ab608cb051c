import type { LoadingProgress } from './loading-progress.ts';
import { plural, wasOrWere } from './plural.ts';

export interface HealthNoticeSources {
  readonly store: () => StoreHealth;
  /** Why the control plane cannot be used, if so. */
  readonly controlNotice: () => string | undefined;
  /** What was answered and is not in the control plane any more, if anything. */
  readonly lostChanges: () => string | undefined;
  readonly loading: Pick<LoadingProgress, 'report' | 'notice'>;
  /** Of the loaders of a shared store. */
  readonly loaders: () => readonly string[];
  /** Of the backups that the server makes by itself. */
  readonly backups: () => { readonly failure?: string } | undefined;
  /** Of the continuous export of events. */
  readonly eventExport: () => { readonly failure?: string } | undefined;
  /** Why limits are not shared although they should be, if so. */
  readonly limits: () => string | undefined;
  /** Of webhooks that need a look. */
  readonly webhooks: () => string | undefined;
}

interface StoreHealth {
  readonly state: string;
  readonly rebuiltShare?: number;
  readonly counters: {
    readonly damagedRecords: number;
    readonly lostEvents: number;
    readonly uncountedRecords: number;
    readonly unbalancedItems: number;
    readonly lostRows: number;
  };
  readonly checkpoint: {
    readonly last?: { readonly createdAtMs: number; readonly bytes: number };
    readonly failure?: string;
  };
}

/** Why queries cannot be answered now; undefined while they can. */
export function storeReason({ state, rebuiltShare = 0 }: StoreHealth): string | undefined {
  switch (state) {
    case 'ready':
      return undefined;
    case 'starting':
      return 'The analytics store is starting; received events are kept and loaded later';
    case 'rebuilding':
      return `The analytics store is being rebuilt: ${Math.round(rebuiltShare * 100)} %`;
    case 'stalled':
      return 'The analytics store is not responding; received events are kept and loaded later';
    default:
      return 'The analytics store is down; received events are kept and loaded later';
  }
}

/** What an operator should look at although everything may work. One function a notice, so that another is a line. */
export const healthNotices = (sources: HealthNoticeSources): string[] =>
  [
    controlPlane,
    lostFromControl,
    slowLoading,
    unequalLoaders,
    lostRecords,
    lostRows,
    failedCheckpoint,
    failedBackup,
    failedExport,
    unbalancedLedger,
    unsharedLimits,
    pausedWebhooks,
  ].flatMap((notice) => notice(sources) ?? []);

type Notice = (sources: HealthNoticeSources) => string | readonly string[] | undefined;

const controlPlane: Notice = ({ controlNotice }) => {
  const reason = controlNotice();
  return reason === undefined ? undefined : `The control database is unavailable: ${reason}`;
};

const lostFromControl: Notice = ({ lostChanges }) => lostChanges();

const slowLoading: Notice = ({ loading }) => loading.notice();

const unequalLoaders: Notice = ({ loaders }) => loaders();

/** Events where it is known how many, records otherwise. */
const lostRecords: Notice = ({ store }) => {
  const { damagedRecords: all, lostEvents, uncountedRecords } = store().counters;
  if (all === 0) return undefined;
  const counted = all - uncountedRecords;
  const events = counted > 0 ? [`${plural(lostEvents, 'event')} in ${plural(counted, 'record')}`] : [];
  const others = `${plural(uncountedRecords, 'record')} with an unknown number of events`;
  const what = [...events, ...(uncountedRecords > 0 ? [others] : [])].join(', and ');
  return `The event log is damaged: ${what} were acknowledged but can no longer be read`;
};

const lostRows: Notice = ({ store }) => {
  const { lostRows: count } = store().counters;
  return count > 0 ? `${plural(count, 'row')} ${wasOrWere(count)} lost with a damaged checkpoint` : undefined;
};

const failedCheckpoint: Notice = ({ store }) => {
  const { failure } = store().checkpoint;
  return failure === undefined ? undefined : `The last checkpoint failed: ${failure}`;
};

const failedBackup: Notice = ({ backups }) => backups()?.failure;

const failedExport: Notice = ({ eventExport }) => eventExport()?.failure;

const unbalancedLedger: Notice = ({ store }) => {
  const { unbalancedItems: count } = store().counters;
  return count > 0 ? `Received and stored counts differ by ${plural(count, 'item')} (bug, please report)` : undefined;
};

const unsharedLimits: Notice = ({ limits }) => limits();

const pausedWebhooks: Notice = ({ webhooks }) => webhooks();
