/** How far is the removal that a record of the log asked for? */
export interface RemovalQuestion {
  readonly removalId: string;
}

/** Undefined: the record has not been loaded yet. */
export type RemovalAnswer = Removal | undefined;

export interface Removal {
  /** Rows that were taken away, by table. */
  readonly counts: Readonly<Record<RemovedTable, number>>;
  /** No file of the store holds their bytes any more. */
  readonly isScrubbed: boolean;
}

export type RemovedTable = 'events' | 'crashes' | 'metrics' | 'links' | 'device_facts' | 'failed_events';
