import type { SegmentFile } from '../../../collect/loader/load-target.ts';
import { readRecords } from './read-records.ts';
import { GOOD, UNREADABLE } from './stage-batches.ts';
import { RECEIVED } from './stage-time.ts';

/** What the edge refused and only counted: rows for the ledger, stored nowhere else. */
export function stageTallies(files: readonly SegmentFile[], logTag: number): string {
  const members = `'b': 'STRUCT(items STRUCT(kind VARCHAR, outcome VARCHAR, reason VARCHAR, "count" BIGINT)[])'`;
  return `SELECT (CASE WHEN v.kind IN ('events', 'crashes', 'metrics') AND v.outcome IN ('limited', 'invalid')
      AND v."count" >= 0 THEN ${GOOD} ELSE ${UNREADABLE} END)::TINYINT AS state,
    p, e, ${logTag}::UINTEGER AS log_tag, s AS seq, i AS idx, v.kind AS item_kind, v."count" AS items, v.outcome AS outcome,
    coalesce(v.reason, '') AS reason, ${RECEIVED}
  FROM (SELECT s, p, e, r, unnest(items) AS v, (generate_subscripts(items, 1) - 1)::UINTEGER AS i
    FROM (SELECT *, CASE WHEN len(b.items) > 0 THEN b.items ELSE [NULL] END AS items
      FROM ${readRecords(files, 'tally', members)}))`;
}
