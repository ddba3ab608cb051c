import type { AnalyticsStore, QueryOptions } from '../../analytics/analytics-store.ts';
import type { ProjectAccess } from '../../http/access/project-access.ts';
import type { ChangeStore } from '../changes/change-store.ts';
import { changesForSql } from './changes-for-sql.ts';
import type { InsightResult } from './queries/insight-params.ts';
import { USER_SQL_TIME_LIMIT_MS, userSqlQuery } from './queries/user-sql.ts';

export interface SqlDeps {
  readonly store: AnalyticsStore;
  readonly changes: ChangeStore;
}

/** Runs a statement that somebody wrote, over the rows of one environment. */
export async function runSql(
  { store, changes }: SqlDeps,
  access: ProjectAccess,
  environmentId: string,
  sql: string,
  options: QueryOptions,
): Promise<InsightResult> {
  const scope = { projectId: access.projectId, environmentId };
  const changesJson = await changesForSql(changes, access, sql);
  return store.run(userSqlQuery, { scope, sql, changesJson }, { ...options, timeLimitMs: USER_SQL_TIME_LIMIT_MS });
}
