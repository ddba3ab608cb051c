import type { DuckDBConnection } from '@duckdb/node-api';

/** One row for each thing that is counted. */
export const summedLedger = (from: string): string =>
  `SELECT p, e, hour, kind, outcome, reason, sum(items)::BIGINT AS items FROM ${from} GROUP BY ALL ORDER BY hour, p, e`;

/** Every load leaves rows of its own. A new table, because deleted rows stay. */
export async function compactLedger(connection: DuckDBConnection): Promise<void> {
  await connection.run(`CREATE OR REPLACE TABLE store.ledger AS ${summedLedger('store.ledger')}`);
}
