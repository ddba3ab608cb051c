import type { SqliteDatabase, SqliteStatement, SqliteValue } from '../../engines/sqlite/sqlite-driver.ts';
import type { Db } from '../sql/db.ts';
import { readRow } from '../sql/read-row.ts';
import { renderStatement } from '../sql/render-statement.ts';
import type { AnyStatement, Statement } from '../sql/statement.ts';

/** Statements on one SQLite connection, each prepared once. */
export class SqliteDb implements Db {
  readonly #database: SqliteDatabase;
  readonly #prepared = new Map<AnyStatement, SqliteStatement>();

  constructor(database: SqliteDatabase) {
    this.#database = database;
  }

  async one<Params, Row>(statement: Statement<Params, Row>, params: Params): Promise<Row | undefined> {
    const row = this.#prepare(statement).get(...valuesOf(statement, params));
    return row === undefined ? undefined : readRow(statement, row);
  }

  async all<Params, Row>(statement: Statement<Params, Row>, params: Params): Promise<readonly Row[]> {
    const rows = this.#prepare(statement).all(...valuesOf(statement, params));
    return rows.map((row) => readRow(statement, row));
  }

  async run<Params>(statement: Statement<Params, unknown>, params: Params): Promise<number> {
    return Number(this.#prepare(statement).run(...valuesOf(statement, params)).changes);
  }

  /** Empties the file that still has what was overwritten in the other one. */
  async scrub(): Promise<boolean> {
    const { busy } = this.#database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { readonly busy: number };
    return busy === 0;
  }

  #prepare(statement: AnyStatement): SqliteStatement {
    let prepared = this.#prepared.get(statement);
    if (prepared === undefined) {
      prepared = this.#database.prepare(renderStatement(statement, 'sqlite'));
      this.#prepared.set(statement, prepared);
    }
    return prepared;
  }
}

function valuesOf({ params: types }: AnyStatement, params: unknown): SqliteValue[] {
  const values: SqliteValue[] = [];
  for (const { name, type } of types) values.push(type.store((params as Record<string, unknown>)[name]));
  return values;
}
