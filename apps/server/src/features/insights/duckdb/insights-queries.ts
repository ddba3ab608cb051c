import { inDuckdb } from '../../../analytics/duckdb/queries/duckdb-query.ts';
import { exportFileQuery } from '../queries/export-file.ts';
import { funnelQuery } from '../queries/funnel.ts';
import { pathsQuery } from '../queries/paths.ts';
import { retentionQuery } from '../queries/retention.ts';
import { timeseriesQuery } from '../queries/timeseries.ts';
import { userSqlQuery } from '../queries/user-sql.ts';
import { exportFile } from './export-file.ts';
import { funnel } from './funnel.ts';
import { paths } from './paths.ts';
import { retention } from './retention.ts';
import { timeseries } from './timeseries.ts';
import { installGuardFunctions } from './user-sql/growth/guard-functions.ts';
import { userSql } from './user-sql.ts';

export const insightQueries = [
  inDuckdb(timeseriesQuery, timeseries),
  inDuckdb(funnelQuery, funnel),
  inDuckdb(retentionQuery, retention),
  inDuckdb(pathsQuery, paths),
  inDuckdb(userSqlQuery, userSql, installGuardFunctions),
  inDuckdb(exportFileQuery, exportFile, installGuardFunctions),
];
