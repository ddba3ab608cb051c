import { quoted } from '../../../engines/clickhouse/clickhouse-sql.ts';
import type { Layout } from '../../store-layout.ts';

export type { Layout };

export const SINGLE_NODE: Layout = { kind: 'single' };

/** The table that holds the rows. */
export const storedTable = (layout: Layout, table: string): string =>
  layout.kind === 'sharded' ? `${table}_local` : table;

/** What makes every server of the cluster run a statement. */
export const onCluster = (layout: Layout): string =>
  layout.kind === 'single' ? '' : ` ON CLUSTER ${quoted(layout.cluster)}`;
