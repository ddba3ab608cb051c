import type { DuckDBDecimalValue, DuckDBType, DuckDBTypeId, DuckDBValue } from '@duckdb/node-api';
import { duckdb } from '../../../../engines/duckdb/duckdb.ts';

/** What a column holds, in words. */
export type ColumnType =
  | 'text'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'timestamp'
  | 'date'
  | 'time'
  | 'interval'
  | 'uuid'
  | 'json'
  | 'list'
  | 'struct'
  | 'map'
  | 'binary';

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

/** Texts longer than this are cut: nobody reads them in a table, and one row must not fill the answer. */
export const MAX_CELL_CHARACTERS = 32_768;

/** How a value of this column is written as JSON. Numbers that are none (NaN, infinity) are null. */
export function jsonCell(type: DuckDBType): (value: DuckDBValue) => string {
  if (columnTypeOf(type) === 'json') return (value) => (value === null ? 'null' : jsonText(String(value)));
  return (value) => (value === null ? 'null' : bounded(JSON.stringify(plain(value)) ?? 'null'));
}

/** JSON goes out as it is stored, digits included. */
function jsonText(text: string): string {
  if (text.length > MAX_CELL_CHARACTERS) return JSON.stringify(cut(text));
  try {
    JSON.parse(text);
    return text;
  } catch (error) {
    if (error instanceof SyntaxError) return JSON.stringify(text);
    throw error;
  }
}

/** A list or struct that is too long is given as the beginning of its text. */
const bounded = (json: string): string =>
  json.length <= MAX_CELL_CHARACTERS * 6 || json.startsWith('"') ? json : JSON.stringify(cut(json));

const cut = (text: string): string =>
  text.length <= MAX_CELL_CHARACTERS ? text : `${text.slice(0, MAX_CELL_CHARACTERS).toWellFormed()}…`;

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
  if (value instanceof duckdb.DuckDBDecimalValue) return decimal(value);
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

const MAX_TIME_MS = 8.64e15;

/** Null for times that are none: infinity, and years that no calendar has. */
const isoOf = (ms: number): string | null => (Math.abs(ms) <= MAX_TIME_MS ? new Date(ms).toISOString() : null);

/** As a number when that says the same, otherwise as text. */
function decimal(value: DuckDBDecimalValue): number | string {
  const text = value.toString();
  return text.replace(/\D/g, '').length <= 15 ? Number(text) : text;
}
