import type { TreeNode } from '../sql-tree.ts';
import { ByteBound } from './byte-bound.ts';
import { literalOf } from './expression-tree.ts';

/** What is known of an expression. */
export interface VisitedExpression {
  readonly tree: TreeNode;
  readonly bound: ByteBound;
  /** How many results, each no longer than the bound, are held while it is worked out; 0 for what is there already. */
  readonly levels: number;
  /** A column, or a part of one. */
  readonly isColumn?: boolean;
  /** For sure. */
  readonly isText?: boolean;
}

/** What a number, a time or a truth takes. */
const BYTES_OF_FIXED = 16;

export const fixedExpression = (tree: TreeNode): VisitedExpression => ({
  tree,
  bound: ByteBound.ofBytes(BYTES_OF_FIXED),
  levels: 0,
});

export function constantExpression(tree: TreeNode): VisitedExpression {
  const isText = ((tree.value as TreeNode).type as TreeNode).id === 'VARCHAR';
  const bytes = isText ? Buffer.byteLength(literalOf(tree) ?? '') : BYTES_OF_FIXED;
  return { tree, bound: ByteBound.ofBytes(bytes), levels: 0, isText };
}

/** One of several. */
export const oneOfExpressions = (tree: TreeNode, visited: readonly VisitedExpression[]): VisitedExpression => ({
  tree,
  bound: sumOfBounds(visited),
  levels: mostLevels(visited),
  isText: visited.every(({ isText }) => isText),
});

export const sumOfBounds = (visited: readonly VisitedExpression[]): ByteBound =>
  ByteBound.sum(visited.map(({ bound }) => bound));

export const mostLevels = (visited: readonly VisitedExpression[]): number =>
  visited.reduce((max, { levels }) => Math.max(max, levels), 0);
