import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ClickhouseSample } from '../../../compose/testing/clickhouse-sample.ts';
import { randomRecords, randomSeed, seeded } from '../../../compose/testing/random-records.ts';
import { SampleLog } from '../../../compose/testing/sample-log.ts';
import { SampleStore } from '../../../compose/testing/sample-store.ts';
import { tables } from '../tables.ts';
import { visible, visibleParams } from '../visible.ts';
import { copiedTables } from './write-parquet.ts';

let duckdb: SampleStore;
let clickhouse: ClickhouseSample;
beforeEach(async () => {
  duckdb = await SampleStore.open();
  clickhouse = await ClickhouseSample.open();
});
afterEach(async () => {
  await duckdb.close();
  await clickhouse.close();
});

/** Not the same in both: each notes removals in its own files, and ClickHouse has no file of its own to scrub. */
const notCompared = new Set(['is_scrubbed', 'attempt', 'noticed_ms']);

/** Whether a row is stored and then erased, or not stored at all, depends on what is loaded together: these are its counts. */
const removedRows = ['events', 'crashes', 'metrics', 'links', 'device_facts', 'failed_events', 'fingerprints'];

const columnsOf = (table: (typeof copiedTables)[number]): string[] =>
  Object.keys(tables[table].columns).filter(
    (column) => !notCompared.has(column) && !(table === 'removals' && removedRows.includes(column)),
  );

async function rowsInDuckdb(table: (typeof copiedTables)[number]): Promise<string[]> {
  const source = ['erasures', 'removals'].includes(table) ? `store.${table}` : `all_${table}`;
  const columns = columnsOf(table).map((column) => {
    if (!column.endsWith('_ms') || column === 'value_ms') return `"${column}"::VARCHAR`;
    return `epoch_ms("${column.slice(0, -3)}")::VARCHAR`;
  });
  const grouped =
    table === 'ledger'
      ? ledgerSums(source, (column) => `epoch_ms("${column}")`)
      : table === 'links'
        ? earliestLinks(source, 'epoch_ms(linked_at)')
        : undefined;
  const rows = await duckdb.rows(
    grouped ?? `SELECT ${columns.map((sql, at) => `${sql} AS c${at}`).join(', ')} FROM ${source}`,
  );
  return rows.map((row) => JSON.stringify(Object.values(row))).sort();
}

async function rowsInClickhouse(table: (typeof copiedTables)[number]): Promise<string[]> {
  const columns = columnsOf(table).map((column) => `toString(${column})`);
  const source = visible(table);
  const sql =
    table === 'ledger'
      ? ledgerSums(source, (column) => `${column}_ms`)
      : table === 'links'
        ? earliestLinks(source, 'linked_at_ms')
        : `SELECT ${columns.join(', ')} FROM ${source}`;
  const rows = await clickhouse.client.rows(sql, { params: visibleParams(clickhouse.visible) });
  return rows.map((row) => JSON.stringify(row)).sort();
}

/** A row for every load: only their sums say something. Stored, erased and repeated: see removedRows. */
const ledgerSums = (source: string, hour: (column: string) => string): string => {
  const outcome = "CASE WHEN outcome IN ('stored', 'erased', 'duplicate') THEN 'known' ELSE outcome END";
  return `SELECT CAST(p AS VARCHAR), CAST(e AS VARCHAR), CAST(${hour('hour')} AS VARCHAR), kind, ${outcome} AS said, reason,
    CAST(sum(items) AS VARCHAR) FROM ${source} GROUP BY 1, 2, 3, 4, 5, 6`;
};

/** One that is known is not written again, and what is known depends on who has loaded before: the earliest counts. */
const earliestLinks = (source: string, time: string): string =>
  `SELECT anonymous_id, user_id, CAST(min(${time}) AS VARCHAR) FROM ${source}
    WHERE anonymous_id IS NOT NULL AND user_id IS NOT NULL GROUP BY 1, 2`;

/** Which links an expiry leaves depends on what is loaded together: a load may hold what one of them is needed for. */
async function expectSameRows(seed: number, hasExpiries: boolean): Promise<void> {
  for (const table of copiedTables.filter((name) => name !== 'links' || !hasExpiries)) {
    expect({ seed, table, rows: await rowsInClickhouse(table) }).toEqual({
      seed,
      table,
      rows: await rowsInDuckdb(table),
    });
  }
}

const LOG_B = 'b18f2f6e-9999-4000-8000-00000000bbbb';

const isFull = process.env.LP_SCALE_OUT === 'full';
const seeds = isFull ? [1, 2, 3, 834_277_315, randomSeed()] : [1];
const cases = seeds.flatMap((seed) => (isFull ? [true, false] : [false]).map((hasExpiries) => ({ seed, hasExpiries })));

for (const { seed, hasExpiries } of cases) {
  const what = hasExpiries ? 'and expiries ' : '';
  test(`random records ${what}of two logs are the same rows in both engines (seed ${seed})`, async () => {
    const random = seeded(seed);
    const logs = [duckdb.log, new SampleLog(join(duckdb.root, 'log'), LOG_B)];
    for (let round = 0; round < 2; round++) {
      for (const log of logs)
        for (let segment = 0; segment < 2; segment++) log.seal(randomRecords(random, 12, hasExpiries));
      // One log after the other in both: an erasure finds what was loaded before it.
      for (const { logId, folder } of logs) {
        const copy = join(clickhouse.root, `${logId}-${round}`);
        cpSync(folder, join(copy, logId), { recursive: true });
        await clickhouse.ship(copy);
        await clickhouse.loadAll();
      }
      await duckdb.loadByLog();
      await expectSameRows(seed, hasExpiries);
    }
    expect(clickhouse.notices.filter((notice) => notice.includes('unbalanced'))).toEqual([]);
  }, 240_000);
}
