import { inDuckdb } from '../../../analytics/duckdb/queries/duckdb-query.ts';
import { activePeopleQuery } from '../queries/active-people.ts';
import { activityQuery } from '../queries/activity.ts';
import { cohortMembersQuery, cohortPageQuery } from '../queries/cohort-members.ts';
import { exportFileQuery } from '../queries/export-file.ts';
import { fieldValuesQuery } from '../queries/field-values.ts';
import { funnelQuery } from '../queries/funnel.ts';
import { distributionQuery } from '../queries/kinds/distribution.ts';
import { lifecycleQuery } from '../queries/kinds/lifecycle.ts';
import { stickinessQuery } from '../queries/kinds/stickiness.ts';
import { pathsQuery } from '../queries/paths.ts';
import { peopleBehindQuery } from '../queries/people/people-behind.ts';
import { retentionQuery } from '../queries/retention.ts';
import { statementRefusalQuery } from '../queries/statement-refusal.ts';
import { timeseriesQuery, trendQuery } from '../queries/timeseries.ts';
import { userAttributesQuery } from '../queries/user-attributes.ts';
import { userSqlQuery } from '../queries/user-sql.ts';
import { activePeople } from './active-people.ts';
import { activity } from './activity.ts';
import { cohortMembers, cohortPage } from './cohort-members.ts';
import { exportFile } from './export-file.ts';
import { fieldValues } from './field-values.ts';
import { funnel } from './funnel.ts';
import { distribution } from './kinds/distribution.ts';
import { lifecycle } from './kinds/lifecycle.ts';
import { stickiness } from './kinds/stickiness.ts';
import { paths } from './paths.ts';
import { peopleBehind } from './people/people-behind.ts';
import { retention } from './retention.ts';
import { timeseries, trend } from './timeseries.ts';
import { userAttributes } from './user-attributes.ts';
import { installGuardFunctions } from './user-sql/growth/guard-functions.ts';
import { statementRefusal } from './user-sql/statement-refusal.ts';
import { userSql } from './user-sql.ts';

export const insightQueries = [
  inDuckdb(timeseriesQuery, timeseries),
  inDuckdb(trendQuery, trend),
  inDuckdb(funnelQuery, funnel),
  inDuckdb(retentionQuery, retention),
  inDuckdb(pathsQuery, paths),
  inDuckdb(peopleBehindQuery, peopleBehind),
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
