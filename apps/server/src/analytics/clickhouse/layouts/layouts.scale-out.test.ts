import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ClickhouseClient } from '../../../engines/clickhouse/clickhouse-client.ts';
import { texts } from '../../../engines/clickhouse/clickhouse-sql.ts';
import { ensureTables } from '../ensure-tables.ts';
import { storedTables, tableNames } from '../tables.ts';
import { addMissingColumns } from './add-columns.ts';
import { alterTable } from './alter-table.ts';
import { createDatabase, createTables } from './create-tables.ts';
import { type Layout, SINGLE_NODE, storedTable } from './layout.ts';
import { landingSettingsOf, settingsOf } from './layout-settings.ts';
import { systemRows, systemRowsEverywhere } from './system-rows.ts';

// No Keeper and no cluster can be run here: the engine parses every statement, and what it can plan without them it does.
const replicated: Layout = { kind: 'replicated', cluster: 'main' };
const sharded: Layout = { kind: 'sharded', cluster: 'main' };
const layouts = [SINGLE_NODE, replicated, sharded];

const database = `layouts_${randomUUID().replaceAll('-', '')}`;
const other = `${database}_2`;
let client: ClickhouseClient;
let elsewhere: ClickhouseClient;

beforeAll(async () => {
  const open = async (name: string): Promise<ClickhouseClient> => {
    const url = new URL(process.env.LP_TEST_CLICKHOUSE_URL ?? '');
    const first = await ClickhouseClient.open({ url: url.href });
    await first.command(createDatabase(SINGLE_NODE, name));
    await first.close();
    url.pathname = `/${name}`;
    return await ClickhouseClient.open({ url: url.href });
  };
  client = await open(database);
  elsewhere = await open(other);
});

afterAll(async () => {
  await client.command(`DROP DATABASE ${other}`);
  await client.command(`DROP DATABASE ${database}`);
  await client.close();
  await elsewhere.close();
});

const statementsOf = (layout: Layout): readonly string[] => [
  createDatabase(layout, database),
  ...createTables(layout, database),
  ...addMissingColumns(layout, []),
  ...tableNames.map((table) => alterTable(layout, table, 'DELETE WHERE attempt IN (1, 2)')),
  alterTable(layout, 'removals', "UPDATE is_scrubbed = true WHERE id IN ('00000000-0000-0000-0000-000000000000')"),
  alterTable(layout, 'landing', 'DROP PARTITION 12'),
  `SELECT DISTINCT partition FROM ${systemRows(layout, 'parts')} AND active`,
  `SELECT count() FROM ${systemRowsEverywhere(layout, 'mutations')} AND NOT is_done`,
];

describe.each(layouts)('$kind', (layout) => {
  test('the engine parses every statement, and means what is written', async () => {
    const statements = statementsOf(layout);
    const formatted = await client.rows(`SELECT formatQuery(arrayJoin(${texts(statements)}))`);
    expect(formatted.length).toBe(statements.length);
    for (const [at, sql] of statements.entries()) {
      expect(String(formatted[at]?.[0]).includes('ON CLUSTER main'), sql).toBe(sql.includes('ON CLUSTER'));
      if (sql.includes('ADD COLUMN')) continue;
      expect(await text(await client.bytes(`EXPLAIN AST ${sql}`)), sql).toMatch(/^(Create|Alter|Select)/);
    }
  });

  test('the engine knows every setting, with this value', async () => {
    for (const settings of [settingsOf(layout), landingSettingsOf(layout)]) {
      const [[sum] = []] = await client.rows('SELECT 1', { settings });
      expect(sum).toBe(1);
    }
  });
});

test('a statement that is wrong is found', async () => {
  const sql = createTables(replicated, database)[0] ?? '';
  await expect(client.bytes(`EXPLAIN AST ${sql.replace('ON CLUSTER', 'ON EVERY')}`)).rejects.toThrow('Syntax error');
});

test.each([replicated, sharded])(
  '$kind: nothing but Keeper and the cluster is missing to make its tables',
  async (layout) => {
    await ensureTables(client);
    const describeTables = async (of: ClickhouseClient, suffix: string) =>
      await of.rows(`SELECT replaceRegexpOne(table, '${suffix}$', '') AS table, name, type, default_expression, compression_codec,
      is_in_partition_key, is_in_sorting_key FROM system.columns WHERE database = currentDatabase() ORDER BY table, position`);
    for (const name of Object.keys(storedTables))
      await elsewhere.command(`DROP TABLE IF EXISTS ${storedTable(layout, name)}`);
    for (const sql of createTables(layout, other)) {
      await expect(elsewhere.command(sql), sql).rejects.toMatchObject({ type: 'CLUSTER_DOESNT_EXIST' });
      if (sql.includes('Distributed(')) continue;
      const alone = sql.replace(" ON CLUSTER 'main'", '').replace('{shard}', '1').replace('{replica}', '1');
      await expect(elsewhere.command(alone), alone).rejects.toMatchObject({ type: 'NO_ZOOKEEPER' });
      await elsewhere.command(alone.replace(/ReplicatedMergeTree\([^)]*\)/, 'MergeTree'));
    }
    expect(await describeTables(elsewhere, layout.kind === 'sharded' ? '_local' : '')).toEqual(
      await describeTables(client, ''),
    );
    for (const name of Object.keys(storedTables)) await elsewhere.command(`DROP TABLE ${storedTable(layout, name)}`);
  },
);

test('columns that a later version of a table has are added, with their old rows', async () => {
  await ensureTables(elsewhere);
  const before = await elsewhere.rows(
    'SELECT table, name, type, position FROM system.columns WHERE database = currentDatabase() ORDER BY table, position',
  );
  await elsewhere.command(
    "INSERT INTO ledger (p, e, hour_ms, kind, outcome, reason, items, attempt) VALUES (generateUUIDv4(), generateUUIDv4(), 0, 'event', 'stored', '', 7, 1)",
  );
  await elsewhere.command('ALTER TABLE ledger DROP COLUMN items');
  await elsewhere.command('ALTER TABLE events DROP COLUMN ts, DROP COLUMN country, DROP COLUMN received');
  await elsewhere.command('DROP TABLE log_damage');

  await Promise.all([ensureTables(elsewhere), ensureTables(elsewhere)]);

  const after = await elsewhere.rows(
    'SELECT table, name, type, position FROM system.columns WHERE database = currentDatabase() ORDER BY table, position',
  );
  expect(after).toEqual(before);
  expect(await elsewhere.rows('SELECT kind, items FROM ledger')).toEqual([['event', 0]]);
});
