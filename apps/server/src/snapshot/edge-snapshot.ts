import type { KeyKind } from '../control/keys/key-store.ts';
import type { Plan } from '../control/plans/plan-store.ts';

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
}

export interface SnapshotEnvironment {
  readonly id: string;
  readonly projectId: string;
  readonly slug: string;
  readonly configVersion: number;
}

/**
 * All that a client request needs of the control plane, in memory as a whole.
 * Also written to a file, so that the edge starts and serves while the control plane is unreadable.
 */
export interface EdgeSnapshot {
  readonly takenAtMs: number;
  readonly projects: readonly SnapshotProject[];
  readonly environments: readonly SnapshotEnvironment[];
  readonly plans: readonly Plan[];
  readonly keys: readonly SnapshotKey[];
  readonly operatorTokenHashes: readonly string[];
}
