/** Everything in the data directory that a server of another version may not be able to read. */
export interface StoredFormats {
  /** Migrations of control.db, by name. */
  readonly controlMigrations: readonly string[];
  readonly snapshot: number;
  readonly segment: number;
  /** Kinds of records in the event log. */
  readonly recordKinds: readonly string[];
  readonly store: number;
  /** A hash of the store's tables, so that none is changed under the same number. */
  readonly storeTables: string;
  readonly checkpoint: number;
  readonly symbolIndex: number;
}

const OF_FIRST: StoredFormats = {
  controlMigrations: [
    '0001-control-plane',
    '0002-flags-and-changes',
    '0003-dashboards-and-project-settings',
    '0004-event-schemas',
    '0005-jobs',
    '0006-privacy',
    '0007-symbols',
    '0008-crash-groups',
    '0009-releases',
    '0010-sessions',
    '0011-publishable-keys',
  ],
  snapshot: 1,
  segment: 1,
  recordKinds: ['crash', 'device', 'erase', 'events', 'expire', 'grouping', 'link', 'metrics', 'replay', 'tally'],
  store: 2,
  storeTables: '440416d2522da3c4',
  checkpoint: 1,
  symbolIndex: 1,
};

/**
 * What a data directory of each format is made of; the last one is written by this version. A server refuses a format
 * that is newer than it knows, so whatever is stored in another way needs a new entry: format-history.test.ts fails
 * without. An entry that was released is never changed; 1 is that of version 0.1.0.
 */
export const FORMAT_HISTORY: readonly StoredFormats[] = [
  OF_FIRST,
  {
    ...OF_FIRST,
    controlMigrations: [
      ...OF_FIRST.controlMigrations,
      '0012-edge-revisions',
      '0013-crash-descriptions',
      '0014-key-scopes',
      '0015-feedback',
      '0016-experiment-analysis',
      '0017-experiment-allocation',
      '0018-guardrails',
      '0019-edges',
      '0020-load-attempts',
      '0021-cohorts',
      '0022-sharing',
      '0023-owners-and-comments',
      '0024-experiment-audience',
      '0025-webhooks',
      '0026-flags-over-time',
      '0027-alerts',
      '0028-digests',
      '0029-loaders',
    ],
    snapshot: 2,
    recordKinds: [...OF_FIRST.recordKinds, 'user'],
    storeTables: '6384506ab21d9b6f',
  },
];

/** Formats are counted from 1. */
export const CURRENT_FORMAT = FORMAT_HISTORY.length;
