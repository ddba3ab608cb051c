import { inClickhouse } from '../../../../analytics/clickhouse/queries/clickhouse-query.ts';
import { rolloutStatisticsQuery } from '../queries/rollout-statistics.ts';
import { rolloutStatistics } from './rollout-statistics.ts';

export const guardrailQueries = [inClickhouse(rolloutStatisticsQuery, rolloutStatistics)];
