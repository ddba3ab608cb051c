import { sqlTables } from '@lamppost/protocol';
import { QueryRejected } from '../../../../../analytics/analytics-store.ts';
import { publicTableNames, SQL_FIELD } from '../../../queries/sql-tables.ts';
import { boundName } from '../bound-name.ts';
import { repeatedArguments } from '../sql-functions.ts';
import { holdsStar, nameIn, type Tree, type TreeNode } from '../sql-tree.ts';

/** Expressions, with those that a name or a macro of DuckDB stands for. */
const MAX_NODES = 20_000;
/** How often macros in macros repeat what they are given. */
const MAX_REPEATS = 256;
const MAX_COLUMNS = 1_000;
/** Values that a struct has in it, those of its structs as well. */
const MAX_WIDTH = 1_000;
/** Of a table function, and of what `*` makes of a struct. */
const COLUMNS_OF_FUNCTION = 16;
const structFunctions = new Set([
  ...['array_zip', 'list_zip', 'map', 'map_concat', 'row', 'struct_concat', 'struct_insert', 'struct_pack'],
  ...['struct_update', 'union_value'],
]);

/** The columns of a query or a source. */
interface Shape {
  readonly columns: number;
  /** How many values there are in each, for columns whose name is known. */
  readonly widths: ReadonlyMap<string, number>;
}

const nothing: Shape = { columns: 0, widths: new Map() };

/** What can be named where the walk is. */
interface Scope {
  readonly ctes: ReadonlyMap<string, Shape>;
  /** Sources by their names; a name alone stands for a whole row. */
  readonly sources: ReadonlyMap<string, Shape>;
  /** What other items of the SELECT weigh. */
  readonly aliases: Map<string, number>;
}

/**
 * Refuses statements that DuckDB would make exponentially longer before it runs them, which cannot be interrupted: names
 * of expressions that are made of names of expressions, macros in macros, and columns or structs that double.
 */
export function checkWeight(statement: TreeNode): void {
  shapeOf(statement.node as TreeNode, { ctes: new Map(), sources: new Map(), aliases: new Map() });
}

function shapeOf(node: TreeNode, outside: Scope): Shape {
  const ctes = new Map(outside.ctes);
  const { map } = (node.cte_map ?? {}) as TreeNode;
  for (const { key, value } of (map ?? []) as TreeNode[]) {
    const cte = value as TreeNode;
    const query = ((cte.query as TreeNode).node ?? {}) as TreeNode;
    ctes.set(nameIn(key), renamed(shapeOf(query, { ...outside, ctes }), cte.aliases));
  }
  const scope = { ...outside, ctes };
  if (node.type === 'SELECT_NODE') return shapeOfSelect(node, scope);
  const [left, ...others] = queriesIn(node);
  if (left === undefined) return nothing;
  const first = shapeOf(left, scope);
  const name = nameIn(node.cte_name);
  const inside = name === '' ? scope : { ...scope, ctes: new Map([...ctes, [name, renamed(first, node.aliases)]]) };
  return others.map((query) => shapeOf(query, inside)).reduce(wider, first);
}

/** Of a set operation, or of the two parts of a recursive CTE. */
const queriesIn = (node: TreeNode): TreeNode[] =>
  [node.left, node.right, ...((node.children ?? []) as Tree[])].filter(
    (part): part is TreeNode => typeof part === 'object' && part !== null && !Array.isArray(part),
  );

function shapeOfSelect(node: TreeNode, outside: Scope): Shape {
  const sources = new Map(outside.sources);
  const source = shapeOfSource(node.from_table as TreeNode, { ...outside, sources }, sources);
  const scope: Scope = { ...outside, sources, aliases: new Map() };
  const widths = new Map<string, number>();
  let columns = 0;
  for (const item of (node.select_list ?? []) as TreeNode[]) {
    const weight = weightOf(item, scope);
    if (nameIn(item.alias) !== '') scope.aliases.set(nameIn(item.alias), weight);
    if (holdsStar(item)) {
      columns += Math.max(source.columns, COLUMNS_OF_FUNCTION);
      for (const [name, width] of source.widths) widths.set(name, width);
    } else columns++;
    const name = item.alias === '' ? nameIn((item.column_names as Tree[] | undefined)?.at(-1)) : nameIn(item.alias);
    widths.set(name, Math.max(widths.get(name) ?? 0, widthOf(item, source, scope)));
  }
  if (columns > MAX_COLUMNS) throw new QueryRejected(SQL_FIELD, `has more than ${MAX_COLUMNS} columns`);
  const rest = Object.entries(node).filter(([member]) => !['cte_map', 'from_table', 'select_list'].includes(member));
  for (const [, part] of rest) weightOf(part, scope);
  return { columns, widths };
}

/** The names that it can be reached by go to `names`. */
function shapeOfSource(source: TreeNode, scope: Scope, names: Map<string, Shape>): Shape {
  const shape = renamed(shapeInside(source, scope, names), source.column_name_alias);
  for (const name of [nameIn(source.alias), nameIn(source.table_name)]) if (name !== '') names.set(name, shape);
  return shape;
}

