import { readFileSync } from 'node:fs';
import { sqlTables } from '@lamppost/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BothEngines } from '../../../../compose/testing/both-engines.ts';
import { eventsRecord, scope } from '../../../../compose/testing/sample-log.ts';
import { ClickhouseClient } from '../../../../engines/clickhouse/clickhouse-client.ts';
import { publicTableNames } from '../../queries/sql-tables.ts';
import { statementRefusalQuery } from '../../queries/statement-refusal.ts';
import { userSqlQuery } from '../../queries/user-sql.ts';
import { allowedFunctions } from './sql-functions.ts';

const guide = readFileSync(new URL('../../../../../../../docs/guides/sql.md', import.meta.url), 'utf8');
const chapter = guide.split('\n## Over ClickHouse')[1]?.split('\n## ')[0] ?? '';

let engines: BothEngines;
beforeAll(async () => {
  engines = await BothEngines.open();
  await engines.load(eventsRecord({ event: 'purchase', properties: { plan: 'pro', price: 10 } }));
});
afterAll(() => engines.close());

const queryOf = (sql: string) => ({ scope, sql, changesJson: '[]' });
const run = async (sql: string): Promise<{ columns: unknown[]; rows: unknown[][] }> =>
  JSON.parse((await engines.clickhouse.run(userSqlQuery, queryOf(sql))).resultJson);

const statementsIn = (text: string, mark: string): string[] =>
  [...text.matchAll(new RegExp(`\`\`\`sql ${mark}\n([\\s\\S]*?)\`\`\``, 'g'))].flatMap(([, block = '']) =>
    block.split(';').filter((statement) => statement.trim() !== ''),
  );

test.each(publicTableNames)('%s has the columns of the API', async (table) => {
  const listed = sqlTables[table].columns.map(({ name, type }) => ({ name, type }));
  expect((await run(`SELECT * FROM ${table}`)).columns).toEqual(listed);
});

test('the guide’s statements for both engines give the same in both', async () => {
  const statements = statementsIn(chapter, 'both');
  expect(statements.length).toBeGreaterThan(2);
  for (const sql of statements)
    await engines.same(userSqlQuery, queryOf(sql), ({ resultJson }) => JSON.parse(resultJson));
});

test('the guide’s statements for ClickHouse can be run there', async () => {
  const statements = statementsIn(chapter, 'clickhouse');
  expect(statements.length).toBeGreaterThan(1);
  for (const sql of statements) await run(sql);
});

test('what the guide shows side by side can be run where it says', async () => {
  const pairs = [...chapter.matchAll(/^\| `([^|]+)` \| `([^|]+)` \|/gm)];
  expect(pairs.length).toBeGreaterThan(5);
  for (const [, duckdb = '', clickhouse = ''] of pairs) {
    const sqlOf = (text: string): string => (/^(?:SELECT|FROM) /.test(text) ? text : `SELECT ${text} AS x FROM events`);
    await engines.sample.analytics.run(userSqlQuery, queryOf(sqlOf(duckdb)));
    await run(sqlOf(clickhouse));
  }
});

test('every function of the list is one of ClickHouse', async () => {
  const client = await ClickhouseClient.open({ url: process.env.LP_TEST_CLICKHOUSE_URL ?? '' });
  const names = await client.rows('SELECT lower(name) FROM system.functions');
  await client.close();
  const known = new Set(names.map(([name]) => name));
  const special = new Set([
    'lambda',
    'exists',
    'grouping',
    'countDistinct',
    'untuple',
    'dateAdd',
    'date_add',
    'dateSub',
    'date_sub',
    'timestampAdd',
    'timestampSub',
    'extract',
  ]);
  const missing = allowedFunctions.filter((name) => !special.has(name) && !known.has(name.toLowerCase()));
  expect(missing).toEqual([]);
});

test('a statement that an engine cannot run is told from one that it can, without running it', async () => {
  const reasonOf = async (store: Pick<BothEngines['clickhouse'], 'run'>, sql: string) =>
    (await store.run(statementRefusalQuery, { scope, sql })).reason;
  const { clickhouse, sample } = engines;
  const portable = "SELECT properties->>'plan' AS plan, count(*) AS n FROM events GROUP BY ALL";
  expect([await reasonOf(clickhouse, portable), await reasonOf(sample.analytics, portable)]).toEqual([null, null]);
  const ofDuckdb = {
    'SELECT list_transform([1], lambda x: x)': /not SQL|cannot/,
    "SELECT json_extract_string(properties, '$.a') FROM events": /cannot call json_extract_string\(\)/,
    'SELECT * FROM generate_series(1, 3)': /cannot read from generate_series\(\)/,
    'SELECT * FROM EVENTS': /Available: events/,
    "SELECT strftime(timestamp, '%Y') FROM events": /cannot call strftime\(\)/,
    'PIVOT events ON platform USING count(*)': /must be one SELECT/,
    'SELECT [1, 2][1:2]': /cannot have parameters/,
  };
  for (const [sql, reason] of Object.entries(ofDuckdb))
    expect([sql, await reasonOf(clickhouse, sql)]).toEqual([sql, expect.stringMatching(reason)]);
  expect(await reasonOf(sample.analytics, 'SELECT * FROM EVENTS')).toBe(null);
  expect(await reasonOf(sample.analytics, 'SELECT uniqExact(user_id) FROM events')).toMatch(/cannot call uniqexact/);
});
