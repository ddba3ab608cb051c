import type { RecordKind } from '../../../collect/event-log/log-record.ts';
import type { SegmentFile } from '../../../collect/loader/load-target.ts';
import { quoted } from '../sql-text.ts';

/**
 * A table expression with the records of one kind: s, p, e, r, n, o and the given columns.
 * A line that cannot be read comes out as NULLs under ignore_errors and is left out here:
 * anyone who reads must count the records.
 */
export function readRecords(files: readonly SegmentFile[], kind: RecordKind | 'any', columns: string): string {
  const longest = Math.max(...files.map((file) => file.maxLineBytes));
  // DuckDB's read buffers are a multiple of this: the smallest that fits keeps the process small.
  const objectBytes = Math.max(MIN_OBJECT_BYTES, longest + 1024);
  const ofKind = kind === 'any' ? '' : kind === 'events' ? 'AND k IS NULL' : `AND k = ${quoted(kind)}`;
  return `(SELECT * FROM read_json([${files.map((file) => quoted(file.path)).join(', ')}],
    format = 'newline_delimited', ignore_errors = true, maximum_object_size = ${objectBytes},
    columns = {'$': 'VARCHAR', 'k': 'VARCHAR', 's': 'BIGINT', 'p': 'UUID', 'e': 'UUID', 'r': 'BIGINT', 'n': 'BIGINT',
      'o': 'VARCHAR', ${columns}})
    WHERE "$" IS NULL AND s IS NOT NULL AND p IS NOT NULL AND e IS NOT NULL AND r IS NOT NULL ${ofKind})`;
}

const MIN_OBJECT_BYTES = 262_144;
