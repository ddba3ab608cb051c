import type { SqliteDatabase, SqliteStatement, SqliteValue } from './sqlite-driver.ts';

/** Runs statements on one connection, each prepared once. */
export class Sql {
  readonly #database: SqliteDatabase;
  readonly #statements = new Map<string, SqliteStatement>();

  constructor(database: SqliteDatabase) {
    this.#database = database;
  }

  one<Row>(text: string, ...values: SqliteValue[]): Row | undefined {
    return this.#prepared(text).get(...values) as Row | undefined;
  }

  all<Row>(text: string, ...values: SqliteValue[]): Row[] {
    return this.#prepared(text).all(...values) as Row[];
  }

  /** How many rows it changed. */
  run(text: string, ...values: SqliteValue[]): number {
    return Number(this.#prepared(text).run(...values).changes);
  }

  #prepared(text: string): SqliteStatement {
    let statement = this.#statements.get(text);
    if (statement === undefined) {
      statement = this.#database.prepare(text);
      this.#statements.set(text, statement);
    }
    return statement;
  }
}
