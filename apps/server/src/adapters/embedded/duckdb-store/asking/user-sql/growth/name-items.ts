import { randomUUID } from 'node:crypto';
import type { DuckDBConnection } from '@duckdb/node-api';
import { parseSql, type TreeNode, writeSql } from '../sql-tree.ts';

/** An item of a SELECT that is named after its own text, which is another one now. */
export interface UnnamedItem {
  readonly item: TreeNode;
  /** As it was. */
  readonly written: TreeNode;
}

/** Gives items the names that they had. */
export async function nameItems(connection: DuckDBConnection, items: readonly UnnamedItem[]): Promise<void> {
  if (items.length === 0) return;
  const mark = `lamppost_${randomUUID().replaceAll('-', '')}_`;
  const [named] = (await parseSql(connection, 'SELECT 1')) as [TreeNode];
  (named.node as TreeNode).select_list = items.map(({ written }, at) => ({ ...written, alias: `${mark}${at}_` }));
  const text = await writeSql(connection, named);
  const names = text.slice('SELECT '.length).split(new RegExp(` AS ${mark}\\d+_(?:, )?`));
  for (const [at, { item }] of items.entries()) item.alias = names[at] ?? '';
}
