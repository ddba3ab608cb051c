import type { DuckDBConnection } from '@duckdb/node-api';
import { isOutOfMemory } from '../store-errors.ts';
import { haveHashes, rollupNames, rollups, rollupTables, type SummedTable, summedTables } from './rollup-tables.ts';
import { Rollups } from './rollups.ts';

type OnNotice = (message: string) => void;

/** Rows that are summed up in one statement when all are: as many as there is memory for. */
const ROWS_AT_ONCE = 131_072;
const FEWEST_AT_ONCE = 2_048;
const ROWS_BEFORE_WRITING = 1_000_000;
/** Above this many, people are told. */
const MANY_ROWS = 2_000_000;

/** Builds the sums where they do not add up: there were none or others, or a version without them has written to the store. */
export async function buildRollups(connection: DuckDBConnection, onNotice: OnNotice): Promise<void> {
  if ((await haveColumns(connection)) && (await addUp(connection)) && (await areHashedAlike(connection))) return;
  await build(connection, onNotice);
}

async function build(connection: DuckDBConnection, onNotice: OnNotice): Promise<void> {
  const rows = await connection.run(`SELECT ${summedTables.map(countOf).join(' + ')}`);
  const count = Number((await rows.getRowsJS())[0]?.[0]);
  if (count >= MANY_ROWS) onNotice(`Adding up ${count} stored rows for the dashboard; queries wait until this is done`);
  const sums = new Rollups();
  // Sums that were begun do not add up.
  for (const name of rollupNames) {
    await connection.run(`CREATE OR REPLACE TABLE store.${name} (${rollupTables[name]})`);
  }
  for (const table of summedTables) await addAll(connection, sums, table, onNotice);
  if (count >= MANY_ROWS) onNotice('Stored rows are added up');
}

async function addAll(
  connection: DuckDBConnection,
  sums: Rollups,
  table: SummedTable,
  onNotice: OnNotice,
): Promise<void> {
  const last = await connection.run(`SELECT coalesce(max(rowid), -1) FROM store.${table}`);
  const end = Number((await last.getRowsJS())[0]?.[0]);
  let [atOnce, writtenTo] = [ROWS_AT_ONCE, 0];
  for (let row = 0; row <= end; ) {
    await connection.run('BEGIN');
    try {
      await sums.add(connection, table, `store.${table}`, `rowid >= ${row} AND rowid < ${row + atOnce}`);
      await connection.run('COMMIT');
      row += atOnce;
    } catch (error) {
      await connection.run('ROLLBACK');
      if (!isOutOfMemory(error) || atOnce <= FEWEST_AT_ONCE) throw error;
      atOnce /= 2;
    }
    await sums.mergeWhenMany(connection, onNotice);
    // Rows are held in memory until then.
    if (row > end || row - writtenTo >= ROWS_BEFORE_WRITING) {
      await connection.run('CHECKPOINT store');
      writtenTo = row;
    }
  }
}

const countOf = (table: SummedTable): string => `(SELECT count(*) FROM store.${table})`;

async function haveColumns(connection: DuckDBConnection): Promise<boolean> {
  const found = await connection.run(`SELECT table_name,
      string_agg(column_name || ' ' || data_type, ', ' ORDER BY column_index) AS columns
    FROM duckdb_columns() WHERE database_name = 'store' GROUP BY table_name`);
  const columns = new Map((await found.getRowsJS()).map(([table, text]) => [String(table), String(text)]));
  return rollupNames.every((name) => columns.get(name) === rollupTables[name]);
}

/** Whether the sums have as many rows as the store. */
async function addUp(connection: DuckDBConnection): Promise<boolean> {
  const pairs = rollupNames.map((name) => {
    const tables = summedTables.filter((table) => rollups[name].of[table] !== undefined);
    return `(SELECT coalesce(sum(items), 0) FROM store.${name}) = ${tables.map(countOf).join(' + ')}`;
  });
  return (await (await connection.run(`SELECT ${pairs.join(' AND ')}`)).getRowsJS())[0]?.[0] === true;
}

/** A few of the rows tell it of all. */
async function areHashedAlike(connection: DuckDBConnection): Promise<boolean> {
  const checks = rollupNames.map(
    (name) => `(SELECT coalesce(bool_and(${haveHashes(rollups[name])}), true) FROM (FROM store.${name} LIMIT 1000))`,
  );
  return (await (await connection.run(`SELECT ${checks.join(' AND ')}`)).getRowsJS())[0]?.[0] === true;
}
