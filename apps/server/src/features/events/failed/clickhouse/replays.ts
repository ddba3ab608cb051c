import type { ClickhouseReader } from '../../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { inScope } from '../../../../analytics/clickhouse/relations/conditions.ts';
import { visible } from '../../../../analytics/clickhouse/visible.ts';
import { rowPositionOf } from '../../../../analytics/row-id.ts';
import type { Scope } from '../../../../edge/scope.ts';
import type { Row } from '../../../../engines/clickhouse/clickhouse-client.ts';

/** When failed events of a scope were stored after all, as a table expression: failed_log_tag, failed_seq, failed_idx, first_ms. */
export const firstReplays = (scope: Scope): string => `(
  SELECT failed_log_tag, failed_seq, failed_idx, min(replayed_ms) AS first_ms FROM ${visible('replays')}
  WHERE ${inScope(scope)} GROUP BY failed_log_tag, failed_seq, failed_idx)`;

/** Rows of failed events, each with its replayed_ms. */
export async function withReplays(
  reader: ClickhouseReader,
  scope: Scope,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  if (rows.length === 0) return rows;
  const places = rows.map(placeOf).join(', ');
  const replays = await reader.rows(
    `SELECT failed_log_tag, failed_seq, failed_idx, min(replayed_ms) FROM ${visible('replays')}
      WHERE ${inScope(scope)} AND (failed_log_tag, failed_seq, failed_idx) IN (${places})
      GROUP BY failed_log_tag, failed_seq, failed_idx`,
  );
  const firstMs = new Map(replays.map(([logTag, seq, idx, ms]) => [`(${logTag}, ${seq}, ${idx})`, Number(ms)]));
  return rows.map((row) => ({ ...row, replayed_ms: firstMs.get(placeOf(row)) ?? null }));
}

const placeOf = (row: Row): string => `(${row.log_tag}, ${row.seq}, ${row.idx})`;

/** A condition on columns that hold a place: it is that of one of the ids. */
export function isPlaceOf(columns: string, ids: readonly string[]): string {
  const known = ids.flatMap((id) => rowPositionOf(id) ?? []);
  if (known.length === 0) return 'false';
  const places = known.map(({ logTag, sequence, index }) => `(${logTag}, ${sequence}, ${index})`);
  return `(${columns}) IN (${places.join(', ')})`;
}
