import { inDuckdb } from '../../../analytics/duckdb/queries/duckdb-query.ts';
import { crashCountsQuery } from '../queries/crash-counts.ts';
import {
  crashGroupsQuery,
  crashReportQuery,
  crashReportsQuery,
  crashSharesQuery,
  ungroupedCrashesQuery,
} from '../queries/crash-groups.ts';
import { sessionHealthQuery } from '../queries/session-health.ts';
import { crashCounts } from './crash-counts.ts';
import { crashGroups } from './crash-groups.ts';
import { crashReport, crashReports, ungroupedCrashes } from './crash-reports.ts';
import { crashShares } from './crash-shares.ts';
import { sessionHealth } from './session-health.ts';

export const crashQueries = [
  inDuckdb(crashGroupsQuery, crashGroups),
  inDuckdb(crashReportsQuery, crashReports),
  inDuckdb(crashReportQuery, crashReport),
  inDuckdb(ungroupedCrashesQuery, ungroupedCrashes),
  inDuckdb(crashSharesQuery, crashShares),
  inDuckdb(crashCountsQuery, crashCounts),
  inDuckdb(sessionHealthQuery, (connection, params) => sessionHealth(connection, params)),
];
