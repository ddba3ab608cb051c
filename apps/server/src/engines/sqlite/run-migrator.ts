import {
  type Dialect,
  Kysely,
  type SqliteDatabase as KyselyDatabase,
  type Migration,
  Migrator,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { SqliteDatabase, SqliteValue } from './sqlite-driver.ts';

export async function runMigrator(database: SqliteDatabase, migrations: Record<string, Migration>): Promise<void> {
  const migrator = new Migrator({
    db: new Kysely<unknown>({ dialect: dialectOver(database) }),
    provider: { getMigrations: async () => migrations },
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

/** SQLite does roll back schema changes, so a migration that dies leaves nothing behind. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

function dialectOver(database: SqliteDatabase): Dialect {
  return {
    createAdapter: () => new TransactionalSqliteAdapter(),
    createDriver: () => new SqliteDriver({ database: asKyselyExpects(database) }),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

function asKyselyExpects(database: SqliteDatabase): KyselyDatabase {
  return {
    close: () => undefined,
    prepare(sql) {
      const statement = database.prepare(sql);
      const reader = /^\s*(select|with|pragma)\b|\breturning\b/i.test(sql);
      return {
        reader,
        all: (values) => statement.all(...(values as SqliteValue[])),
        run: (values) => ({ ...statement.run(...(values as SqliteValue[])), lastInsertRowid: 0 }),
        iterate: (values) => statement.all(...(values as SqliteValue[])).values() as IterableIterator<unknown>,
      };
    },
  };
}
