import type { DuckDBConnection } from '@duckdb/node-api';
import { holdsStar, nameIn, type Tree, type TreeNode } from '../sql-tree.ts';
import { ExpressionGuard, type Surroundings } from './expression-guard.ts';
import { firstName, literalOf, textOf } from './expression-tree.ts';
import { GuardedPlaces } from './guarded-places.ts';
import type { UnnamedItem } from './name-items.ts';

export interface GuardOptions {
  /** Of the watch that is asked for memory. */
  readonly watchId: number;
  /** In some places, such as lateral joins, DuckDB does not know the type of a column early enough. */
  readonly areTypesKnown: boolean;
}

const nowhere: Surroundings = { aliases: new Set(), groups: new Map() };
/** Members of a SELECT that are worked out before it is grouped. */
const beforeGrouping = ['cte_map', 'from_table', 'where_clause', 'group_expressions'];

/**
 * Bounds what the expressions of a statement can make. DuckDB counts neither texts nor lists that an expression makes
 * of the rows at hand, and cannot be interrupted meanwhile. So each expression that makes any is put in the form
 *
 *     CASE WHEN CASE WHEN <it could be long> THEN "lamppost room"(<watch>, <bound>) ELSE true END THEN <expression> END
 *
 * where the bound is worked out beforehand from the lengths of the columns in it, by what sql-functions.ts says of each
 * function. A column costs nothing to name twice; nothing else is named twice but aggregates, windows and subqueries.
 */
export class StatementGuard {
  readonly #places = new GuardedPlaces();
  readonly #expressions: ExpressionGuard;
  readonly #unnamed: UnnamedItem[] = [];

  /** Changes the statement, and answers which items of it have to be given the names that they had. */
  static async guard(
    connection: DuckDBConnection,
    statement: TreeNode,
    { watchId, areTypesKnown }: GuardOptions,
  ): Promise<UnnamedItem[]> {
    const guard = new StatementGuard(areTypesKnown);
    guard.#walk(statement, nowhere);
    await guard.#places.fillIn(connection, watchId);
    return guard.#unnamed.filter(({ item, written }) => textOf(item) !== textOf(written));
  }

  private constructor(areTypesKnown: boolean) {
    const walk = (tree: Tree, at: Surroundings): Tree => this.#walk(tree, at);
    this.#expressions = new ExpressionGuard({ places: this.#places, areTypesKnown, walk });
  }

  #walk(tree: Tree, at: Surroundings): Tree {
    if (typeof tree !== 'object' || tree === null) return tree;
    if (Array.isArray(tree)) {
      for (const [index, part] of tree.entries()) tree[index] = this.#walk(part, at);
      return tree;
    }
    if (typeof tree.class === 'string') return this.#expressions.guard(tree, at);
    if (tree.type === 'SELECT_NODE') this.#walkSelect(tree, at);
    else for (const [member, part] of Object.entries(tree)) tree[member] = this.#walk(part, at);
    return tree;
  }

  #walkSelect(node: TreeNode, outside: Surroundings): void {
    const items = node.select_list as TreeNode[];
    const aliases = new Set([...outside.aliases, ...items.map(({ alias }) => nameIn(alias))]);
    const after: Surroundings = { aliases, groups: groupsOf(node, items) };
    for (const member of beforeGrouping) node[member] = this.#walk(node[member] ?? null, { ...nowhere, aliases });
    for (const [index, item] of items.entries()) {
      const written = structuredClone(item);
      const walked = this.#walk(item, after) as TreeNode;
      items[index] = walked;
      if (isUnnamed(written)) this.#unnamed.push({ item: walked, written });
    }
    for (const [member, part] of Object.entries(node)) {
      if (member !== 'select_list' && !beforeGrouping.includes(member)) node[member] = this.#walk(part, after);
    }
  }
}

/** Columns, and what is made of several columns at once, are named after them. */
const isUnnamed = (item: TreeNode): boolean => item.alias === '' && item.class !== 'COLUMN_REF' && !holdsStar(item);

/** By the text of each: the expression itself, or the item that it names by its place or its alias. */
function groupsOf(node: TreeNode, items: readonly TreeNode[]): Map<string, TreeNode> {
  const groups = new Map<string, TreeNode>();
  for (const group of (node.group_expressions ?? []) as TreeNode[]) {
    const place = Number(literalOf(group) ?? Number.NaN);
    const alias = group.class === 'COLUMN_REF' ? firstName(group) : undefined;
    const named = items[place - 1] ?? items.find((item) => alias !== undefined && nameIn(item.alias) === alias);
    for (const expression of [group, named]) {
      if (expression === undefined || expression.class === 'COLUMN_REF' || expression.class === 'CONSTANT') continue;
      groups.set(textOf(expression), structuredClone({ ...expression, alias: '' }));
    }
  }
  return groups;
}
