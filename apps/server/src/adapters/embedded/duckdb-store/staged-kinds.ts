import type { LoadKind, SegmentFile } from '../../../analytics/load-target.ts';
import { stageEvents } from './stage-events.ts';
import { stageFailedEvents } from './stage-failed-events.ts';
import { stageMetrics } from './stage-metrics.ts';
import { stageCrashes, stageDeviceFacts, stageLinks } from './stage-single-records.ts';
import type { TableName } from './store-schema.ts';

/** One way from records into a table. */
export interface StagedKind {
  /** Undefined for failed events, which ride on records of every kind. */
  readonly recordKind: LoadKind | undefined;
  readonly table: TableName;
  readonly stage: string;
  readonly hasIds: boolean;
  readonly select: (files: readonly SegmentFile[], logTag: number) => string;
}

export const stagedKinds: readonly StagedKind[] = [
  { recordKind: 'events', table: 'events', stage: 'stage_events', hasIds: true, select: stageEvents },
  { recordKind: 'crash', table: 'crashes', stage: 'stage_crashes', hasIds: true, select: stageCrashes },
  { recordKind: 'metrics', table: 'metrics', stage: 'stage_metrics', hasIds: true, select: stageMetrics },
  { recordKind: 'device', table: 'device_facts', stage: 'stage_devices', hasIds: false, select: stageDeviceFacts },
  { recordKind: 'link', table: 'links', stage: 'stage_links', hasIds: false, select: stageLinks },
  { recordKind: undefined, table: 'failed_events', stage: 'stage_failed', hasIds: true, select: stageFailedEvents },
];

export const recordsIn = (files: readonly SegmentFile[], kind: LoadKind): number =>
  files.reduce((sum, file) => sum + (file.records[kind] ?? 0), 0);

export const kindsIn = (files: readonly SegmentFile[]): readonly StagedKind[] =>
  stagedKinds.filter(({ recordKind }) =>
    recordKind === undefined ? files.some((file) => file.mayHoldFailedEvents) : recordsIn(files, recordKind) > 0,
  );
