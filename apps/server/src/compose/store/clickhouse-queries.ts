import type { ClickhouseQuery } from '../../analytics/clickhouse/queries/clickhouse-query.ts';
import { crashQueries } from '../../features/crashes/clickhouse/crashes-queries.ts';
import { eventExportQueries } from '../../features/event-export/clickhouse/event-export-queries.ts';
import { eventQueries } from '../../features/events/clickhouse/events-queries.ts';
import { liveQueries } from '../../features/events/live/clickhouse/live-queries.ts';
import { experimentQueries } from '../../features/experiments/clickhouse/experiments-queries.ts';
import { guardrailQueries } from '../../features/flags/guardrails/clickhouse/guardrails-queries.ts';
import { insightQueries } from '../../features/insights/clickhouse/insights-queries.ts';
import { peopleQueries } from '../../features/people/clickhouse/people-queries.ts';
import { performanceQueries } from '../../features/performance/clickhouse/performance-queries.ts';
import { privacyQueries } from '../../features/privacy/clickhouse/privacy-queries.ts';
import { projectQueries } from '../../features/projects/clickhouse/projects-queries.ts';
import { releaseQueries } from '../../features/releases/clickhouse/releases-queries.ts';

/** Every kind of query, as ClickHouse runs it. */
export const clickhouseQueries: readonly ClickhouseQuery[] = [
  ...eventQueries,
  ...eventExportQueries,
  ...liveQueries,
  ...peopleQueries,
  ...releaseQueries,
  ...privacyQueries,
  ...projectQueries,
  ...insightQueries,
  ...crashQueries,
  ...performanceQueries,
  ...experimentQueries,
  ...guardrailQueries,
];
