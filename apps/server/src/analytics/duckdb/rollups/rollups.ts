import type { DuckDBConnection } from '@duckdb/node-api';
import { quoted, timeLiteral } from '../sql-text.ts';
import { isFromSurroundings, StatementError, textOf } from '../store-errors.ts';
import {
  hashColumns,
  type RollupName,
  rollupNames,
  rollups,
  SLOT_MS,
  type SummedTable,
  slotOf,
  summedTables,
} from './rollup-tables.ts';

/** Rows of single loads that are merged at once. */
const MERGE_AT_ROWS = 131_072;

/** Keeps the sums of tables of the store (see rollup-tables.ts). */
export class Rollups {
  /** Rows of single loads, roughly: a load that is rolled back stays counted. */
  readonly #unmerged = new Map<RollupName, number>();
  #mergeAtRows: number;

  constructor(mergeAtRows = MERGE_AT_ROWS) {
    this.#mergeAtRows = mergeAtRows;
  }

  /** Of a store that was opened, so that its sums are there. */
  async open(connection: DuckDBConnection): Promise<void> {
    for (const name of rollupNames) {
      const rows = await connection.run(`SELECT count(*) FROM store.${name} WHERE NOT is_merged`);
      this.#unmerged.set(name, Number((await rows.getRowsJS())[0]?.[0]));
    }
  }

  /** Adds rows of a table, in the transaction that adds these to the store. */
  async add(connection: DuckDBConnection, table: SummedTable, source: string, condition = 'true'): Promise<void> {
    for (const name of rollupNames) {
      const rows = rollups[name].of[table]?.(source, condition);
      if (rows === undefined) continue;
      const sql = `INSERT INTO store.${name} BY NAME
        SELECT * ${hashColumns(rollups[name])}, false AS is_merged FROM (${rows})`;
      const { rowsChanged } = await connection.run(sql).catch((error: unknown) => {
        throw new StatementError(error);
      });
      this.#unmerged.set(name, (this.#unmerged.get(name) ?? 0) + rowsChanged);
    }
  }

  /** Every load leaves rows; many become few, in a transaction of its own. Answers are the same without it. */
  async mergeWhenMany(connection: DuckDBConnection, onNotice: (message: string) => void): Promise<void> {
    for (const name of rollupNames) {
      if ((this.#unmerged.get(name) ?? 0) < this.#mergeAtRows) continue;
      await connection.run('BEGIN');
      try {
        await merge(connection, name);
        await connection.run('COMMIT');
      } catch (error) {
        await connection.run('ROLLBACK');
        if (!isFromSurroundings(error)) throw error;
        onNotice(`Could not merge ${name}, pages take longer: ${textOf(error)}`);
        this.#mergeAtRows *= 2;
      }
      this.#unmerged.set(name, 0);
    }
  }
}

/** The texts of rows are not kept meanwhile: they are read again from one row of each key. */
async function merge(connection: DuckDBConnection, name: RollupName): Promise<void> {
  const { keys, sums, hashes } = rollups[name];
  const columns = Object.keys(keys).join(', ');
  const texts = [...Object.keys(keys), ...Object.keys(hashes)].join(', ');
  const merged = Object.entries(sums).map(([column, { merge: sql }]) => `${sql} AS ${column}`);
  await connection.run(`INSERT INTO store.${name} BY NAME
    SELECT ${texts}, sums.* EXCLUDE (k, r), true AS is_merged
    FROM (SELECT hash(${columns}) AS k, min(rowid) AS r, ${merged.join(', ')} FROM store.${name}
      WHERE NOT is_merged GROUP BY k) AS sums
    JOIN (SELECT rowid AS place, ${texts} FROM store.${name} WHERE NOT is_merged) AS one ON one.place = sums.r`);
  await connection.run(`DELETE FROM store.${name} WHERE NOT is_merged`);
}

/** Sums that rows are in which are about to be deleted. */
export class TouchedSums {
  readonly #connection: DuckDBConnection;
  readonly #table: SummedTable;
  /** Where the rows are that the sums are made of; undefined: there are none. */
  readonly #where: string | undefined;

  /** `rowIds`: of rows of the table in the store. */
  static async find(connection: DuckDBConnection, table: SummedTable, rowIds: string): Promise<TouchedSums> {
    const deleted = `store.${table} WHERE rowid IN (${rowIds})`;
    for (const name of rollupsOf(table)) {
      await connection.run(`CREATE OR REPLACE TEMP TABLE touched_${name} AS
        SELECT DISTINCT ${keyOf(name, slotsOfRow)} AS k FROM ${deleted}`);
    }
    const result = await connection.run(`SELECT epoch_ms(min(${slotOf('ts')})), epoch_ms(max(${slotOf('ts')})),
      any_value(e)::VARCHAR FROM ${deleted}`);
    const [first, last, environment] = (await result.getRowsJS())[0] ?? [];
    return new TouchedSums(
      connection,
      table,
      first === null || first === undefined
        ? undefined
        : `e = ${quoted(String(environment))}::UUID AND ts >= ${timeLiteral(Number(first))}
          AND ts < ${timeLiteral(Number(last) + SLOT_MS)}`,
    );
  }

  private constructor(connection: DuckDBConnection, table: SummedTable, where: string | undefined) {
    this.#connection = connection;
    this.#table = table;
    this.#where = where;
  }

  /** To be called when the rows are deleted. */
  async sumAgain(): Promise<void> {
    for (const name of rollupsOf(this.#table)) {
      const touched = `IN (SELECT k FROM touched_${name})`;
      if (this.#where !== undefined) {
        await this.#connection.run(`DELETE FROM store.${name} WHERE ${keyOf(name, {})} ${touched}`);
        // Of the other tables, too: their rows may be in the same sums.
        for (const table of summedTables) {
          const left = rollups[name].of[table]?.(
            `store.${table}`,
            `${this.#where} AND ${keyOf(name, slotsOfRow)} ${touched}`,
          );
          if (left === undefined) continue;
          await this.#connection.run(`INSERT INTO store.${name} BY NAME
            SELECT * ${hashColumns(rollups[name])}, true AS is_merged FROM (${left})`);
        }
      }
      await this.#connection.run(`DROP TABLE touched_${name}`);
    }
  }
}

const rollupsOf = (table: SummedTable): readonly RollupName[] =>
  rollupNames.filter((name) => rollups[name].of[table] !== undefined);

/** Two keys with one hash are summed up again together. */
const keyOf = (name: RollupName, expressions: Readonly<Record<string, string>>): string =>
  `hash(${rollups[name].touched.map((column) => expressions[column] ?? column).join(', ')})`;

const slotsOfRow = { received_slot: slotOf('received'), slot: slotOf('ts') };
