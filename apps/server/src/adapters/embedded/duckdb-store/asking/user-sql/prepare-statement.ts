import type { DuckDBConnection } from '@duckdb/node-api';
import type { Scope } from '../../../../../analytics/scope.ts';
import { boundName, StatementCheck } from './check-statement.ts';
import { publicTable } from './public-tables.ts';
import { parseSql, type Tree, type TreeNode, writeSql } from './sql-tree.ts';

/**
 * Turns what a user wrote into what may be run: every table bound to the rows of one environment. The result is written
 * anew from the checked tree: nothing of the user's own text is run.
 */
export async function prepareStatement(
  connection: DuckDBConnection,
  sql: string,
  scope: Scope,
  changesJson: string,
): Promise<string> {
  const statements = await parseSql(connection, sql);
  const { tables, isPersonAsked } = StatementCheck.check(sql, statements);
  const [statement] = statements as [TreeNode];
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
