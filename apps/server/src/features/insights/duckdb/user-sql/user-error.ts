import { QueryRejected, StoreUnavailable } from '../../../../analytics/analytics-store.ts';
import { textOf } from '../../../../analytics/duckdb/store-errors.ts';
import { SQL_FIELD } from '../../queries/sql-tables.ts';

/** Kinds of errors that the statement itself is to blame for: it would fail again. */
const users =
  /^(?:binder|catalog|conversion|invalid input|out of range|parser|syntax|mismatch type|invalid type|not implemented|constraint|parameter not (?:resolved|allowed)|expression|divide by zero|decimal|sequence|settings|permission) error: /i;
const internals = /^(?:internal|fatal) error/i;
const MAX_CHARACTERS = 500;

/** What DuckDB said, without what belongs to us: the text that was run, and the names of tables. */
export function userError(error: unknown): unknown {
  const text = textOf(error);
  if (!users.test(text)) return error;
  const [message = ''] = text.replace(users, '').split(/\n\s*LINE \d+:|\nPossible solutions:|\nDid you mean/);
  return new QueryRejected(SQL_FIELD, withoutBoundNames(message).trim().slice(0, MAX_CHARACTERS));
}

/** A defect of DuckDB met by the statement. Whether the database has survived it must be looked at. */
export const isInternal = (error: unknown): boolean => internals.test(textOf(error));

export const internalRefusal = (): StoreUnavailable =>
  new StoreUnavailable('The database failed on this statement (internal error). Rewrite it.');

export const withoutBoundNames = (text: string): string =>
  text
    .replaceAll(/"lamppost (\w+)" AS \1\b/g, '$1')
    .replaceAll(/"?lamppost (events|crashes|metrics|people|devices|changes)"?/g, '$1');
