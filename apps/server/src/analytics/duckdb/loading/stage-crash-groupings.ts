import type { SegmentFile } from '../../../collect/loader/load-target.ts';
import { readRecords } from './read-records.ts';
import { GOOD, UNREADABLE } from './stage-batches.ts';
import { RECEIVED } from './stage-time.ts';

/** Rows for `crash_groupings`: one for each report of a `grouping` record. */
export function stageCrashGroupings(files: readonly SegmentFile[], logTag: number): string {
  const members = `'b': 'STRUCT(items STRUCT(crash_id UUID, fingerprint UUID, rule INTEGER, symbols INTEGER)[])'`;
  return `SELECT (CASE WHEN v.crash_id IS NULL OR v.fingerprint IS NULL OR v.rule IS NULL OR v.symbols IS NULL
      THEN ${UNREADABLE} ELSE ${GOOD} END)::TINYINT AS state,
    p, e, ${logTag}::UINTEGER AS log_tag, s AS seq, i AS idx, ${RECEIVED}, v.crash_id AS crash_id,
    v.fingerprint AS fingerprint, v.rule AS rule, v.symbols AS symbols
  FROM (SELECT s, p, e, r, unnest(items) AS v, (generate_subscripts(items, 1) - 1)::UINTEGER AS i
    FROM (SELECT *, CASE WHEN len(b.items) > 0 THEN b.items ELSE [NULL] END AS items
      FROM ${readRecords(files, 'grouping', members)}))`;
}
