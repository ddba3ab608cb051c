import type { SqliteDatabase } from '../../engines/sqlite/sqlite-driver.ts';
import { migrations } from './migrations.ts';

/** Brings the schema up to date; all of what is missing in one transaction. */
export async function migrate(database: SqliteDatabase): Promise<void> {
  const known = Object.keys(migrations);
  const executed = executedMigrations(database);
  const unknown = executed.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`its schema is newer than this version supports (${unknown})`);
  if (executed.length === known.length) return;
  // Importing Kysely takes ten times as long as opening the database, so it is left out of an ordinary start.
  const { runMigrator } = await import('../../engines/sqlite/run-migrator.ts');
  await runMigrator(database, { ...migrations });
}

/** Empty for a database that never had a schema. */
export function executedMigrations(database: SqliteDatabase): string[] {
  const table = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'kysely_migration'").get();
  if (table === undefined) return [];
  const rows = database.prepare('SELECT name FROM kysely_migration ORDER BY name').all();
  return (rows as { name: string }[]).map((row) => row.name);
}
