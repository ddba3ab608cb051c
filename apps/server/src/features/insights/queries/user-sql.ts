import { defineQuery } from '../../../analytics/query.ts';
import type { Scope } from '../../../edge/scope.ts';
import type { InsightResult } from './insight-params.ts';

/** A statement that somebody wrote: one SELECT over the public tables of the scope. */
export interface UserSqlParams {
  readonly scope: Scope;
  readonly sql: string;
  /** The table `changes`, newest first, as a JSON array: it is not kept in the store. */
  readonly changesJson: string;
}

export const USER_SQL_TIME_LIMIT_MS = 10_000;

export const userSqlQuery = defineQuery<UserSqlParams, InsightResult>('userSql', 'heavy');
