import { createHash } from 'node:crypto';

const made = new Set<string>();

/**
 * The settings of the control plane that the tests run over: none for a file in the data directory, and a database of
 * its own for each data directory where `LP_TEST_CONTROL` is `postgres`.
 */
export async function controlDatabase(dataDir: string): Promise<Readonly<Record<string, string>>> {
  const { LP_TEST_CONTROL: engine, LP_TEST_POSTGRES_URL: server } = process.env;
  if (engine !== 'postgres') return {};
  if (server === undefined) throw new Error('LP_TEST_CONTROL=postgres needs a server: npm run test:scale-out');
  const name = nameOf(dataDir);
  const url = new URL(server);
  url.pathname = name;
  if (!made.has(name)) await createDatabase(server, name);
  made.add(name);
  return { LP_DATABASE_URL: url.href };
}

/** The same for the analytics store: none for DuckDB, a database of ClickHouse where `LP_TEST_ANALYTICS` says so. */
export function analyticsDatabase(dataDir: string): Readonly<Record<string, string>> {
  const { LP_TEST_ANALYTICS: engine, LP_TEST_CLICKHOUSE_URL: server } = process.env;
  if (engine !== 'clickhouse') return {};
  if (server === undefined) throw new Error('LP_TEST_ANALYTICS=clickhouse needs a server: npm run test:scale-out');
  const url = new URL(server);
  url.pathname = nameOf(dataDir);
  return { LP_CLICKHOUSE_URL: url.href };
}

const nameOf = (dataDir: string): string =>
  `black_box_${createHash('sha256').update(dataDir).digest('hex').slice(0, 20)}`;

async function createDatabase(server: string, name: string): Promise<void> {
  const { default: pg } = await import('pg');
  const client = new pg.Client(server);
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${name}`);
  } finally {
    await client.end();
  }
}
