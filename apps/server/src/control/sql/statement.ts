import type { SqlType, SqlTypes, ValuesOf } from './sql-type.ts';

interface Definition<Params extends SqlTypes, Row extends SqlTypes> {
  /**
   * SQL that both engines understand, with `:name` for parameters and `column AS name` for columns whose names differ.
   * What they spell differently is translated: see render-statement.ts.
   */
  readonly sql: string;
  readonly params?: Params;
  /** The columns of a row. Absent for a statement that returns none. */
  readonly row?: Row;
}

type NamedTypes = readonly { readonly name: string; readonly type: SqlType<unknown> }[];

export interface AnyStatement {
  readonly sql: string;
  readonly params: NamedTypes;
  readonly row: NamedTypes;
}

/** A statement of the control plane: written once, for every engine. */
export interface Statement<Params, Row> extends AnyStatement {
  /** Only for the compiler. */
  readonly types?: { readonly params: Params; readonly row: Row };
}

// biome-ignore lint/complexity/noBannedTypes: no parameters, no columns
type None = {};

/** Throws where the text and the parameters do not fit together, so that a mistake shows when the module is loaded. */
export function statement<Params extends SqlTypes = None, Row extends SqlTypes = None>({
  sql,
  params,
  row,
}: Definition<Params, Row>): Statement<ValuesOf<Params>, ValuesOf<Row>> {
  const named = new Set([...sql.matchAll(PARAMETER)].map(([, name]) => name));
  const given = Object.keys(params ?? {});
  const wrong = [...named]
    .filter((name) => !given.includes(name ?? ''))
    .concat(given.filter((name) => !named.has(name)));
  if (wrong.length > 0) throw new Error(`Parameters of the statement do not fit: ${wrong.join(', ')}\n${sql}`);
  return { sql, params: entriesOf(params), row: entriesOf(row) };
}

/** `:name`, but not the `::type` of a cast, nor within a quoted text. */
export const PARAMETER = /(?<![:\w'$.]):([a-z]\w*)/gi;

function entriesOf(types: SqlTypes | undefined): NamedTypes {
  return Object.entries(types ?? {}).map(([name, type]) => ({ name, type }));
}
