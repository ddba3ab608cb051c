import type { DuckDBConnection } from '@duckdb/node-api';
import { countedTables, personTables } from './doomed-rows.ts';

/** What was removed from the tables while its bytes still stand in files. */
export interface Unscrubbed {
  /** Of the oldest erasure; absent when there is none. */
  readonly erasedSinceMs?: number;
  readonly expiredSinceMs?: number;
  /** Of what came again after it had been erased: it stands in segments only. */
  readonly returnedSinceMs?: number;
  /** Of all rows that there were. */
  readonly removedShare: number;
}

export async function readUnscrubbed(connection: DuckDBConnection): Promise<Unscrubbed> {
  const removed = countedTables.map((table) => `coalesce(sum(${table}), 0)`).join(' + ');
  const pending = await connection.run(
    `SELECT kind, epoch_ms(min(received)), ${removed} FROM store.removals WHERE NOT is_scrubbed GROUP BY kind`,
  );
  const rows = await pending.getRowsJS();
  const sinceMs = (kind: string): number | undefined => {
    const row = rows.find(([of]) => of === kind);
    return row === undefined ? undefined : Number(row[1]);
  };
  const [erasedSinceMs, expiredSinceMs] = [sinceMs('erase'), sinceMs('expire')];
  const returned = await connection.run('SELECT epoch_ms(min(noticed)) FROM store.returned_bytes');
  const [[returnedSince] = []] = await returned.getRowsJS();
  const gone = rows.reduce((sum, row) => sum + Number(row[2]), 0);
  const counts = personTables.map((table) => `(SELECT count(*) FROM store.${table})`).join(' + ');
  const [[left] = []] = await (await connection.run(`SELECT ${counts}`)).getRowsJS();
  return {
    ...(erasedSinceMs === undefined ? {} : { erasedSinceMs }),
    ...(expiredSinceMs === undefined ? {} : { expiredSinceMs }),
    ...(returnedSince === null || returnedSince === undefined ? {} : { returnedSinceMs: Number(returnedSince) }),
    removedShare: gone / Math.max(1, gone + Number(left)),
  };
}
