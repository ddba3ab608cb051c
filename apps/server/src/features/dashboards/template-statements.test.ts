import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { templates } from './templates/templates.ts';

/** What statements may read, with the columns that the guide promises; one day of a small product. */
const tables = `
  CREATE TABLE metrics AS SELECT
    range AS id, now()::TIMESTAMP - INTERVAL (range) MINUTE AS timestamp, 'network' AS metric_type, 'GET /' AS metric_name,
    range::DOUBLE AS value_ms, 200 + (range % 2) * 300 AS status_code, range % 2 = 1 AS is_error, 'ios' AS platform,
    '1.0' AS app_version, 'iPhone' AS device_model, 'DE' AS country, 'wifi' AS network_type
    FROM range(100);`;

const statements = templates.flatMap(({ name, widgets }) =>
  widgets.flatMap(({ name: widget, query }) =>
    query.kind === 'sql' ? [{ title: `${name}: ${widget}`, sql: query.sql }] : [],
  ),
);

describe('statements of templates', () => {
  let instance: DuckDBInstance;
  beforeAll(async () => {
    instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    for (const table of tables.split(';').filter((text) => text.trim() !== '')) await connection.run(table);
    connection.closeSync();
  });
  afterAll(() => instance.closeSync());

  async function rowsOf(sql: string): Promise<Record<string, unknown>[]> {
    const connection = await instance.connect();
    try {
      await connection.run("SET TimeZone = 'UTC'");
      return (await connection.runAndReadAll(sql)).getRowObjectsJson();
    } finally {
      connection.closeSync();
    }
  }

  for (const { title, sql } of statements) {
    test(`${title} runs and finds something`, async () => {
      expect((await rowsOf(sql)).length).toBeGreaterThan(0);
    });
  }

  test('an operation that failed half of the time has as many errors', async () => {
    const { sql = '' } = statements.find(({ title }) => title === 'Errors and health: Failing operations') ?? {};
    expect(await rowsOf(sql)).toEqual([{ metric_name: 'GET /', errors: '50' }]);
  });
});
