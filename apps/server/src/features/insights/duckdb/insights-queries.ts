import { inDuckdb } from '../../../analytics/duckdb/queries/duckdb-query.ts';
import { activePeopleQuery } from '../queries/active-people.ts';
import { activityQuery } from '../queries/activity.ts';
import { cohortMembersQuery, cohortPageQuery } from '../queries/cohort-members.ts';
import { distributionQuery } from '../queries/distribution.ts';
import { exportFileQuery } from '../queries/export-file.ts';
import { fieldValuesQuery } from '../queries/field-values.ts';
import { funnelQuery } from '../queries/funnel.ts';
import { lifecycleQuery } from '../queries/lifecycle.ts';
import { pathsQuery } from '../queries/paths.ts';
import { retentionQuery } from '../queries/retention.ts';
import { statementRefusalQuery } from '../queries/statement-refusal.ts';
import { stickinessQuery } from '../queries/stickiness.ts';
import { timeseriesQuery } from '../queries/timeseries.ts';
import { userAttributesQuery } from '../queries/user-attributes.ts';
import { userSqlQuery } from '../queries/user-sql.ts';
import { activePeople } from './active-people.ts';
import { activity } from './activity.ts';
import { cohortMembers, cohortPage } from './cohort-members.ts';
import { distribution } from './distribution.ts';
import { exportFile } from './export-file.ts';
import { fieldValues } from './field-values.ts';
import { funnel } from './funnel.ts';
import { lifecycle } from './lifecycle.ts';
import { paths } from './paths.ts';
import { retention } from './retention.ts';
import { stickiness } from './stickiness.ts';
import { timeseries } from './timeseries.ts';
import { userAttributes } from './user-attributes.ts';
import { installGuardFunctions } from './user-sql/growth/guard-functions.ts';
import { statementRefusal } from './user-sql/statement-refusal.ts';
import { userSql } from './user-sql.ts';

export const insightQueries = [
  inDuckdb(timeseriesQuery, timeseries),
  inDuckdb(funnelQuery, funnel),
  inDuckdb(retentionQuery, retention),
  inDuckdb(pathsQuery, paths),
  inDuckdb(lifecycleQuery, lifecycle),
  inDuckdb(stickinessQuery, stickiness),
  inDuckdb(distributionQuery, distribution),
  inDuckdb(cohortMembersQuery, cohortMembers),
  inDuckdb(cohortPageQuery, cohortPage),
  inDuckdb(activityQuery, activity),
  inDuckdb(activePeopleQuery, activePeople),
  inDuckdb(fieldValuesQuery, fieldValues),
  inDuckdb(userAttributesQuery, userAttributes),
  inDuckdb(userSqlQuery, userSql, installGuardFunctions),
  inDuckdb(statementRefusalQuery, statementRefusal, installGuardFunctions),
  inDuckdb(exportFileQuery, exportFile, installGuardFunctions),
];
