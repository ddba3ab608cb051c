import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureTables } from '../../../../analytics/clickhouse/ensure-tables.ts';
import { ClickhouseReader } from '../../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { scope } from '../../../../compose/testing/sample-log.ts';
import { ClickhouseClient } from '../../../../engines/clickhouse/clickhouse-client.ts';
import { StoreCatalog } from './store-catalog.ts';
import { userSqlSettings } from './user-sql-settings.ts';

const url = process.env.LP_TEST_CLICKHOUSE_URL ?? '';
const database = `catalog_${randomUUID().replaceAll('-', '')}`;
const theirs = '018f2f6e-7c1a-7000-8000-0000000000ff';
let client: ClickhouseClient;
let reader: ClickhouseReader;
beforeAll(async () => {
  const first = await ClickhouseClient.open({ url });
  await first.command(`CREATE DATABASE ${database}`);
  await first.close();
  const own = new URL(url);
  own.pathname = `/${database}`;
  client = await ClickhouseClient.open({ url: own.href });
  await ensureTables(client);
  for (const [p, e] of [
    [scope.projectId, scope.environmentId],
    [theirs, scope.environmentId],
    [scope.projectId, theirs],
  ]) {
    await client.command(`INSERT INTO links (p, e, user_id, attempt) SELECT '${p}', '${e}', 'u', 1`);
  }
  const visible = { newest: 1, hidden: [] };
  reader = new ClickhouseReader(client, {
    visible,
    signal: AbortSignal.timeout(60_000),
    endsAtMs: performance.now() + 60_000,
  });
});
afterAll(async () => {
  await client.command(`DROP DATABASE ${database}`);
  await client.close();
});

test('the second wall holds by itself: a table that is read as it is has rows of one environment', async () => {
  const catalog = await StoreCatalog.read(reader);
  expect(catalog.database).toBe(database);
  const existing = await reader.rows('SELECT name FROM system.tables WHERE database = currentDatabase()');
  expect([...catalog.tables].sort()).toEqual(existing.flat().map(String).sort());
  const settings = userSqlSettings(catalog.tableFilters(scope));
  const statements = [
    'SELECT count() FROM links',
    `SELECT count() FROM ${database}.links`,
    'SELECT (SELECT count() FROM links)',
    'SELECT count() FROM links AS a JOIN links AS b ON a.user_id = b.user_id',
    'SELECT countIf(p IN (SELECT p FROM links)) FROM links',
  ];
  for (const sql of statements) {
    expect([sql, await reader.rows(sql, { settings })]).toEqual([sql, [['1']]]);
  }
  expect(await reader.rows(`SELECT '${theirs}' IN (SELECT toString(p) FROM links)`, { settings })).toEqual([[0]]);
  expect(await reader.rows('SELECT count() FROM links')).toEqual([[3]]);
});
