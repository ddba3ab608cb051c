import { inClickhouse } from '../../../analytics/clickhouse/queries/clickhouse-query.ts';
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
  inClickhouse(crashGroupsQuery, crashGroups),
  inClickhouse(crashReportsQuery, crashReports),
  inClickhouse(crashReportQuery, crashReport),
  inClickhouse(ungroupedCrashesQuery, ungroupedCrashes),
  inClickhouse(crashSharesQuery, crashShares),
  inClickhouse(crashCountsQuery, crashCounts),
  inClickhouse(sessionHealthQuery, sessionHealth),
];
