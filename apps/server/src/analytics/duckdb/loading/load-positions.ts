import type { DuckDBConnection } from '@duckdb/node-api';
import type { LogPosition, NumberRange } from '../../../collect/loader/load-target.ts';
import { failPointValue } from '../../../telemetry/fail-points.ts';
import { countColumns, countValues, type LoadTotals } from './load-totals.ts';
import { gapsAfter } from './segment-gaps.ts';

export type Positions = ReadonlyMap<string, LogPosition>;

export async function readPositions(connection: DuckDBConnection): Promise<Positions> {
  // Tests forget it to see that it is what keeps a loaded segment from being loaded again.
  if (failPointValue('loader.position') === 'forgotten') return new Map();
  const gaps = new Map<string, NumberRange[]>();
  const gapRows = await connection.run(
    'SELECT log_id::VARCHAR, "first", "last" FROM store.segment_gaps ORDER BY "first"',
  );
  for (const [logId, first, last] of await gapRows.getRowsJS()) {
    const ofLog = gaps.get(String(logId)) ?? [];
    gaps.set(String(logId), [...ofLog, { first: Number(first), last: Number(last) }]);
  }
  const rows = await connection.run('SELECT log_id::VARCHAR, max(segment) FROM store.loads GROUP BY log_id');
  const positions = (await rows.getRowsJS()).map(([logId, upTo]): [string, LogPosition] => [
    String(logId),
    { logId: String(logId), upTo: Number(upTo), skipped: gaps.get(String(logId)) ?? [] },
  ]);
  return new Map(positions);
}

/** The position once these segments of the log are loaded. */
export function positionAfter(before: LogPosition | undefined, logId: string, numbers: readonly number[]): LogPosition {
  const upTo = Math.max(before?.upTo ?? 0, ...numbers);
  return { logId, upTo, skipped: gapsAfter(before?.upTo ?? 0, before?.skipped ?? [], numbers) };
}

/** Writes, in the transaction that stores the rows, how far these logs are stored, and the running totals. */
export async function savePositions(
  connection: DuckDBConnection,
  positions: readonly LogPosition[],
  totals: LoadTotals,
): Promise<LoadTotals> {
  let { lastLoad } = totals;
  for (const { logId, upTo, skipped } of positions) {
    await connection.run(`DELETE FROM store.segment_gaps WHERE log_id = '${logId}'::UUID`);
    const gaps = skipped.map(({ first, last }) => `('${logId}', ${first}, ${last})`);
    if (gaps.length > 0) await connection.run(`INSERT INTO store.segment_gaps VALUES ${gaps.join(', ')}`);
    const values = `${++lastLoad}, '${logId}', ${upTo}, make_timestamp_ms(${Date.now()}), ${countValues(totals.counters)}`;
    await connection.run(`INSERT INTO store.loads (load, log_id, segment, loaded, ${countColumns}) VALUES (${values})`);
  }
  return { ...totals, lastLoad };
}
