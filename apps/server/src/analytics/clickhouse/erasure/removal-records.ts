import type { DuckDBConnection } from '@duckdb/node-api';

interface RemovalRecord {
  readonly id: string;
  readonly projectId: string;
  readonly environmentId: string;
  readonly logTag: number;
  readonly sequence: number;
  readonly receivedMs: number;
}

export type SubjectKind = 'user' | 'anonymous' | 'device' | 'whole_device';

export interface ErasureRecord extends RemovalRecord {
  readonly subjects: readonly { readonly kind: SubjectKind; readonly hash: string }[];
}

export interface ExpiryRecord extends RemovalRecord {
  readonly untilMs: number;
}

const place = 'id::VARCHAR, p::VARCHAR, e::VARCHAR, log_tag, seq, epoch_ms(received)';

/** The records of the attempt at hand that take something away, in the order of their logs (see stage-removals.ts). */
export async function readErasures(connection: DuckDBConnection): Promise<readonly ErasureRecord[]> {
  if (!(await exists(connection, 'attempt_erasures'))) return [];
  const rows = await (
    await connection.run(`SELECT ${place}, list(id_kind ORDER BY id_kind, id_hash), list(id_hash ORDER BY id_kind, id_hash)
      FROM attempt_erasures GROUP BY ALL ORDER BY log_tag, seq`)
  ).getRowsJS();
  return rows.map((row) => {
    const [kinds, hashes] = [row[6] as readonly string[], row[7] as readonly string[]];
    const subjects = kinds.map((kind, at) => ({ kind: kind as SubjectKind, hash: hashes[at] ?? '' }));
    // Every record has an empty subject first, so that a record without ids is staged too.
    return { ...recordOf(row), subjects: subjects.filter(({ kind }) => (kind as string) !== 'none') };
  });
}

export async function readExpiries(connection: DuckDBConnection): Promise<readonly ExpiryRecord[]> {
  if (!(await exists(connection, 'attempt_expiries'))) return [];
  const rows = await (
    await connection.run(`SELECT DISTINCT ${place}, epoch_ms(until) FROM attempt_expiries ORDER BY log_tag, seq`)
  ).getRowsJS();
  return rows.map((row) => ({ ...recordOf(row), untilMs: Number(row[6]) }));
}

const recordOf = (row: readonly unknown[]): RemovalRecord => ({
  id: String(row[0]),
  projectId: String(row[1]),
  environmentId: String(row[2]),
  logTag: Number(row[3]),
  sequence: Number(row[4]),
  receivedMs: Number(row[5]),
});

async function exists(connection: DuckDBConnection, table: string): Promise<boolean> {
  const found = await connection.run(`SELECT 1 FROM duckdb_tables() WHERE table_name = '${table}'`);
  return (await found.getRowsJS()).length > 0;
}
