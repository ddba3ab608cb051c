import type { ColumnChunk, FixedType } from '../../../engines/clickhouse/row-binary.ts';
import type { ClickhouseReader } from './clickhouse-reader.ts';

export interface RowsByKey {
  /** A SELECT with the columns that are named below. */
  readonly rows: string;
  /** A UInt64. All rows that share it come one after the other; keys come in no order. */
  readonly key: string;
  /** A UInt64 or Int64 that orders the rows of a key. */
  readonly order: string;
  /** What is read in addition, over `order`, and over `ofKey`. */
  readonly columns: Readonly<Record<string, FixedType>>;
  /** Aggregates over the rows of a key, with names. */
  readonly ofKey?: string;
  /** Which keys are read, over aggregates. */
  readonly having?: string;
}

/** Rows are gathered by key rather than sorted: half the time, and keys need no order. What is too much goes to the disk. */
const MAX_BYTES_IN_MEMORY = '1000000000';

/** The first two columns are the halves of the key. */
export function streamByKey(
  reader: ClickhouseReader,
  { rows, key, order, columns, ofKey, having }: RowsByKey,
): AsyncGenerator<ColumnChunk> {
  const sql = `SELECT toUInt32(bitAnd(${key}, 4294967295)), toUInt32(bitShiftRight(${key}, 32)), ${Object.keys(columns).join(', ')}
    FROM (SELECT ${key}, arraySort(groupArray(${order})) AS ordered ${ofKey === undefined ? '' : `, ${ofKey}`}
      FROM (${rows}) GROUP BY ${key} ${having === undefined ? '' : `HAVING ${having}`})
    ARRAY JOIN ordered AS ${order}`;
  const settings = { max_bytes_before_external_group_by: MAX_BYTES_IN_MEMORY };
  return reader.columns(sql, ['UInt32', 'UInt32', ...Object.values(columns)], { settings });
}
