import type { Ruleset } from '../control/changes/ruleset.ts';
import type { KeyKind } from '../control/keys/key-store.ts';
import type { Plan } from '../control/plans/plan-store.ts';
import type { SchemaMode } from '../control/schemas/event-schema-store.ts';

export interface SnapshotKey {
  readonly id: string;
  readonly hash: string;
  readonly kind: KeyKind;
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
}

export interface SnapshotEnvironment {
  readonly id: string;
  readonly projectId: string;
  readonly slug: string;
  readonly configVersion: number;
}

/** What an environment serves; its version is the environment's. */
export interface SnapshotRuleset extends Omit<Ruleset, 'configVersion'> {
  readonly environmentId: string;
}

/** What the events of a name should carry. */
export interface SnapshotSchema {
  readonly projectId: string;
  readonly eventName: string;
  readonly mode: SchemaMode;
  /** JSON Schema as text, taken apart when there is an event to check; empty where nothing is checked. */
  readonly propertiesJson: string;
}

/**
 * All that a client request needs of the control plane, in memory as a whole.
 * Also written to a file, so that the edge starts and serves while the control plane is unreadable.
 */
export interface EdgeSnapshot {
  readonly takenAtMs: number;
  readonly projects: readonly SnapshotProject[];
  readonly environments: readonly SnapshotEnvironment[];
  /** One for each environment, in the same order. */
  readonly rulesets: readonly SnapshotRuleset[];
  readonly schemas: readonly SnapshotSchema[];
  readonly plans: readonly Plan[];
  readonly keys: readonly SnapshotKey[];
  readonly operatorTokenHashes: readonly string[];
}
