import type { StatementOptions } from '../../../engines/clickhouse/clickhouse-client.ts';
import type { Layout } from './layout.ts';

type StatementSettings = NonNullable<StatementOptions['settings']>;

/**
 * Inserts are answered when a majority of replicas has them, and a replica that lacks one of them refuses to be read: what
 * the control plane has committed is seen, whichever replica answers. Blocks that look alike are all kept: which rows
 * count is decided by attempts.
 */
const QUORUM: StatementSettings = {
  insert_quorum: 'auto',
  insert_quorum_parallel: 0,
  select_sequential_consistency: '1',
  insert_deduplicate: 0,
};

/** Inserts are answered when the shards have them; a query about a project is asked of its shard, joins and all. */
const BY_PROJECT: StatementSettings = {
  distributed_foreground_insert: 1,
  optimize_skip_unused_shards: 1,
  distributed_product_mode: 'local',
  // Below the time that the client waits: what is wrong is said by the server.
  distributed_ddl_task_timeout: '25',
};

/** For every statement. */
export const settingsOf = ({ kind }: Layout): StatementSettings => {
  if (kind === 'single') return {};
  return kind === 'sharded' ? { ...QUORUM, ...BY_PROJECT } : QUORUM;
};

/**
 * For inserts into the landing table: edges send at the same time. A reader counts what it finds, and tries again where a
 * replica does not have all of it yet.
 */
export const landingSettingsOf = ({ kind }: Layout): StatementSettings =>
  kind === 'single' ? {} : { insert_quorum_parallel: 1 };
