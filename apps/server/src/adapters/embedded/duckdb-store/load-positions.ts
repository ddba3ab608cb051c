import type { DuckDBConnection } from '@duckdb/node-api';
import type { StoreCounters } from '../../../analytics/analytics-store.ts';
import type { LogPosition, NumberRange, SegmentToLoad } from '../../../analytics/load-target.ts';
import { failPointValue } from '../../../telemetry/fail-points.ts';
import { addCounts, countValues, type LoadTotals } from './load-totals.ts';
import { gapsAfter } from './segment-gaps.ts';

export async function readPositions(connection: DuckDBConnection): Promise<ReadonlyMap<string, LogPosition>> {
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

/** Writes, in the load's own transaction, how far the log is stored and the running totals. */
export async function savePosition(
  connection: DuckDBConnection,
  logId: string,
  before: LogPosition | undefined,
  segments: readonly SegmentToLoad[],
  totals: LoadTotals,
  counts: StoreCounters,
): Promise<{ readonly position: LogPosition; readonly totals: LoadTotals }> {
  const numbers = segments.map((segment) => segment.number);
  const upTo = Math.max(before?.upTo ?? 0, ...numbers);
  const { gaps, missingDelta } = gapsAfter(before?.upTo ?? 0, before?.skipped ?? [], numbers);
  if (missingDelta !== 0) {
    await connection.run(`DELETE FROM store.segment_gaps WHERE log_id = '${logId}'::UUID`);
    const values = gaps.map(({ first, last }) => `('${logId}', ${first}, ${last})`);
    if (values.length > 0) await connection.run(`INSERT INTO store.segment_gaps VALUES ${values.join(', ')}`);
  }
  const counters = addCounts(addCounts(totals.counters, counts), { missingSegments: missingDelta });
  const lastLoad = totals.lastLoad + 1;
  await connection.run(
    `INSERT INTO store.loads VALUES (${lastLoad}, '${logId}', ${upTo}, make_timestamp_ms(${Date.now()}), ${countValues(counters)})`,
  );
  return { position: { logId, upTo, skipped: gaps }, totals: { lastLoad, counters } };
}
