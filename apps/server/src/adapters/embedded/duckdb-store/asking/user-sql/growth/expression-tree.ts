import { nameIn, type Tree, type TreeNode } from '../sql-tree.ts';

/** As it would be written, wherever it stands. */
export const textOf = (tree: Tree): string =>
  JSON.stringify(tree, (member, part) => (member === 'query_location' || member === 'alias' ? undefined : part));

/** What a constant says; undefined for everything else. */
export function literalOf(node: TreeNode | undefined): string | undefined {
  const value = node?.class === 'CONSTANT' ? (node.value as TreeNode) : undefined;
  if (value === undefined || value.is_null === true) return undefined;
  return typeof value.value === 'string' ? value.value.replace('\u0000', '') : undefined;
}

/** `a || b || c …` */
export function operandsOf(node: TreeNode): TreeNode[] {
  const [left, right] = node.children as [TreeNode, TreeNode];
  const isLonger = left.class === 'FUNCTION' && left.function_name === '||' && left.is_operator === true;
  return isLonger ? [...operandsOf(left), right] : [left, right];
}

/** One after the other. */
export const chained = (node: TreeNode, [first, ...others]: readonly TreeNode[]): TreeNode =>
  others.reduce((left, right) => pair(node, left, right), first as TreeNode);

/** Half by half. */
export function halved(node: TreeNode, operands: readonly TreeNode[]): TreeNode {
  const [only] = operands;
  if (operands.length === 1) return only as TreeNode;
  const half = Math.ceil(operands.length / 2);
  const inner = { ...node, alias: '' };
  return pair(node, halved(inner, operands.slice(0, half)), halved(inner, operands.slice(half)));
}

const pair = (node: TreeNode, left: TreeNode, right: TreeNode): TreeNode => ({ ...node, children: [left, right] });

/** Names of the parameters of a lambda. */
export function parametersOf(lhs: TreeNode): string[] {
  if (lhs.class === 'COLUMN_REF') return [firstName(lhs)];
  return ((lhs.children ?? []) as TreeNode[]).flatMap(parametersOf);
}

/** Of a column, which may be named with its table or its parts. */
export const firstName = (column: TreeNode): string => nameIn((column.column_names as Tree[])[0]);

export function namesAny(tree: Tree, names: ReadonlySet<string>): boolean {
  if (typeof tree !== 'object' || tree === null) return false;
  if (!Array.isArray(tree) && tree.class === 'COLUMN_REF') return names.has(firstName(tree));
  return Object.values(tree).some((part) => namesAny(part, names));
}

/** How many expressions it is made of. */
export function expressionsIn(tree: Tree): number {
  if (typeof tree !== 'object' || tree === null) return 0;
  const own = !Array.isArray(tree) && typeof tree.class === 'string' ? 1 : 0;
  return Object.values(tree).reduce<number>((sum, part) => sum + expressionsIn(part), own);
}
