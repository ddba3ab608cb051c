import { inDuckdb, inParallel } from '../../../analytics/duckdb/queries/duckdb-query.ts';
import { experimentStatisticsQuery } from '../queries/experiment-statistics.ts';
import { exposuresQuery } from '../queries/exposures.ts';
import { experimentStatistics } from './experiment-statistics.ts';
import { exposures } from './exposures.ts';

export const experimentQueries = [
  inDuckdb(exposuresQuery, exposures),
  inParallel(inDuckdb(experimentStatisticsQuery, (connection, params) => experimentStatistics(connection, params))),
];
