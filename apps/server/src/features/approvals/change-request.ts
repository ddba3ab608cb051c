import type { Actor } from '../../control/actor.ts';
import type { EntityState, EntityType } from '../../control/change.ts';

/** Who proposed it: a member, something with a key, or an assistant that acts for a person. */
export type RequestOrigin = 'member' | 'key' | 'assistant';
export type RequestStatus = 'pending' | 'approved' | 'rejected' | 'withdrawn';

/** What becomes of one entity. */
export interface RequestedChange {
  readonly entityType: EntityType;
  readonly entityId: string;
  readonly entityKey: string;
  readonly environmentId: string | null;
  readonly action: string;
  readonly before: EntityState | null;
  readonly after: EntityState | null;
}

/** What is asked for, without by whom it was decided. */
export interface ChangeRequestDraft {
  readonly projectId: string;
  /** Null for a change of all environments. */
  readonly environmentId: string | null;
  readonly origin: RequestOrigin;
  readonly author: Actor;
  readonly comment: string | null;
  /** The operation that makes the change, as it was called. */
  readonly operation: string;
  readonly args: readonly unknown[];
  /** The difference that it makes. The first change is the one that was asked for, others follow from it. */
  readonly changes: readonly [RequestedChange, ...RequestedChange[]];
  /** Every change of before this moment is in `before`. */
  readonly baseMs: number;
  /** Of the environment, before the change. */
  readonly configVersion: number | null;
}

export interface ChangeRequest extends ChangeRequestDraft {
  readonly id: string;
  readonly status: RequestStatus;
  /** It is pending, and something that it changes was changed since: it has to be made anew. */
  readonly isOutdated: boolean;
  readonly decidedBy: Actor | null;
  readonly decisionComment: string | null;
  readonly decidedAtMs: number | null;
  readonly createdAtMs: number;
}
