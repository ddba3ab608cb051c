import { defineQuery } from '../../../analytics/query.ts';

/** How far a log has been exported: everything up to this sequence. Rows of a log are stored in this order. */
export interface LogUpTo {
  /** The first 32 bits of the log's id. */
  readonly logTag: number;
  readonly sequence: number;
}

/** Events of one environment that arrived in one hour. */
export interface HourGroup {
  readonly projectId: string;
  readonly environmentId: string;
  readonly hourMs: number;
}

export interface ExportPlanParams {
  readonly after: readonly LogUpTo[];
  /** What arrived from then on is left to a later batch. */
  readonly beforeMs: number;
}

export interface ExportPlan {
  readonly upTo: readonly LogUpTo[];
  readonly groups: readonly HourGroup[];
}

export interface ExportHourParams extends HourGroup {
  readonly after: readonly LogUpTo[];
  readonly upTo: readonly LogUpTo[];
  /** Where there is no file yet. */
  readonly path: string;
}

/** A batch holds what arrived in so many hours at most: the first one would otherwise be all there is. */
export const MAX_BATCH_HOURS = 24;
export const HOUR_MS = 3_600_000;

/** What the next batch is. Nothing when nothing is left. */
export const exportPlanQuery = defineQuery<ExportPlanParams, ExportPlan>('exportPlan', 'export');
/** Writes one file of a batch. */
export const exportHourQuery = defineQuery<ExportHourParams, { readonly rows: number }>('exportHour', 'export');
