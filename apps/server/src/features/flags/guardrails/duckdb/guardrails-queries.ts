import { inDuckdb } from '../../../../analytics/duckdb/queries/duckdb-query.ts';
import { rolloutStatisticsQuery } from '../queries/rollout-statistics.ts';
import { rolloutStatistics } from './rollout-statistics.ts';

export const guardrailQueries = [inDuckdb(rolloutStatisticsQuery, rolloutStatistics)];
