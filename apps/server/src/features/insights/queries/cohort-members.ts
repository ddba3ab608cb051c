import { defineQuery } from '../../../analytics/query.ts';
import type { Scope } from '../../../edge/scope.ts';
import type { CohortSource } from './insight-params.ts';

/** How many persons are in a cohort, and which users? */
export interface CohortMembersParams {
  readonly scope: Scope;
  readonly source: CohortSource;
  /** The ids are told when there are no more than so many. */
  readonly userLimit: number;
}

export interface CohortMembersResult {
  readonly persons: number;
  /** Those who have a user id. */
  readonly users: number;
  /** In order; null when there are too many. */
  readonly userIds: readonly string[] | null;
}

/** Who is in a cohort, a page at a time? */
export interface CohortPageParams {
  readonly scope: Scope;
  readonly source: CohortSource;
  readonly limit: number;
  /** The key of the last person of the page before, in decimal. */
  readonly after?: string;
}

interface CohortPerson {
  readonly key: string;
  readonly personId: string;
  readonly userId: string | null;
}

/** One more than the page holds where there is a next one. */
export interface CohortPageResult {
  readonly persons: readonly CohortPerson[];
}

export const cohortMembersQuery = defineQuery<CohortMembersParams, CohortMembersResult>('cohortMembers', 'heavy');
export const cohortPageQuery = defineQuery<CohortPageParams, CohortPageResult>('cohortPage', 'heavy');
