import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PostgresControlPlane } from '../../../compose/control/postgres-control-plane.ts';
import type { SqliteDatabase } from '../../../engines/sqlite/sqlite-driver.ts';
import { openDatabase } from '../../sqlite/open-database.ts';
import { tablesOf } from '../copy-to-sqlite.ts';
import { TestDatabases } from '../test-database.contract.ts';

/** Of PostgreSQL alone: turns of operations, the list that SQLite keeps in memory, files, and what was migrated. */
const OWN_TABLES = ['edge_rows', 'lamppost_migrations', 'stored_file_chunks', 'stored_files', 'write_turn'];

const databases = new TestDatabases();
const folder = await mkdtemp(join(tmpdir(), 'lamppost-schema-'));
let sqlite: SqliteDatabase;
let postgres: pg.Client;

beforeAll(async () => {
  await databases.open();
  ({ database: sqlite } = await openDatabase({ path: join(folder, 'control.db'), mustExist: false, busyTimeoutMs: 0 }));
  const { url } = await databases.create();
  const control = new PostgresControlPlane({ url });
  control.start();
  await control.ready();
  await control.close();
  postgres = new pg.Client(url);
  await postgres.connect();
});
afterAll(async () => {
  await postgres.end();
  sqlite.close();
  await databases.close();
  await rm(folder, { recursive: true, force: true });
});

const sqliteRows = <Row>(sql: string): Row[] => sqlite.prepare(sql).all() as Row[];
const postgresRows = async <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> =>
  (await postgres.query<Row>(sql, values)).rows;

const types: Readonly<Record<string, string>> = { TEXT: 'text', INTEGER: 'bigint', REAL: 'double precision' };
/** `'x'::text` and `0` are what SQLite calls `'x'` and `0`. */
const plainDefault = (text: string | null): string | null => text?.replace(/::[\w ]+$/, '') ?? null;

test('PostgreSQL has the tables of SQLite, and its own', async () => {
  const found = await postgresRows<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
  );
  expect(found.map(({ name }) => name).sort()).toEqual([...tablesOf(sqlite), ...OWN_TABLES].sort());
});

test('each table has the same columns: types, null, defaults, and text compared by bytes', async () => {
  for (const table of tablesOf(sqlite)) {
    const own = sqliteRows<{ name: string; type: string; notnull: number; dflt_value: string | null; pk: number }>(
      `PRAGMA table_info(${table})`,
    ).map(({ name, type, notnull, dflt_value, pk }) => ({
      name,
      type: types[type],
      isRequired: notnull === 1 || pk > 0,
      default: dflt_value,
      collation: type === 'TEXT' ? 'C' : null,
    }));
    const other = await postgresRows<{ default: string | null; name: string }>(
      `SELECT column_name AS name, data_type AS type, is_nullable = 'NO' AS "isRequired", column_default AS default,
        collation_name AS collation FROM information_schema.columns WHERE table_name = $1`,
      [table],
    );
    const byName = (rows: readonly { name: string; default: string | null }[]) =>
      rows.map((row) => ({ ...row, default: plainDefault(row.default) })).sort((a, b) => (a.name < b.name ? -1 : 1));
    expect(byName(other), table).toEqual(byName(own));
  }
});

test('each table has the same keys: primary, unique and foreign, with what happens to rows that refer', async () => {
  for (const table of tablesOf(sqlite)) {
    const uniques = sqliteRows<{ name: string; unique: number; origin: string }>(`PRAGMA index_list(${table})`)
      .filter(({ unique, origin }) => unique === 1 && origin !== 'c')
      .map(({ name, origin }) => {
        const columns = sqliteRows<{ name: string }>(`PRAGMA index_info(${name})`).map((column) => column.name);
        return `${origin === 'pk' ? 'PRIMARY KEY' : 'UNIQUE'} (${columns.join(', ')})`;
      });
    const references = sqliteRows<{
      id: number;
      seq: number;
      from: string;
      table: string;
      to: string;
      on_delete: string;
    }>(`PRAGMA foreign_key_list(${table})`);
    // A key of several columns is several rows of one id.
    const foreign = references
      .filter(({ id }, at) => references.findIndex((other) => other.id === id) === at)
      .map(({ id, table: target, on_delete }) => {
        const columns = references.filter((other) => other.id === id).sort((a, b) => a.seq - b.seq);
        const then = on_delete === 'NO ACTION' ? '' : ` ON DELETE ${on_delete}`;
        const [from, to] = (['from', 'to'] as const).map((end) => columns.map((column) => column[end]).join(', '));
        return `FOREIGN KEY (${from}) REFERENCES ${target}(${to})${then}`;
      });
    // A table of one integer row has its key as the number of the row, which is in no index.
    if (['edge_generation', 'edge_revision', 'loader_count'].includes(table)) uniques.push('PRIMARY KEY (id)');
    const found = await postgresRows<{ definition: string }>(
      `SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint
        WHERE conrelid = $1::regclass AND contype IN ('p', 'u', 'f')`,
      [table],
    );
    expect(found.map(({ definition }) => definition).sort(), table).toEqual([...uniques, ...foreign].sort());
  }
});

test('each index of SQLite is there, on the same columns, and as partial as it is there', async () => {
  const own = sqliteRows<{ name: string; sql: string }>(
    "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL ORDER BY name",
  ).map(({ name, sql }) => ({
    name,
    isUnique: /^CREATE UNIQUE/.test(sql),
    isPartial: / WHERE /.test(sql),
    columns: sqliteRows<{ name: string | null }>(`PRAGMA index_info(${name})`).map((column) => column.name),
  }));
  const found = await postgresRows(
    `SELECT c.relname AS name, i.indisunique AS "isUnique", i.indpred IS NOT NULL AS "isPartial",
      ARRAY(SELECT a.attname::text FROM unnest(i.indkey) WITH ORDINALITY AS k(attnum, place)
        LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum ORDER BY k.place) AS columns
      FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
      JOIN pg_namespace n ON n.oid = t.relnamespace
      WHERE n.nspname = 'public' AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = c.oid)
      ORDER BY c.relname COLLATE "C"`,
  );
  expect(found).toEqual(own);
});

test('the checks of values are the same', async () => {
  const checks = (sql: string) => [...sql.matchAll(/CHECK \((\w+) (?:IN|=) /g)].map(([, column]) => column).sort();
  for (const table of tablesOf(sqlite)) {
    const [{ sql } = { sql: '' }] = sqliteRows<{ sql: string }>(
      `SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = '${table}'`,
    );
    const found = await postgresRows<{ column: string }>(
      `SELECT a.attname::text AS column FROM pg_constraint c
        JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
        WHERE c.conrelid = $1::regclass AND c.contype = 'c'`,
      [table],
    );
    expect(found.map(({ column }) => column).sort(), table).toEqual(checks(sql));
  }
});

test('a new one holds the same rows', async () => {
  for (const table of ['plans', 'edge_revision']) {
    const found = await postgresRows<Record<string, string | number | null>>(`SELECT * FROM ${table} ORDER BY 1`);
    const numbers = found.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [name, /^\d+$/.test(String(value)) ? Number(value) : value]),
      ),
    );
    const own = sqliteRows<object>(`SELECT * FROM ${table} ORDER BY 1`).map((row) => ({ ...row }));
    expect(numbers, table).toEqual(own);
  }
});
