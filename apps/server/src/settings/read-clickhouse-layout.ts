import type { Settings } from './read-settings.ts';

type ClickhouseSettings = Pick<Settings, 'clickhouseUrl' | 'clickhouseCluster' | 'isClickhouseSharded' | 'loaders'>;

type ClickhouseLayout =
  | { readonly kind: 'single' }
  | { readonly kind: 'replicated' | 'sharded'; readonly cluster: string };

/** Settings of ClickHouse that do not fit together. */
class ClickhouseSettingsRefused extends Error {
  override readonly name = 'ClickhouseSettingsRefused';
}

/** Over which servers of ClickHouse the tables are spread. */
export function readClickhouseLayout(settings: ClickhouseSettings): ClickhouseLayout {
  const layout = layoutOf(settings);
  checkLoaders(settings, layout);
  return layout;
}

function checkLoaders({ clickhouseUrl, loaders = 1 }: ClickhouseSettings, { kind }: ClickhouseLayout): void {
  if (loaders === 1) return;
  if (clickhouseUrl === undefined)
    throw new ClickhouseSettingsRefused(
      `LP_LOADERS is ${loaders} but LP_CLICKHOUSE_URL is not set: DuckDB has one loader.`,
    );
  // Replicas take one insert with a quorum at a time, and refuse the others.
  if (kind === 'replicated')
    throw new ClickhouseSettingsRefused(
      `LP_LOADERS is ${loaders}: tables that are replicated and not sharded take the rows of one loader. Set LP_LOADERS=1, or use shards.`,
    );
}

function layoutOf(settings: ClickhouseSettings): ClickhouseLayout {
  const { clickhouseUrl, clickhouseCluster: cluster, isClickhouseSharded } = settings;
  if (cluster === undefined) {
    if (!isClickhouseSharded) return { kind: 'single' };
    throw new ClickhouseSettingsRefused('LP_CLICKHOUSE_SHARDED needs LP_CLICKHOUSE_CLUSTER, which is not set.');
  }
  if (clickhouseUrl === undefined)
    throw new ClickhouseSettingsRefused(
      'LP_CLICKHOUSE_CLUSTER is set but LP_CLICKHOUSE_URL is not: set both or neither.',
    );
  // A macro such as {cluster} is a name of the server's.
  if (!/^[\w.{}-]{1,100}$/.test(cluster))
    throw new ClickhouseSettingsRefused(`LP_CLICKHOUSE_CLUSTER must be the name of a cluster, not "${cluster}".`);
  return { kind: isClickhouseSharded ? 'sharded' : 'replicated', cluster };
}
