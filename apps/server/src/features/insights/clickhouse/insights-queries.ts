import { inClickhouse } from '../../../analytics/clickhouse/queries/clickhouse-query.ts';
import { activePeopleQuery } from '../queries/active-people.ts';
import { activityQuery } from '../queries/activity.ts';
import { exportFileQuery } from '../queries/export-file.ts';
import { fieldValuesQuery } from '../queries/field-values.ts';
import { funnelQuery } from '../queries/funnel.ts';
import { pathsQuery } from '../queries/paths.ts';
import { retentionQuery } from '../queries/retention.ts';
import { timeseriesQuery } from '../queries/timeseries.ts';
import { activePeople } from './active-people.ts';
import { activity } from './activity.ts';
import { exportFile } from './export/export-file.ts';
import { fieldValues } from './field-values.ts';
import { funnel } from './funnel.ts';
import { paths } from './paths.ts';
import { retention } from './retention.ts';
import { timeseries } from './timeseries.ts';

export const insightQueries = [
  inClickhouse(timeseriesQuery, timeseries),
  inClickhouse(funnelQuery, funnel),
  inClickhouse(retentionQuery, retention),
  inClickhouse(pathsQuery, paths),
  inClickhouse(activityQuery, activity),
  inClickhouse(activePeopleQuery, activePeople),
  inClickhouse(fieldValuesQuery, fieldValues),
  inClickhouse(
    exportFileQuery,
    exportFile(() => Promise.reject(new Error('ClickHouse does not run the SQL of users yet'))),
  ),
];
