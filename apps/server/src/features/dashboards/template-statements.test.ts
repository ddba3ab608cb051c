import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { templates } from './templates/templates.ts';

/** What statements may read, with the columns that the guide promises; one day of a small product. */
const tables = `
  CREATE TABLE events AS SELECT
    range AS event_id, ['$session_start', 'bought', '$flag_exposure', '$experiment_exposure'][range % 4 + 1] AS event_name,
    now()::TIMESTAMP - INTERVAL (range) MINUTE AS timestamp, 'p' || range % 5 AS person_id, 's' || range // 4 AS session_id,
    {'flag_key': 'f', 'value': range % 3 = 0, 'experiment_key': 'x', 'variant_key': 'v' || range % 2}::JSON AS properties
    FROM range(400);
  CREATE TABLE crashes AS SELECT
    range AS id, now()::TIMESTAMP - INTERVAL (range) MINUTE AS timestamp, 'ios' AS platform, '1.' || range % 3 AS app_version,
    '18.0' AS os_version, 'iPhone' AS device_model, 'E' || range % 2 AS exception_type, 'broken' AS exception_message,
    's' || range * 10 AS session_id, 'd' || range AS device_id
    FROM range(10);
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

  const named = (title: string) => statements.find((statement) => statement.title === title)?.sql ?? '';

  test('sessions with a crash are those that crashed', async () => {
    const rows = await rowsOf(named('Errors and health: Crash-free sessions'));
    const crashFree = rows.reduce(
      (sum, { sessions, crash_free_percent: percent }) => sum + Number(sessions) * Number(percent),
      0,
    );
    expect(rows.reduce((sum, { sessions }) => sum + Number(sessions), 0)).toBe(100);
    // Ten of a hundred crashed; shares are rounded to two digits, day by day.
    expect(Math.abs(crashFree / 100 - 90)).toBeLessThan(0.02);
  });

  test('values and variants come out of the properties as text', async () => {
    const values = await rowsOf(named('Flags and experiments: Flag values'));
    expect(values.map(({ flag, value }) => `${flag}=${value}`).sort()).toEqual(['f=false', 'f=true']);
    const variants = await rowsOf(named('Flags and experiments: Users by variant'));
    expect(variants).toEqual([{ experiment: 'x', variant: 'v1', people: '5' }]);
  });

  test('a share of errors is a percent', async () => {
    const [row] = await rowsOf(named('Errors and health: Failing operations'));
    expect(row).toMatchObject({ metric_name: 'GET /', measured: '100', errors: '50' });
    expect(Number(row?.error_percent)).toBe(50);
  });
});
