import { defineQuery } from '../../../analytics/query.ts';
/** How far are the removals that records of the log asked for? */
export interface RemovalsParams {
  readonly removalIds: readonly string[];
}

/** By id; one whose record has not been loaded yet is not in it. */
export type RemovalsResult = Readonly<Record<string, Removal>>;

export interface Removal {
  /** Rows that were taken away, by table. */
  readonly counts: Readonly<Record<RemovedTable, number>>;
  /** Of groups of crashes that lost a report, or have one that is gone. */
  readonly fingerprints: readonly string[];
  /** No file of the store holds their bytes any more. */
  readonly isScrubbed: boolean;
}

type RemovedTable = 'events' | 'crashes' | 'metrics' | 'links' | 'device_facts' | 'failed_events';

export const removalsQuery = defineQuery<RemovalsParams, RemovalsResult>('removals');
