import type { DuckDBConnection, DuckDBType } from '@duckdb/node-api';
import { textOf } from '../../../../analytics/duckdb/store-errors.ts';
import type { Scope } from '../../../../edge/scope.ts';
import { failPointValue } from '../../../../telemetry/fail-points.ts';
import { boundName } from './bound-name.ts';
import { StatementCheck } from './check-statement.ts';
import { StatementGuard } from './growth/guard-statement.ts';
import { nameItems } from './growth/name-items.ts';
import { checkWeight } from './growth/statement-weight.ts';
import { publicTable } from './public-tables.ts';
import { parseSql, type Tree, type TreeNode, writeSql } from './sql-tree.ts';
import { withoutBoundNames } from './user-error.ts';

export interface StatementToPrepare {
  readonly sql: string;
  readonly scope: Scope;
  readonly changesJson: string;
  /** Of the watch that expressions ask for memory. */
  readonly watchId: number;
}

/** A statement that may be run, and what it gives. */
export interface PreparedSelect {
  readonly sql: string;
  readonly names: readonly string[];
  readonly types: readonly DuckDBType[];
}

/**
 * Turns what a user wrote into what may be run: every table bound to the rows of one environment, every expression to
 * the memory that there is. The result is written anew from the checked tree: nothing of the user's own text is run.
 */
export async function prepareStatement(
  connection: DuckDBConnection,
  statement: StatementToPrepare,
): Promise<PreparedSelect> {
  try {
    return await prepareSelect(connection, await writeStatement(connection, statement, true));
  } catch (error) {
    if (!isUnknownType.test(textOf(error))) throw error;
    return prepareSelect(connection, await writeStatement(connection, statement, false));
  }
}

/** The types in a measure of our own are not known. */
const isUnknownType = /Macro "?lamppost (?:size|text)/;

export async function prepareSelect(connection: DuckDBConnection, sql: string): Promise<PreparedSelect> {
  const statement = await connection.prepare(sql);
  const places = Array.from({ length: statement.columnCount }, (_, at) => at);
  const names = places.map((at) => withoutBoundNames(statement.columnName(at)));
  const types = places.map((at) => statement.columnType(at));
  statement.destroySync();
  return { sql, names, types };
}

async function writeStatement(
  connection: DuckDBConnection,
  { sql, scope, changesJson, watchId }: StatementToPrepare,
  areTypesKnown: boolean,
): Promise<string> {
  const statements = await parseSql(connection, sql);
  const { tables, isPersonAsked } = StatementCheck.check(sql, statements);
  const [statement] = statements as [TreeNode];
  if (failPointValue('sql.growth') !== 'unbounded') {
    await nameItems(connection, await StatementGuard.guard(connection, statement, { watchId, areTypesKnown }));
  }
  checkWeight(statement);
  const names = [...tables];
  if (names.length === 0) return writeSql(connection, statement);
  const bindings = names.map(
    (table) =>
      `"${boundName(table)}" AS NOT MATERIALIZED (${publicTable(table, { scope, changesJson, isPersonAsked })})`,
  );
  const places = names.map((table) => `"${boundName(table)}" AS (SELECT 1)`).join(', ');
  const [placed] = (await parseSql(connection, `WITH ${places} SELECT 1`)) as [TreeNode];
  ctesOf(statement).unshift(...ctesOf(placed));
  const written = await writeSql(connection, statement);
  return replaceStart(written, places, bindings.join(', '));
}

function ctesOf(statement: TreeNode): Tree[] {
  const { map } = ((statement.node as TreeNode).cte_map ?? {}) as TreeNode;
  if (!Array.isArray(map)) throw new Error('A statement without a place for its CTEs');
  return map;
}

/**
 * Puts the bindings in place of what stands for them. Only at the very beginning, which is ours whatever the user
 * wrote. They do not pass through the tree because that forgets NOT MATERIALIZED.
 */
function replaceStart(written: string, places: string, bindings: string): string {
  for (const start of ['WITH ', 'WITH RECURSIVE ']) {
    if (written.startsWith(start + places)) return start + bindings + written.slice(start.length + places.length);
  }
  throw new Error('The statement does not begin with its tables');
}
