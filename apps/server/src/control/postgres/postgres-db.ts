import type { ClientBase } from 'pg';
import { storeText } from '../../engines/sqlite/stored-text.ts';
import type { Db } from '../sql/db.ts';
import { readRow } from '../sql/read-row.ts';
import { renderStatement } from '../sql/render-statement.ts';
import type { AnyStatement, Statement } from '../sql/statement.ts';
import { failureOf } from './postgres-failure.ts';

interface Rendered {
  /** Under which a connection prepares it. */
  readonly name: string;
  readonly text: string;
}

const rendered = new WeakMap<AnyStatement, Rendered>();
let count = 0;

/** Statements on one connection, each prepared once. */
export class PostgresDb implements Db {
  readonly #client: ClientBase;
  readonly #scrub: () => Promise<boolean>;

  constructor(client: ClientBase, scrub: () => Promise<boolean>) {
    this.#client = client;
    this.#scrub = scrub;
  }

  async one<Params, Row>(statement: Statement<Params, Row>, params: Params): Promise<Row | undefined> {
    const { rows } = await this.#query(statement, params);
    return rows[0] === undefined ? undefined : readRow(statement, rows[0]);
  }

  async all<Params, Row>(statement: Statement<Params, Row>, params: Params): Promise<readonly Row[]> {
    const { rows } = await this.#query(statement, params);
    return rows.map((row) => readRow(statement, row));
  }

  async run<Params>(statement: Statement<Params, unknown>, params: Params): Promise<number> {
    return (await this.#query(statement, params)).rowCount ?? 0;
  }

  scrub(): Promise<boolean> {
    return this.#scrub();
  }

  async #query(statement: AnyStatement, params: unknown) {
    try {
      return await this.#client.query({ ...renderedOnce(statement), values: valuesOf(statement, params) });
    } catch (error) {
      throw failureOf(error);
    }
  }
}

function renderedOnce(statement: AnyStatement): Rendered {
  let found = rendered.get(statement);
  if (found === undefined) {
    count += 1;
    found = { name: `lamppost_${count}`, text: renderStatement(statement, 'postgres') };
    rendered.set(statement, found);
  }
  return found;
}

function valuesOf({ params: types }: AnyStatement, params: unknown): unknown[] {
  return types.map(({ name, type }) => {
    const stored = type.store((params as Record<string, unknown>)[name]);
    if (typeof stored !== 'string') return stored;
    return type.postgres.endsWith('[]') ? JSON.parse(stored).map(holdable) : holdable(stored);
  });
}

/** Ids that must come back exactly are spelled so that they can be held; what is left is text that people read. */
const holdable = (value: unknown): unknown => (typeof value === 'string' ? storeText(value) : value);
