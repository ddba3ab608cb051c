/** What an edge says of itself. */
export interface EdgeReport {
  readonly id: string;
  /** Where it runs, for people. */
  readonly name: string;
  readonly version: string;
  readonly startedAtMs: number;
  readonly state: EdgeCondition;
}

export interface EdgeCondition {
  readonly isReady: boolean;
  readonly reasons: readonly string[];
  /** Bytes of its event log that are not in the analytics store yet. */
  readonly backlogBytes: number;
  /** Age of the oldest event that it has accepted and that cannot be queried yet. */
  readonly behindSeconds: number;
  /** How far what it serves is behind the control plane, in revisions. */
  readonly revision: number;
  /** The jobs that it does. */
  readonly jobs: readonly string[];
}

export interface KnownEdge extends EdgeReport {
  readonly seenAtMs: number;
}

/** The edges of the installation: each is known by what it last said, until it stops or has been silent for a week. */
export interface EdgeStore {
  report(report: EdgeReport): Promise<void>;
  list(): Promise<readonly KnownEdge[]>;
  remove(id: string): Promise<void>;
}
