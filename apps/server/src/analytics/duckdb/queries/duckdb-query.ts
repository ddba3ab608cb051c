import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { QueryKind } from '../../query.ts';
import type { QueryLimits } from './query-limits.ts';

type RunInDuckdb<Query, Result> = (connection: DuckDBConnection, query: Query, limits: QueryLimits) => Promise<Result>;

/** How a kind of query is run in DuckDB. */
export interface DuckdbQuery {
  readonly kind: QueryKind<unknown, unknown>;
  readonly run: RunInDuckdb<unknown, unknown>;
  /** What the database needs for it. Called before every run. */
  readonly prepare?: (instance: DuckDBInstance) => Promise<void>;
  /** Whether it is made for more than one thread: hash tables of a GROUP BY are there once for each of them. */
  readonly isParallel?: boolean;
}

export const inDuckdb = <Query, Result>(
  kind: QueryKind<Query, Result>,
  run: RunInDuckdb<Query, Result>,
  prepare?: DuckdbQuery['prepare'],
): DuckdbQuery => ({
  kind: kind as QueryKind<unknown, unknown>,
  run: run as RunInDuckdb<unknown, unknown>,
  ...(prepare === undefined ? {} : { prepare }),
});

/** The same with more threads, if there are some to spare. */
export const inParallel = (query: DuckdbQuery): DuckdbQuery => ({ ...query, isParallel: true });