function shapeInside(source: TreeNode, scope: Scope, names: Map<string, Shape>): Shape {
  switch (source.type) {
    case 'BASE_TABLE':
      return publicShapes.get(nameIn(source.table_name)) ?? scope.ctes.get(nameIn(source.table_name)) ?? nothing;
    case 'SUBQUERY':
      return shapeOf((source.subquery as TreeNode).node as TreeNode, scope);
    case 'JOIN':
      weightOf(source.condition ?? null, scope);
      return both(
        shapeOfSource(source.left as TreeNode, scope, names),
        shapeOfSource(source.right as TreeNode, scope, names),
      );
    case 'EXPRESSION_LIST': {
      const [row] = source.values as Tree[][];
      for (const value of (source.values as Tree[][]).flat()) weightOf(value, scope);
      return { columns: row?.length ?? 0, widths: new Map() };
    }
    case 'PIVOT':
      return pivoted(source, shapeOfSource(source.source as TreeNode, scope, names), scope);
    case 'TABLE_FUNCTION':
      weightOf(source.function ?? null, scope);
      return { columns: COLUMNS_OF_FUNCTION, widths: new Map() };
    default:
      return nothing;
  }
}

/** A column for each value of each pivot, times the aggregates. */
function pivoted(source: TreeNode, inner: Shape, scope: Scope): Shape {
  for (const part of [source.pivots, source.aggregates, source.unpivot_names]) weightOf(part ?? null, scope);
  const entries = ((source.pivots ?? []) as TreeNode[]).map(({ entries: values }) => (values as Tree[]).length || 1);
  const aggregates = Math.max(1, ((source.aggregates ?? []) as Tree[]).length);
  return { ...inner, columns: inner.columns + aggregates * entries.reduce((product, count) => product * count, 1) };
}

/** How many expressions it has, once names and macros are put in. */
function weightOf(tree: Tree, scope: Scope, repeats = 1): number {
  if (typeof tree !== 'object' || tree === null) return 0;
  if (Array.isArray(tree)) return bounded(tree.reduce<number>((sum, part) => sum + weightOf(part, scope, repeats), 0));
  if (tree.class === 'SUBQUERY') {
    shapeOf((tree.subquery as TreeNode).node as TreeNode, { ...scope, aliases: new Map() });
    return bounded(1 + weightOf(tree.child ?? null, scope, repeats));
  }
  const times = repeatedArguments[nameIn(tree.function_name)] ?? 1;
  if (repeats * times > MAX_REPEATS)
    throw new QueryRejected(SQL_FIELD, `nests ${nameIn(tree.function_name)}() too deep`);
  const inner = Object.values(tree).reduce<number>((sum, part) => sum + weightOf(part, scope, repeats * times), 0);
  const named = tree.class === 'COLUMN_REF' ? (scope.aliases.get(nameIn((tree.column_names as Tree[])[0])) ?? 0) : 0;
  return bounded(1 + named + times * inner);
}

function bounded(weight: number): number {
  if (weight <= MAX_NODES) return weight;
  throw new QueryRejected(SQL_FIELD, 'is too long after expanding CTEs and aliases');
}

/** How many values there are in the value of an expression. */
function widthOf(tree: Tree, source: Shape, scope: Scope): number {
  if (typeof tree !== 'object' || tree === null) return 0;
  if (Array.isArray(tree)) return Math.max(0, ...tree.map((part) => widthOf(part, source, scope)));
  if (tree.class === 'SUBQUERY') return 1;
  if (tree.class === 'COLUMN_REF') return widthOfColumn(tree, source, scope);
  const children = Object.values(tree).map((part) => widthOf(part, source, scope));
  if (!structFunctions.has(nameIn(tree.function_name))) return Math.max(1, ...children);
  const parts = ((tree.children ?? []) as Tree[]).map((child) => widthOf(child, source, scope));
  const width = parts.reduce((sum, part) => sum + part, 1);
  if (width > MAX_WIDTH) throw new QueryRejected(SQL_FIELD, `has a struct of more than ${MAX_WIDTH} values`);
  return width;
}

function widthOfColumn(node: TreeNode, source: Shape, { sources }: Scope): number {
  const names = (node.column_names as Tree[]).map(nameIn);
  const known = names.map((name) => source.widths.get(name) ?? 0);
  if (known.some((width) => width > 0)) return Math.max(...known);
  const row = names.length === 1 ? sources.get(names[0] ?? '') : undefined;
  if (row === undefined) return 1;
  const width = [...row.widths.values()].reduce((sum, part) => sum + part, row.columns);
  if (width > MAX_WIDTH) throw new QueryRejected(SQL_FIELD, `has a row of more than ${MAX_WIDTH} values`);
  return width;
}

/** With other names for its first columns. Which ones these were is not known, so the widest could be any of them. */
function renamed(shape: Shape, aliases: Tree | undefined): Shape {
  if (!Array.isArray(aliases) || aliases.length === 0) return shape;
  const widest = Math.max(1, ...shape.widths.values());
  return { ...shape, widths: new Map([...shape.widths, ...aliases.map((name) => [nameIn(name), widest] as const)]) };
}

const both = (left: Shape, right: Shape): Shape => ({
  columns: left.columns + right.columns,
  widths: wider(left, right).widths,
});

const wider = (left: Shape, right: Shape): Shape => {
  const widths = new Map(left.widths);
  for (const [name, width] of right.widths) widths.set(name, Math.max(width, widths.get(name) ?? 0));
  return { columns: Math.max(left.columns, right.columns), widths };
};

const publicShapes: ReadonlyMap<string, Shape> = new Map(
  publicTableNames.map((table) => [
    boundName(table),
    {
      columns: sqlTables[table].columns.length,
      widths: new Map(sqlTables[table].columns.map(({ name }) => [name, 1])),
    },
  ]),
);
