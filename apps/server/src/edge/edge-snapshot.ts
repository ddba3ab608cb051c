import type { KeyKind, KeyScope } from './keys/key-kinds.ts';
import type { Plan } from './plan.ts';
import type { ProjectHoldout, RulesetExperiment, RulesetFlag } from './ruleset.ts';
import type { SchemaMode } from './schema-mode.ts';

export interface SnapshotKey {
  readonly id: string;
  readonly hash: string;
  readonly kind: KeyKind;
  readonly scope: KeyScope;
  readonly projectId: string;
  readonly environmentId: string;
  readonly isRevoked: boolean;
}

export interface SnapshotProject {
  readonly id: string;
  readonly slug: string;
  readonly plan: string;
  readonly timezone: string;
  /** Null: for ever. */
  readonly retentionDays: number | null;
  /** Absent where nobody is held out. */
  readonly holdout?: ProjectHoldout;
}

export interface SnapshotEnvironment {
  readonly id: string;
  readonly projectId: string;
  readonly slug: string;
  readonly configVersion: number;
}

/** A flag that is served, with its targeting in every environment of its project. */
export interface SnapshotFlag {
  readonly projectId: string;
  /** Flags of a project are served in this order: that in which they were made. */
  readonly position: number;
  readonly definition: Omit<RulesetFlag, keyof SnapshotTargeting>;
  /** By environment id; where nobody set any there is none. */
  readonly targeting: Readonly<Record<string, SnapshotTargeting>>;
}

export type SnapshotTargeting = Pick<RulesetFlag, 'rules' | 'rollout' | 'kill'>;

/** An experiment that assigns somebody. */
export interface SnapshotExperiment {
  readonly environmentId: string;
  readonly position: number;
  /** Without the holdout, which is of the project. */
  readonly definition: RulesetExperiment;
  /** Null for one that runs, and in files of versions that did not keep it. */
  readonly completedAtMs: number | null;
}

export interface SnapshotGroup {
  readonly projectId: string;
  readonly key: string;
  /** Moves whenever somebody joins or leaves. */
  readonly revision: number;
  /** User ids, in the order in which they were added. */
  readonly members: readonly string[];
  /** Of a cohort that is not served any more: conditions on it match no users. */
  readonly isWithdrawn?: true;
}

/** What the events of a name should carry. */
export interface SnapshotSchema {
  readonly projectId: string;
  readonly eventName: string;
  readonly mode: SchemaMode;
  /** JSON Schema as text, taken apart when there is an event to check; empty where nothing is checked. */
  readonly propertiesJson: string;
}

/** A moment in the history of a control plane. */
export interface EdgeMark {
  /** How many changes of rows that requests need had been made. */
  readonly revision: number;
  /** The last entry of the change log, which is never taken out of it. Null while there is none. */
  readonly changeId: string | null;
  /** Of a control plane that several edges share, so that their answers have the same tags. Null: the edge's own. */
  readonly generation: string | null;
}

/**
 * All that a client request needs of the control plane, in memory as a whole.
 * Also written to a file, so that the edge starts and serves while the control plane is unreadable.
 */
export interface EdgeSnapshot {
  readonly takenAtMs: number;
  /** Undefined for a file of a version that had none. */
  readonly mark: EdgeMark | undefined;
  readonly projects: readonly SnapshotProject[];
  readonly environments: readonly SnapshotEnvironment[];
  readonly flags: readonly SnapshotFlag[];
  readonly experiments: readonly SnapshotExperiment[];
  readonly groups: readonly SnapshotGroup[];
  readonly schemas: readonly SnapshotSchema[];
  readonly plans: readonly Plan[];
  readonly keys: readonly SnapshotKey[];
  readonly operatorTokenHashes: readonly string[];
}
