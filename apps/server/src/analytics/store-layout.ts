/**
 * Over which servers the tables are spread:
 * - `single`: one server has all rows;
 * - `replicated`: every server of the cluster has all rows, and Keeper hands changes from one to the others;
 * - `sharded`: a shard of the cluster has all rows of a project, on each of its replicas. Statements name tables that
 *   lead to the right shard; the rows are in tables whose names end in `_local`.
 */
export type Layout =
  | { readonly kind: 'single' }
  | { readonly kind: 'replicated' | 'sharded'; readonly cluster: string };
