import { ClickhouseClient } from '../../engines/clickhouse/clickhouse-client.ts';
import { quotedName } from '../../engines/clickhouse/clickhouse-sql.ts';
import { ensureTables } from './ensure-tables.ts';

/** The oldest that the tables and statements are written for. */
const OLDEST = [25, 3] as const;

/** What is wrong with the server or its database, and stays so until somebody puts it right. */
class ClickhouseRefused extends Error {}

/** A server of a version that will do, and a database in it with all tables; rejects while that cannot be had. */
export async function connectClickhouse(url: string): Promise<ClickhouseClient> {
  await ensureDatabase(url);
  const client = await ClickhouseClient.open({ url });
  try {
    await checkVersion(client);
    await ensureTables(client);
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
    `The server of LP_CLICKHOUSE_URL is ClickHouse ${version}; Lamppost needs ${OLDEST.join('.')} or newer.`,
  );
}

/** Made where it is missing and that is allowed; otherwise the first statement says what is wrong. */
async function ensureDatabase(url: string): Promise<void> {
  const anywhere = new URL(url);
  const database = decodeURIComponent(anywhere.pathname.slice(1)) || 'default';
  anywhere.pathname = '/default';
  const client = await ClickhouseClient.open({ url: anywhere.href });
  try {
    const [[count] = []] = await client.rows('SELECT count() FROM system.databases WHERE name = {name:String}', {
      params: { name: database },
    });
    if (Number(count) === 0) await client.command(`CREATE DATABASE IF NOT EXISTS ${quotedName(database)}`);
  } finally {
    await client.close();
  }
}
