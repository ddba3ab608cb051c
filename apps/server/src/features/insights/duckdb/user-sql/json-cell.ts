import type { DuckDBType, DuckDBTypeId, DuckDBValue } from '@duckdb/node-api';
import { duckdb } from '../../../../engines/duckdb/duckdb.ts';
import { bounded, type ColumnType, cut, decimalOf, isoOf, jsonText } from '../../queries/sql-cell.ts';

const { DuckDBTypeId: TypeId } = duckdb;

const wordOf: Partial<Record<DuckDBTypeId, ColumnType>> = {
  [TypeId.BOOLEAN]: 'boolean',
  [TypeId.TINYINT]: 'integer',
  [TypeId.SMALLINT]: 'integer',
  [TypeId.INTEGER]: 'integer',
  [TypeId.BIGINT]: 'integer',
  [TypeId.HUGEINT]: 'integer',
  [TypeId.UTINYINT]: 'integer',
  [TypeId.USMALLINT]: 'integer',
  [TypeId.UINTEGER]: 'integer',
  [TypeId.UBIGINT]: 'integer',
  [TypeId.UHUGEINT]: 'integer',
  [TypeId.FLOAT]: 'number',
  [TypeId.DOUBLE]: 'number',
  [TypeId.DECIMAL]: 'number',
  [TypeId.TIMESTAMP]: 'timestamp',
  [TypeId.TIMESTAMP_S]: 'timestamp',
  [TypeId.TIMESTAMP_MS]: 'timestamp',
  [TypeId.TIMESTAMP_NS]: 'timestamp',
  [TypeId.TIMESTAMP_TZ]: 'timestamp',
  [TypeId.DATE]: 'date',
  [TypeId.TIME]: 'time',
  [TypeId.TIME_TZ]: 'time',
  [TypeId.INTERVAL]: 'interval',
  [TypeId.UUID]: 'uuid',
  [TypeId.LIST]: 'list',
  [TypeId.ARRAY]: 'list',
  [TypeId.STRUCT]: 'struct',
  [TypeId.MAP]: 'map',
  [TypeId.BLOB]: 'binary',
};

export const columnTypeOf = (type: DuckDBType): ColumnType =>
  type.alias === 'JSON' ? 'json' : (wordOf[type.typeId] ?? 'text');

/** How a value of this column is written as JSON. Numbers that are none (NaN, infinity) are null. */
export function jsonCell(type: DuckDBType): (value: DuckDBValue) => string {
  if (columnTypeOf(type) === 'json') return (value) => (value === null ? 'null' : jsonText(String(value)));
  return (value) => (value === null ? 'null' : bounded(JSON.stringify(plain(value)) ?? 'null'));
}

/** The value in the terms of JSON. Integers beyond what a double holds are texts of their digits. */
export function plain(value: DuckDBValue): unknown {
  switch (typeof value) {
    case 'string':
      return cut(value);
    case 'number':
      return Number.isFinite(value) ? value : null;
    case 'bigint':
      return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
    case 'boolean':
      return value;
  }
  const timeMs = timeMsOf(value);
  if (timeMs !== undefined) return isoOf(timeMs);
  if (value === null) return null;
  if (value instanceof duckdb.DuckDBDateValue) return isoOf(value.days * 86_400_000)?.replace(/T.*/, '') ?? null;
  if (value instanceof duckdb.DuckDBDecimalValue) return decimalOf(value.toString());
  if (value instanceof duckdb.DuckDBListValue || value instanceof duckdb.DuckDBArrayValue)
    return value.items.map(plain);
  if (value instanceof duckdb.DuckDBStructValue) return members(Object.entries(value.entries));
  if (value instanceof duckdb.DuckDBMapValue) {
    return members(value.entries.map((entry) => [textOfKey(entry.key), entry.value] as const));
  }
  if (value instanceof duckdb.DuckDBUnionValue) return plain(value.value);
  if (value instanceof duckdb.DuckDBBlobValue) return Buffer.from(value.bytes).toString('base64');
  return cut(String(value));
}

const members = (entries: readonly (readonly [string, DuckDBValue])[]): Record<string, unknown> =>
  Object.fromEntries(entries.map(([name, value]) => [name, plain(value)]));

const textOfKey = (key: DuckDBValue): string => {
  const text = plain(key);
  return typeof text === 'string' ? text : JSON.stringify(text);
};

function timeMsOf(value: DuckDBValue): number | undefined {
  if (value instanceof duckdb.DuckDBTimestampMillisecondsValue) return Number(value.millis);
  if (value instanceof duckdb.DuckDBTimestampValue || value instanceof duckdb.DuckDBTimestampTZValue) {
    return Math.floor(Number(value.micros) / 1_000);
  }
  if (value instanceof duckdb.DuckDBTimestampSecondsValue) return Number(value.seconds) * 1_000;
  return value instanceof duckdb.DuckDBTimestampNanosecondsValue ? Math.floor(Number(value.nanos) / 1e6) : undefined;
}
