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
  const name = `black_box_${createHash('sha256').update(dataDir).digest('hex').slice(0, 20)}`;
  const url = new URL(server);
  url.pathname = name;
  if (!made.has(name)) await createDatabase(server, name);
  made.add(name);
  return { LP_DATABASE_URL: url.href };
}

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
