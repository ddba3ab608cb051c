import type { DuckdbQuery } from '../../analytics/duckdb/queries/duckdb-query.ts';
import { crashQueries } from '../../features/crashes/duckdb/crashes-queries.ts';
import { eventExportQueries } from '../../features/event-export/duckdb/event-export-queries.ts';
import { eventQueries } from '../../features/events/duckdb/events-queries.ts';
import { liveQueries } from '../../features/events/live/duckdb/live-queries.ts';
import { experimentQueries } from '../../features/experiments/duckdb/experiments-queries.ts';
import { guardrailQueries } from '../../features/flags/guardrails/duckdb/guardrails-queries.ts';
import { insightQueries } from '../../features/insights/duckdb/insights-queries.ts';
import { peopleQueries } from '../../features/people/duckdb/people-queries.ts';
import { performanceQueries } from '../../features/performance/duckdb/performance-queries.ts';
import { privacyQueries } from '../../features/privacy/duckdb/privacy-queries.ts';
import { projectQueries } from '../../features/projects/duckdb/projects-queries.ts';
import { releaseQueries } from '../../features/releases/duckdb/releases-queries.ts';

/** Every kind of query, as DuckDB runs it. */
export const duckdbQueries: readonly DuckdbQuery[] = [
  ...eventQueries,
  ...eventExportQueries,
  ...liveQueries,
  ...peopleQueries,
  ...performanceQueries,
  ...crashQueries,
  ...releaseQueries,
  ...privacyQueries,
  ...projectQueries,
  ...insightQueries,
  ...experimentQueries,
  ...guardrailQueries,
];
