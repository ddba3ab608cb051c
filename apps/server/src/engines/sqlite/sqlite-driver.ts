import { createRequire } from 'node:module';

/** The part of `node:sqlite` that is used here; @photostructure/sqlite has the same. */
export interface SqliteDatabase {
  exec(sql: string): void;
  prepare(sql: string): SqliteStatement;
  close(): void;
}

export type SqliteValue = string | number | bigint | null;

export interface SqliteStatement {
  run(...values: SqliteValue[]): { readonly changes: number | bigint };
  get(...values: SqliteValue[]): unknown;
  all(...values: SqliteValue[]): unknown[];
}

interface SqliteModule {
  readonly DatabaseSync: new (path: string) => SqliteDatabase;
}

/** Node has SQLite built in, without a flag, since 22.13. */
const builtIn = process.getBuiltinModule('node:sqlite' as string) as SqliteModule | undefined;
const { DatabaseSync } = builtIn ?? (createRequire(import.meta.url)('@photostructure/sqlite') as SqliteModule);

export function openSqlite(path: string): SqliteDatabase {
  return new DatabaseSync(path);
}

/** SQLite's primary result code (https://www.sqlite.org/rescode.html), undefined for any other error. */
export function sqliteCode(error: unknown): number | undefined {
  const code: unknown = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
  return typeof code === 'number' ? code & 0xff : undefined;
}

export const SQLITE_BUSY = 5;
export const SQLITE_IOERR = 10;
export const SQLITE_FULL = 13;
