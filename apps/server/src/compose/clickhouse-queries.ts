import type { ClickhouseQuery } from '../analytics/clickhouse/queries/clickhouse-query.ts';
import { crashQueries } from '../features/crashes/clickhouse/crashes-queries.ts';
import { eventQueries } from '../features/events/clickhouse/events-queries.ts';
import { experimentQueries } from '../features/experiments/clickhouse/experiments-queries.ts';
import { guardrailQueries } from '../features/flags/guardrails/clickhouse/guardrails-queries.ts';
import { performanceQueries } from '../features/performance/clickhouse/performance-queries.ts';
import { projectQueries } from '../features/projects/clickhouse/projects-queries.ts';

/** Every kind of query, as ClickHouse runs it. */
export const clickhouseQueries: readonly ClickhouseQuery[] = [
  ...eventQueries,
  ...projectQueries,
  ...crashQueries,
  ...performanceQueries,
  ...experimentQueries,
  ...guardrailQueries,
];
