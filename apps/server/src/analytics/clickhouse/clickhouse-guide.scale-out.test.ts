import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ClickhouseSample } from '../../compose/testing/clickhouse-sample.ts';
import { texts } from '../../engines/clickhouse/clickhouse-sql.ts';
import { tableNames } from './tables.ts';

const guide = readFileSync(new URL('../../../../../docs/guides/clickhouse.md', import.meta.url), 'utf8');
const statements = [...guide.matchAll(/^```sql\n(.+?)^```/gms)]
  .flatMap(([, code = '']) => code.split(/;\n/).map((sql) => sql.trim()))
  .filter((sql) => sql !== '');
const statement = (start: string): string => statements.find((sql) => sql.startsWith(start)) ?? '';

let sample: ClickhouseSample;
let database: string;
beforeAll(async () => {
  sample = await ClickhouseSample.open();
  database = String((await sample.client.rows('SELECT currentDatabase()'))[0]?.[0]);
});
afterAll(() => sample.close());

/** As the guide has it, in the database at hand. */
const here = (sql: string): string =>
  sql.replaceAll("'lamppost'", `'${database}'`).replaceAll('lamppost_control.', '').replaceAll('lamppost.', '');

test('ClickHouse parses every statement of the guide', async () => {
  expect(statements.length).toBeGreaterThan(8);
  const formatted = await sample.client.rows(`SELECT formatQuery(arrayJoin(${texts(statements)}))`);
  expect(formatted).toHaveLength(statements.length);
});

test('rows of attempts that are under way or were given up are left out as the guide says', async () => {
  const { client } = sample;
  await client.command('CREATE TABLE load_attempts (attempt UInt64, state String) ENGINE = Memory');
  await client.command(
    "INSERT INTO load_attempts VALUES (1, 'given_up'), (3, 'committed'), (4, 'open'), (5, 'committed'), (6, 'open')",
  );
  const select = here(statement('WITH (SELECT groupArray'));
  const [, project = ''] = /p = '([^']+)'/.exec(select) ?? [];
  for (const attempt of [1, 2, 3, 4, 5, 6]) {
    await client.command(
      `INSERT INTO events (p, e, name, attempt) VALUES ('${project}', '${project}', 'seen', ${attempt})`,
    );
  }
  expect(await client.rows(select)).toEqual([['seen', 3]]);
});

test('after a restore the statements of the guide remove what PostgreSQL does not know of', async () => {
  const { client } = sample;
  await client.command('TRUNCATE TABLE ledger');
  for (const attempt of [4711, 4712]) {
    await client.command(`INSERT INTO ledger (p, e, hour_ms, kind, outcome, reason, items, attempt)
      VALUES (generateUUIDv4(), generateUUIDv4(), 0, 'event', 'stored', '', 1, ${attempt})`);
  }
  const removals = (await client.rows(here(statement("SELECT 'ALTER TABLE"))))
    .map(([sql]) => String(sql))
    .filter((sql) => !sql.includes('load_attempts'));
  expect(removals).toHaveLength(tableNames.length);
  for (const sql of removals) await client.command(sql.replace(/;$/, ''));
  expect(await client.rows('SELECT attempt FROM ledger')).toEqual([[4711]]);
});
