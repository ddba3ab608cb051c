import type { DuckDBConnection } from '@duckdb/node-api';

/** What a question must keep to while it is answered. */
export interface QuestionLimits {
  /** So much memory the process may take, whoever takes it. */
  readonly maxRssBytes: number;
  /** Its time is up, or nobody waits for it. DuckDB does not notice in the middle of an expression. */
  readonly isStopped: () => boolean;
  /** Another connection, to look at the database meanwhile. */
  readonly connect: () => Promise<DuckDBConnection>;
}
