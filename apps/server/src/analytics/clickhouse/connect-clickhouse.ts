import { ClickhouseClient } from '../../engines/clickhouse/clickhouse-client.ts';
import { ensureTables } from './ensure-tables.ts';
import { createDatabase } from './layouts/create-tables.ts';
import { type Layout, SINGLE_NODE } from './layouts/layout.ts';
import { settingsOf } from './layouts/layout-settings.ts';

/** The oldest that the tables and statements are written for. */
const OLDEST = [25, 3] as const;

/** The server or its database cannot be used as it is configured; trying again does not help. */
class ClickhouseRefused extends Error {}

/** A server of a version that will do, and a database in it with all tables; rejects while that cannot be had. */
export async function connectClickhouse(url: string, layout: Layout = SINGLE_NODE): Promise<ClickhouseClient> {
  await ensureDatabase(url, layout);
  const client = await ClickhouseClient.open({ url, settings: settingsOf(layout) });
  try {
    await checkVersion(client);
    await checkCluster(client, layout);
    await ensureTables(client, layout);
    return client;
  } catch (error) {
    await client.close();
    throw error;
  }
}

async function checkVersion(client: ClickhouseClient): Promise<void> {
  const [[version] = []] = await client.rows('SELECT version()');
  const [major = 0, minor = 0] = String(version).split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return;
  throw new ClickhouseRefused(
    `The server at LP_CLICKHOUSE_URL runs ClickHouse ${version}; Lamppost needs ${OLDEST.join('.')} or newer.`,
  );
}

async function checkCluster(client: ClickhouseClient, layout: Layout): Promise<void> {
  if (layout.kind === 'single') return;
  const [[shards] = []] = await client.rows(
    'SELECT uniqExact(shard_num) FROM system.clusters WHERE cluster = {cluster:String}',
    { params: { cluster: layout.cluster } },
  );
  const fault = faultOfCluster(layout.kind, Number(shards));
  if (fault !== undefined) throw new ClickhouseRefused(`LP_CLICKHOUSE_CLUSTER is ${layout.cluster}: ${fault}`);
}

function faultOfCluster(kind: 'replicated' | 'sharded', shards: number): string | undefined {
  if (shards === 0) return 'the server at LP_CLICKHOUSE_URL has no cluster with this name (system.clusters).';
  if (kind === 'sharded' || shards === 1) return undefined;
  return `it has ${shards} shards. Set LP_CLICKHOUSE_SHARDED=true, or use a cluster with one shard.`;
}

/** Made where it is missing and that is allowed; otherwise the first statement says what is wrong. */
async function ensureDatabase(url: string, layout: Layout): Promise<void> {
  const anywhere = new URL(url);
  const database = decodeURIComponent(anywhere.pathname.slice(1)) || 'default';
  anywhere.pathname = '/default';
  const client = await ClickhouseClient.open({ url: anywhere.href });
  try {
    const [[count] = []] = await client.rows('SELECT count() FROM system.databases WHERE name = {name:String}', {
      params: { name: database },
    });
    if (Number(count) === 0) await client.command(createDatabase(layout, database));
  } finally {
    await client.close();
  }
}
