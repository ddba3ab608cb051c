import type { ClientBase } from 'pg';
import { DatabaseRefused } from '../control-errors.ts';

/** The oldest that is tested; SQL functions with a plain body came with 14. */
const OLDEST_VERSION = 14;
const MIGRATION_LOCK = 5_267_001;

export interface PostgresMigration {
  readonly name: string;
  readonly sql: string;
}

/**
 * Brings the schema up to date, each step in a transaction of its own. Edges that start together take turns.
 * True when the database was empty.
 */
export async function migratePostgres(client: ClientBase, migrations: readonly PostgresMigration[]): Promise<boolean> {
  await refuseOldServer(client);
  await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
  try {
    await client.query(
      'CREATE TABLE IF NOT EXISTS lamppost_migrations (name text PRIMARY KEY, executed_at timestamptz NOT NULL)',
    );
    const executed = await executedMigrations(client);
    const known = migrations.map(({ name }) => name);
    const unknown = executed.find((name) => !known.includes(name));
    if (unknown !== undefined) {
      throw new DatabaseRefused(
        `The database of LP_DATABASE_URL belongs to a newer version of Lamppost (${unknown}). Start that version, or restore a backup from before the upgrade.`,
      );
    }
    for (const migration of migrations.filter(({ name }) => !executed.includes(name))) await execute(client, migration);
    return executed.length === 0;
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  }
}

async function refuseOldServer(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ number: string; version: string }>(
    `SELECT current_setting('server_version_num') AS number, current_setting('server_version') AS version`,
  );
  const { number = '0', version = 'unknown' } = rows[0] ?? {};
  if (Number(number) >= OLDEST_VERSION * 10_000) return;
  throw new DatabaseRefused(
    `The server at LP_DATABASE_URL runs PostgreSQL ${version}; Lamppost needs ${OLDEST_VERSION} or newer.`,
  );
}

async function executedMigrations(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM lamppost_migrations ORDER BY name');
  return rows.map(({ name }) => name);
}

async function execute(client: ClientBase, { name, sql }: PostgresMigration): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(sql);
    await client.query('INSERT INTO lamppost_migrations (name, executed_at) VALUES ($1, now())', [name]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}
