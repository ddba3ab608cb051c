import { readFileSync } from 'node:fs';
import { sqlTables } from '@lamppost/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scope } from '../../../../compose/testing/sample-log.ts';
import { SampleStore } from '../../../../compose/testing/sample-store.ts';
import { publicTableNames } from '../../queries/sql-tables.ts';
import { userSqlQuery } from '../../queries/user-sql.ts';

const guide = readFileSync(new URL('../../../../../../../docs/guides/sql.md', import.meta.url), 'utf8');

let sample: SampleStore;
beforeAll(async () => {
  sample = await SampleStore.open();
});
afterAll(() => sample.close());

const run = async (sql: string): Promise<{ columns: { name: string; type: string }[] }> =>
  JSON.parse((await sample.analytics.run(userSqlQuery, { scope, sql, changesJson: '[]' })).resultJson);

test.each(publicTableNames)('the table of the API has the columns of %s', async (table) => {
  const listed = sqlTables[table].columns.map(({ name, type }) => ({ name, type }));
  expect(listed).toEqual((await run(`SELECT * FROM ${table}`)).columns);
});

test.each(publicTableNames)('the guide has the columns of %s', async (table) => {
  const section = guide.split(`### \`${table}\``)[1]?.split('\n#')[0] ?? '';
  const reported = [...section.matchAll(/^\| `(\w+)` \| (\w+) \|/gm)].map(([, name, type]) => ({ name, type }));
  expect(reported).toEqual((await run(`SELECT * FROM ${table}`)).columns);
});

test('the guide’s statements can be run', async () => {
  const block = guide.split('```sql\n')[1]?.split('```')[0] ?? '';
  const statements = block.split(';').filter((text) => text.trim() !== '');
  expect(statements.length).toBe(3);
  for (const statement of statements) await run(statement);
});
