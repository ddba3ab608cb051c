import { inClickhouse } from '../../../analytics/clickhouse/queries/clickhouse-query.ts';
import { experimentStatisticsQuery } from '../queries/experiment-statistics.ts';
import { exposuresQuery } from '../queries/exposures.ts';
import { experimentStatistics } from './experiment-statistics.ts';
import { exposures } from './exposures.ts';

export const experimentQueries = [
  inClickhouse(exposuresQuery, exposures),
  inClickhouse(experimentStatisticsQuery, experimentStatistics),
];
