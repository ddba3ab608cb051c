import { text as textOfStream } from 'node:stream/consumers';
import { QueryRejected } from '../../../../analytics/analytics-store.ts';
import type { ClickhouseReader } from '../../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import type { Scope } from '../../../../edge/scope.ts';
import type { StatementOptions } from '../../../../engines/clickhouse/clickhouse-client.ts';
import { SQL_FIELD } from '../../queries/sql-tables.ts';
import { StatementCheck } from './check-statement.ts';
import { publicTable } from './public-tables.ts';
import { StatementText } from './statement-text.ts';
import { StoreCatalog } from './store-catalog.ts';
import { readSyntaxTree } from './syntax-tree.ts';
import { codeOf, SYNTAX_ERROR, userError } from './user-error.ts';
import { PARSE_SETTINGS, userSqlSettings } from './user-sql-settings.ts';

export interface StatementToPrepare {
  readonly sql: string;
  readonly scope: Scope;
  readonly changesJson: string;
}

/** A statement that may be run, and what it gives. */
export interface PreparedSelect {
  /** Of the tables that the statement names, to stand in front of what is run; empty when it names none. */
  readonly bindings: string;
  /** The statement, to stand in brackets. */
  readonly statement: string;
  readonly names: readonly string[];
  /** As ClickHouse writes them. */
  readonly types: readonly string[];
  readonly database: string;
  readonly settings: NonNullable<StatementOptions['settings']>;
}

const MAX_COLUMNS = 1_000;
const EXPLAIN = 'EXPLAIN AST SELECT * FROM (';

/**
 * Turns what a user wrote into what may be run. ClickHouse itself reads it, between the same brackets in which it will
 * be run; every name of a table is then bound to the rows of one environment.
 */
export async function prepareStatement(
  reader: ClickhouseReader,
  { sql, scope, changesJson }: StatementToPrepare,
): Promise<PreparedSelect> {
  const text = StatementText.read(sql);
  StatementCheck.checkTokens(text.tokens);
  const [tree, catalog] = await Promise.all([syntaxTreeOf(reader, text), StoreCatalog.read(reader)]);
  const { tables, isPersonAsked } = StatementCheck.check(text.tokens, tree, catalog.tables);
  const options = { database: catalog.database, scope, changesJson, isPersonAsked };
  const ctes = [...tables].map((table) => `${table} AS (${publicTable(table, options)})`);
  const bindings = ctes.length === 0 ? '' : `WITH ${ctes.join(', ')} `;
  const settings = userSqlSettings(catalog.tableFilters(scope));
  const columns = await columnsOf(reader, `${bindings}SELECT * FROM (${text.text})`, settings).catch(
    (error: unknown) => {
      throw userError(error, catalog.database);
    },
  );
  const names = columns.names.map((name) => text.columnName(name));
  return { bindings, statement: text.text, database: catalog.database, settings, ...columns, names };
}

/** A statement of our own, which reads no table: nothing in it needs to be checked. */
export async function prepareOwn(reader: ClickhouseReader, statement: string, scope: Scope): Promise<PreparedSelect> {
  const catalog = await StoreCatalog.read(reader);
  const settings = userSqlSettings(catalog.tableFilters(scope));
  const columns = await columnsOf(reader, statement, settings);
  return { bindings: '', statement, database: catalog.database, settings, ...columns };
}

async function syntaxTreeOf(reader: ClickhouseReader, text: StatementText) {
  try {
    const bytes = await reader.bytes(`${EXPLAIN}${text.text})`, { settings: PARSE_SETTINGS });
    return readSyntaxTree(await textOfStream(bytes));
  } catch (error) {
    throw syntaxError(error, text);
  }
}

/** Where ClickHouse could not go on, in the places of what was written. */
function syntaxError(error: unknown, text: StatementText): unknown {
  if (codeOf(error) !== SYNTAX_ERROR) return userError(error, undefined);
  const [, position] = /failed at position (\d+)/.exec(error instanceof Error ? error.message : '') ?? [];
  if (position === undefined) return new QueryRejected(SQL_FIELD, 'is not SQL');
  return new QueryRejected(SQL_FIELD, `is not SQL: ${text.describe(Number(position) - 1 - EXPLAIN.length)}`);
}

async function columnsOf(
  reader: ClickhouseReader,
  select: string,
  settings: NonNullable<StatementOptions['settings']>,
): Promise<Pick<PreparedSelect, 'names' | 'types'>> {
  const rows = await reader.rows(`DESCRIBE TABLE (${select})`, { settings });
  const names = rows.map(([name]) => String(name));
  if (names.length > MAX_COLUMNS) throw new QueryRejected(SQL_FIELD, `has more than ${MAX_COLUMNS} columns`);
  // ClickHouse tells columns of a subquery apart by their names.
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new QueryRejected(SQL_FIELD, `has two columns called ${twice}: name them with AS`);
  return { names, types: rows.map(([, type]) => String(type)) };
}
