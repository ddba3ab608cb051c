import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { QueryRejected } from '../../../analytics/analytics-store.ts';
import { BothEngines } from '../../../compose/testing/both-engines.ts';
import { eventsRecord, scope } from '../../../compose/testing/sample-log.ts';
import { type ExportFormat, type ExportSource, exportFileQuery } from '../queries/export-file.ts';

let engines: BothEngines;
let files = 0;
beforeAll(async () => {
  engines = await BothEngines.open();
  const event = (n: number, properties: Record<string, unknown>) => ({
    event: n % 2 === 0 ? '=cmd()' : 'a,"b"',
    event_id: `e${n}`,
    timestamp: new Date(Date.UTC(2026, 0, n + 1)).toISOString(),
    properties,
    context: { user: { id: n === 3 ? '-1.5e3' : `u\n${n}` }, experiments: { x: 'on' } },
  });
  const texts = ['', 'ü\u2028', '＝1', '\t', 'x'.repeat(40_000)];
  await engines.load(eventsRecord(...texts.map((text, n) => event(n, { text, big: '9007199254740993', n: n + 0.5 }))));
});
afterAll(() => engines.close());

const changesJson =
  '[{"id":"c1","action":"created","config_version":9007199254740993,"created_at_ms":-62135596800000}]';

async function exported(
  engine: 'duckdb' | 'clickhouse',
  source: ExportSource,
  format: ExportFormat,
): Promise<{ readonly path: string; readonly rows: number }> {
  const path = join(engines.sample.root, `export-${++files}`);
  const store = engine === 'duckdb' ? engines.sample.analytics : engines.clickhouse;
  const { rows } = await store.run(exportFileQuery, { scope, source, format, path, changesJson });
  return { path, rows };
}

/** Rows of a file as DuckDB reads them, all columns as text: in Parquet one has JSON as JSON, the other as text. */
async function rowsOf({ path }: { readonly path: string }, format: ExportFormat): Promise<string[]> {
  if (format === 'ndjson') {
    const lines = readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
    return lines.map((line) => JSON.stringify(JSON.parse(line))).sort();
  }
  const from =
    format === 'parquet' ? `read_parquet('${path}')` : `read_csv('${path}', all_varchar = true, header = true)`;
  const rows = await engines.sample.rows(
    `SELECT to_json(t)::VARCHAR AS row FROM (SELECT COLUMNS(*)::VARCHAR FROM ${from}) AS t`,
  );
  // Times of ClickHouse are said to be in UTC; those of DuckDB are, and say nothing.
  return rows.map(({ row }) => String(row).replaceAll(/(?<=\d\d:\d\d:\d\d(?:\.\d+)?)\+00(?=")/g, '')).sort();
}

const sources: Readonly<Record<string, ExportSource>> = {
  'a statement': {
    kind: 'sql',
    sql: `SELECT event_id, event_name, user_id, timestamp, properties->>'text' AS text, properties, active_experiments,
      CAST(timestamp AS DATE) AS day, 1.5 AS "=half", true AS b, NULL AS nothing FROM events`,
  },
  'a table': { kind: 'table', table: 'events' },
  'a table with a range': { kind: 'table', table: 'events', fromMs: Date.UTC(2026, 0, 2), toMs: Date.UTC(2026, 0, 4) },
  'people of a range': { kind: 'table', table: 'people', fromMs: -62_135_596_800_000 },
  'the change log': { kind: 'table', table: 'changes' },
  'rows that were made': {
    kind: 'rows',
    columns: [
      { name: 'bucket', type: 'timestamp' },
      { name: '+series', type: 'text' },
      { name: 'count', type: 'integer' },
      { name: 'value', type: 'number' },
    ],
    rowsJson: '[[0,"a, \\"b\\"",1,0.5],[null,null,null,null],[1767225600000,"=x",9007199254740991,-2.25]]',
  },
  'no rows': { kind: 'sql', sql: "SELECT event_id FROM events WHERE event_id = 'none'" },
};

describe.each(['ndjson', 'csv', 'parquet'] as const)('as %s', (format) => {
  test.each(Object.entries(sources))('%s is the same from both engines', async (_, source) => {
    const [duckdb, clickhouse] = [
      await exported('duckdb', source, format),
      await exported('clickhouse', source, format),
    ];
    expect(clickhouse.rows).toBe(duckdb.rows);
    expect(await rowsOf(clickhouse, format)).toEqual(await rowsOf(duckdb, format));
  });
});

test('more rows than are shown are written, and counted', async () => {
  for (const format of ['ndjson', 'csv', 'parquet'] as const) {
    const file = await exported(
      'clickhouse',
      { kind: 'sql', sql: 'SELECT number, toString(number) AS t FROM numbers(50000)' },
      format,
    );
    expect(file.rows).toBe(50_000);
  }
});

test('a statement that fails in the middle leaves no file', async () => {
  const sql = "SELECT if(number < 40000, 1, toInt32(concat('x', toString(number)))) AS n FROM numbers(50000)";
  for (const format of ['ndjson', 'csv', 'parquet'] as const) {
    const path = join(engines.sample.root, `failed-${format}`);
    const source = { kind: 'sql', sql } as const;
    const failure = engines.clickhouse.run(exportFileQuery, { scope, source, format, path, changesJson });
    await expect(failure).rejects.toBeInstanceOf(QueryRejected);
    expect(existsSync(path)).toBe(false);
  }
});
