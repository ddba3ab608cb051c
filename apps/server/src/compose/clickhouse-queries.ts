import type { ClickhouseQuery } from '../analytics/clickhouse/queries/clickhouse-query.ts';
import { eventQueries } from '../features/events/clickhouse/events-queries.ts';
import { userSqlQueries } from '../features/insights/clickhouse/user-sql-queries.ts';
import { projectQueries } from '../features/projects/clickhouse/projects-queries.ts';

/** Every kind of query, as ClickHouse runs it. */
export const clickhouseQueries: readonly ClickhouseQuery[] = [...eventQueries, ...projectQueries, ...userSqlQueries];
