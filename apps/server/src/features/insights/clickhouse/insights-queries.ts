import { inClickhouse } from '../../../analytics/clickhouse/queries/clickhouse-query.ts';
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
import { statementRefusal } from './user-sql/statement-refusal.ts';
import { userSql } from './user-sql.ts';

export const insightQueries = [
  inClickhouse(timeseriesQuery, timeseries),
  inClickhouse(funnelQuery, funnel),
  inClickhouse(retentionQuery, retention),
  inClickhouse(pathsQuery, paths),
  inClickhouse(lifecycleQuery, lifecycle),
  inClickhouse(stickinessQuery, stickiness),
  inClickhouse(distributionQuery, distribution),
  inClickhouse(cohortMembersQuery, cohortMembers),
  inClickhouse(cohortPageQuery, cohortPage),
  inClickhouse(activityQuery, activity),
  inClickhouse(activePeopleQuery, activePeople),
  inClickhouse(fieldValuesQuery, fieldValues),
  inClickhouse(userAttributesQuery, userAttributes),
  inClickhouse(userSqlQuery, userSql),
  inClickhouse(statementRefusalQuery, statementRefusal),
  inClickhouse(exportFileQuery, exportFile),
];
