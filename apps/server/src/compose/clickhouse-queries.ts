import type { ClickhouseQuery } from '../analytics/clickhouse/queries/clickhouse-query.ts';
import { eventQueries } from '../features/events/clickhouse/events-queries.ts';
import { liveQueries } from '../features/events/live/clickhouse/live-queries.ts';
import { insightQueries } from '../features/insights/clickhouse/insights-queries.ts';
import { peopleQueries } from '../features/people/clickhouse/people-queries.ts';
import { privacyQueries } from '../features/privacy/clickhouse/privacy-queries.ts';
import { projectQueries } from '../features/projects/clickhouse/projects-queries.ts';
import { releaseQueries } from '../features/releases/clickhouse/releases-queries.ts';

/** Every kind of query, as ClickHouse runs it. */
export const clickhouseQueries: readonly ClickhouseQuery[] = [
  ...eventQueries,
  ...liveQueries,
  ...peopleQueries,
  ...releaseQueries,
  ...privacyQueries,
  ...projectQueries,
  ...insightQueries,
];
