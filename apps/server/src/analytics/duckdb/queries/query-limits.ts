import type { DuckDBConnection } from '@duckdb/node-api';

/** What a query must keep to while it is answered. */
export interface QueryLimits {
  /** Memory the process may take in all. */
  readonly maxRssBytes: number;
  /** Its time is up, or nobody waits for it. DuckDB does not notice in the middle of an expression. */
  readonly isStopped: () => boolean;
  /** Another connection, to look at the database meanwhile. */
  readonly connect: () => Promise<DuckDBConnection>;
}
