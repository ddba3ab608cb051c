import type { RecordKind } from '../../../collect/event-log/log-record.ts';
import type { SegmentFile } from '../../../collect/loader/load-target.ts';
import { stageErasures, stageExpiries } from '../erasure/stage-removals.ts';
import type { TableName } from '../store-schema.ts';
import type { LedgerSource } from './load-ledger.ts';
import { stageCrashGroupings } from './stage-crash-groupings.ts';
import { stageEvents } from './stage-events.ts';
import { stageFailedEvents } from './stage-failed-events.ts';
import { stageMetrics } from './stage-metrics.ts';
import { REPLAY_STAGE, replayColumns, stageReplays } from './stage-replays.ts';
import { stageCrashes, stageDeviceFacts, stageLinks, stageUserAttributes } from './stage-single-records.ts';
import { stageTallies } from './stage-tallies.ts';

/** One way from records into a table. */
export interface StagedKind {
  /** Undefined for failed events, which ride on records of every kind. */
  readonly recordKind: RecordKind | undefined;
  /** Undefined for what is only counted. */
  readonly table: TableName | undefined;
  readonly stage: string;
  readonly hasIds: boolean;
  /** How the ledger reads the stage; those that it reads have the columns item_kind and items. */
  readonly ledger?: LedgerSource;
  /** Columns of the stage that its table does not have. */
  readonly notStored?: readonly string[];
  readonly select: (files: readonly SegmentFile[], logTag: number) => string;
}

const stagedKinds: readonly StagedKind[] = [
  {
    recordKind: 'replay',
    table: 'events',
    stage: REPLAY_STAGE,
    hasIds: false,
    ledger: 'replays',
    notStored: replayColumns,
    select: stageReplays,
  },
  ofItems('events', 'events', 'stage_events', stageEvents),
  ofItems('crash', 'crashes', 'stage_crashes', stageCrashes),
  ofItems('metrics', 'metrics', 'stage_metrics', stageMetrics),
  {
    recordKind: 'grouping',
    table: 'crash_groupings',
    stage: 'stage_groupings',
    hasIds: false,
    select: stageCrashGroupings,
  },
  { recordKind: 'device', table: 'device_facts', stage: 'stage_devices', hasIds: false, select: stageDeviceFacts },
  { recordKind: 'link', table: 'links', stage: 'stage_links', hasIds: false, select: stageLinks },
  { recordKind: 'user', table: 'user_attributes', stage: 'stage_users', hasIds: false, select: stageUserAttributes },
  {
    recordKind: 'tally',
    table: undefined,
    stage: 'stage_tallies',
    hasIds: false,
    ledger: 'tallies',
    select: stageTallies,
  },
  { recordKind: 'erase', table: undefined, stage: 'stage_erasures', hasIds: false, select: stageErasures },
  { recordKind: 'expire', table: undefined, stage: 'stage_expiries', hasIds: false, select: stageExpiries },
  {
    recordKind: undefined,
    table: 'failed_events',
    stage: 'stage_failed',
    hasIds: true,
    ledger: 'failed',
    select: stageFailedEvents,
  },
];

function ofItems(recordKind: RecordKind, table: TableName, stage: string, select: StagedKind['select']): StagedKind {
  return { recordKind, table, stage, hasIds: true, ledger: 'records', select };
}

export const recordsIn = (files: readonly SegmentFile[], kind: RecordKind): number =>
  files.reduce((sum, file) => sum + (file.records[kind] ?? 0), 0);

export const kindsIn = (files: readonly SegmentFile[]): readonly StagedKind[] =>
  stagedKinds.filter(({ recordKind }) =>
    recordKind === undefined ? files.some((file) => file.mayHoldFailedEvents) : recordsIn(files, recordKind) > 0,
  );
