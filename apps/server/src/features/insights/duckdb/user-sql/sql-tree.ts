import type { DuckDBConnection } from '@duckdb/node-api';
import { QueryRejected } from '../../../../analytics/analytics-store.ts';
import { SQL_FIELD } from '../../queries/sql-tables.ts';

/** A statement as DuckDB's parser sees it. Numbers are kept as marked texts: some have more digits than a double. */
export type Tree = string | boolean | null | Tree[] | TreeNode;
export interface TreeNode {
  [member: string]: Tree;
}

/** A text that no statement can hold, because NUL is refused. */
const NUMBER_MARK = '\u0000';
const jsonToken = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const markedNumber = /"\\u0000([^"]*)"/g;

type Parsed =
  | { readonly error: false; readonly statements: Tree[] }
  | { readonly error: true; readonly error_type: string; readonly error_message: string; readonly position?: string };

/** The statements of a text; a text that is not SQL, or that does more than read, is refused. */
export async function parseSql(connection: DuckDBConnection, sql: string): Promise<TreeNode[]> {
  if (sql.includes('\u0000')) throw new QueryRejected(SQL_FIELD, 'holds a NUL character');
  const result = await connection.run('SELECT json_serialize_sql(?::VARCHAR)', [sql]);
  const [[json] = []] = await result.getRowsJS();
  const parsed = readTree(String(json)) as unknown as Parsed;
  if (!parsed.error) return parsed.statements as TreeNode[];
  if (parsed.error_type === 'not implemented') throw new QueryRejected(SQL_FIELD, reasonOf(sql));
  if (/expression depth limit/.test(parsed.error_message)) throw new QueryRejected(SQL_FIELD, 'is nested too deep');
  const place = parsed.position === undefined ? '' : ` (${placeIn(sql, Number(parsed.position))})`;
  throw new QueryRejected(SQL_FIELD, `is not SQL: ${parsed.error_message}${place}`);
}

/** The text of one statement, written by DuckDB from its tree. */
export async function writeSql(connection: DuckDBConnection, statement: TreeNode): Promise<string> {
  const json = JSON.stringify({ error: false, statements: [statement] }).replace(markedNumber, '$1');
  const result = await connection.run('SELECT json_deserialize_sql(?::JSON)', [json]);
  const [[sql] = []] = await result.getRowsJS();
  return String(sql);
}

function readTree(json: string): TreeNode {
  const marked = json.replace(jsonToken, (token) => (token.startsWith('"') ? token : `"\\u0000${token}"`));
  try {
    return JSON.parse(marked) as TreeNode;
  } catch (error) {
    // The one thing that is written as no JSON: a number beyond all numbers.
    if (error instanceof SyntaxError) throw new QueryRejected(SQL_FIELD, 'holds a number that is too large');
    throw error;
  }
}

/**
 * A name as DuckDB compares it: only the letters of ASCII have two cases. (To JavaScript the sign of kelvin is a capital
 * k as well: a name that is one of ours here, and another one there.)
 */
export const nameIn = (tree: Tree | undefined): string =>
  typeof tree === 'string' ? tree.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : '';

/** Undefined for what is no number. */
export const numberOf = (tree: Tree | undefined): number | undefined =>
  typeof tree === 'string' && tree.startsWith(NUMBER_MARK) ? Number(tree.slice(1)) : undefined;

/** `*` or COLUMNS(…) in an expression: it stands for as many as there are columns. */
export function holdsStar(tree: Tree): boolean {
  if (typeof tree !== 'object' || tree === null) return false;
  if (!Array.isArray(tree) && (tree.class === 'STAR' || tree.class === 'SUBQUERY')) return tree.class === 'STAR';
  return Object.values(tree).some(holdsStar);
}

/** Where a byte of the text stands, for people. */
export function placeIn(sql: string, byte: number): string {
  const before = Buffer.from(sql).subarray(0, byte).toString();
  const lines = before.split('\n');
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}

const pivot = /^\s*(?:from\b[\s\S]*\bpivot\b|pivot\b)/i;

const reasonOf = (sql: string): string =>
  pivot.test(sql)
    ? 'must be one SELECT; a PIVOT needs the values that become columns, as in ON platform IN (…)'
    : 'must be one SELECT: it can only read';
