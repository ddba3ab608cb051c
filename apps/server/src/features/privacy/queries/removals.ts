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

export const removedTables = ['events', 'crashes', 'metrics', 'links', 'device_facts', 'failed_events'] as const;

type RemovedTable = (typeof removedTables)[number];

/** From what is stored of it: lists of fingerprints, and counts in the order of removedTables. */
export const removalOf = (
  isScrubbed: boolean,
  fingerprints: string,
  orphans: readonly string[],
  counts: readonly unknown[],
): Removal => ({
  counts: Object.fromEntries(removedTables.map((table, at) => [table, Number(counts[at])])) as Removal['counts'],
  fingerprints: [...new Set([...fingerprints.split(','), ...orphans])].filter((fingerprint) => fingerprint !== ''),
  isScrubbed,
});

export const removalsQuery = defineQuery<RemovalsParams, RemovalsResult>('removals');
