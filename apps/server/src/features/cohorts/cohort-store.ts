import type { Wire } from '@lamppost/protocol';
import type { Actor } from '../../control/actor.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import type { Scope } from '../../edge/scope.ts';

export type CohortKind = Wire['CohortRow']['kind'];
export type CohortDefinition = Wire['CohortDefinition'];

export interface Cohort extends Scope {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly description: string | null;
  readonly kind: CohortKind;
  /** As it was sent. */
  readonly definition: CohortDefinition;
  /** Persons, when it was last computed. */
  readonly size: number | null;
  /** Those of them who have a user id. */
  readonly userCount: number | null;
  readonly computedAtMs: number | null;
  /** Why it could not be computed when that was last tried. */
  readonly error: string | null;
  readonly triedAtMs: number | null;
  /** When it was last used in a query. */
  readonly askedAtMs: number | null;
  readonly archivedAtMs: number | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

export interface NewCohort extends Scope {
  readonly key: string;
  readonly name: string;
  readonly description?: string | null;
  readonly kind: CohortKind;
  readonly definition: CohortDefinition;
}

/** Absent: kept. `key` and `kind` may only be sent as they are. */
export interface CohortPatch {
  readonly key?: string;
  readonly kind?: string;
  readonly name?: string;
  readonly description?: string | null;
  readonly definition?: CohortDefinition;
  readonly archived?: boolean;
}

export interface CohortFilter extends Scope {
  /** Part of the key or the name, without regard to case. */
  readonly search?: string;
  /** Absent: false. */
  readonly includeArchived?: boolean;
}

export interface CohortMember {
  readonly id: string;
  readonly userId: string;
  readonly addedAtMs: number;
}

export type CohortOutcome =
  | { readonly size: number; readonly userCount: number; readonly atMs: number }
  | { readonly error: string; readonly atMs: number };

/** So many users at most are in a list. */
export const MAX_LISTED = 1_000_000;

/**
 * Sets of people of one environment.
 *
 * Promises:
 * - a key is unique in its environment, archived cohorts included (Taken 'COHORT_KEY_EXISTS'), and never changes; no
 *   more does the kind;
 * - a definition that names a cohort which the environment does not have, an archived one, itself (directly or through
 *   others) or too many of them is Unacceptable, naming the place, and nothing changes;
 * - only lists take members (WrongState 'COHORT_NOT_A_LIST'), archived ones take none (WrongState 'COHORT_ARCHIVED');
 *   a user is in a list once, and a list that would hold more than MAX_LISTED takes none of what was sent
 *   (Unacceptable 'user_ids');
 * - every edit is logged; what was computed is none, and neither that nor members move a version;
 * - a cohort that the environment does not have: undefined, and nothing changes.
 */
export interface CohortStore {
  create(cohort: NewCohort, actor: Actor): Promise<Cohort>;
  /** Newest first. */
  list(filter: CohortFilter, page: PageRequest): Promise<Page<Cohort>>;
  find(scope: Scope, idOrKey: string): Promise<Cohort | undefined>;
  update(scope: Scope, idOrKey: string, patch: CohortPatch, actor: Actor): Promise<Cohort | undefined>;
  /** Of a list, latest first. */
  members(scope: Scope, idOrKey: string, page: PageRequest): Promise<Page<CohortMember> | undefined>;
  /** How many were not in it before, and how many are in it now. */
  addMembers(
    scope: Scope,
    idOrKey: string,
    userIds: readonly string[],
    actor: Actor,
  ): Promise<{ readonly added: number; readonly size: number } | undefined>;
  /** How many of these are not in the list. */
  countNew(cohortId: string, userIds: readonly string[]): Promise<number>;
  countMembers(cohortId: string): Promise<number>;
  /** False when there is no such cohort, or the user is not in it. */
  removeMember(scope: Scope, idOrKey: string, userId: string, actor: Actor): Promise<boolean>;
  /** Of a list: user ids behind this one, in their order. */
  userIds(cohortId: string, after: string, limit: number): Promise<readonly string[]>;
  /** All that are not archived, of every project. */
  all(): Promise<readonly Cohort[]>;
  noteOutcome(cohortId: string, outcome: CohortOutcome): Promise<void>;
  noteAsked(cohortIds: readonly string[], atMs: number): Promise<void>;
  /** What rules are served of it from now on; null: nothing any more. False when that is what they were served. */
  serve(cohortId: string, userIds: readonly string[] | null): Promise<boolean>;
}
