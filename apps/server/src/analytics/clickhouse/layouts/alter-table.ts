import { type Layout, onCluster, storedTable } from './layout.ts';

/**
 * A change of the rows or columns of a table, wherever they are. Keeper hands it to every replica of a shard by itself:
 * only other shards need to be told. With ON CLUSTER it would also wait for replicas that are down.
 */
export const alterTable = (layout: Layout, table: string, action: string): string =>
  `ALTER TABLE ${storedTable(layout, table)}${layout.kind === 'sharded' ? onCluster(layout) : ''} ${action}`;
