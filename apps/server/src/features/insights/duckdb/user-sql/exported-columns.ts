import type { DuckDBType } from '@duckdb/node-api';
import { duckdb } from '../../../../engines/duckdb/duckdb.ts';
import type { ExportFormat } from '../../queries/export-file.ts';
import { EXPORTED_NUMBER, exportedTitles, FORMULA } from '../../queries/exported-titles.ts';
import { columnTypeOf } from './json-cell.ts';
import type { PreparedSelect } from './prepare-statement.ts';
import { bytesOfRow } from './shown-result.ts';

/** How each format is written. Small row groups: one is held in memory for each thread. */
export const copyOptions: Readonly<Record<ExportFormat, string>> = {
  parquet: 'FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 16384',
  ndjson: 'FORMAT json',
  csv: `FORMAT csv, HEADER true, DELIMITER ',', QUOTE '"', ESCAPE '"', NULLSTR ''`,
};

export interface ExportedColumns {
  /** Names inside, by place: what a user calls columns may repeat. */
  readonly names: string;
  /** What is written of each, under its own name. */
  readonly expressions: string;
}

/** Rows are written many at a time, so the first column asks for the memory of all of them (see guard-statement.ts). */
export function exportedColumns(
  { names, types }: PreparedSelect,
  format: ExportFormat,
  watchId: number,
): ExportedColumns {
  const titles = exportedTitles(names, format === 'csv');
  const bytes = bytesOfRow(types);
  const expressions = types.map((type, at) => {
    const title = titles[at] ?? '';
    const value = written(`c${at}`, type, format);
    const isAsking = at === 0 && bytes !== undefined;
    return `${isAsking ? `CASE WHEN "lamppost room"(${watchId}, ${bytes}) THEN ${value} END` : value} AS "${title.replaceAll('"', '""')}"`;
  });
  return { names: types.map((_, at) => `c${at}`).join(', '), expressions: expressions.join(', ') };
}

const { DuckDBTypeId: TypeId } = duckdb;

const largeIntegers = new Set([TypeId.BIGINT, TypeId.UBIGINT, TypeId.HUGEINT, TypeId.UHUGEINT]);

/** Text forms are those of the API: times in ISO 8601, integers beyond a double as text, no number that is none. */
function written(column: string, type: DuckDBType, format: ExportFormat): string {
  if (format === 'parquet') return column;
  const word = columnTypeOf(type);
  switch (word) {
    case 'timestamp':
      return `strftime(${column}::TIMESTAMP, '%Y-%m-%dT%H:%M:%S.%gZ')`;
    case 'date':
    case 'time':
    case 'interval':
    case 'uuid':
      return `${column}::VARCHAR`;
    case 'binary':
      return `base64(${column})`;
    case 'number':
      return type.typeId === TypeId.DECIMAL ? column : `CASE WHEN isfinite(${column}) THEN ${column} END`;
    case 'integer': {
      if (format === 'csv' || !largeIntegers.has(type.typeId)) return column;
      const isExact = `${column} BETWEEN -9007199254740991 AND 9007199254740991`;
      return `CASE WHEN ${isExact} THEN to_json(${column}) ELSE to_json(${column}::VARCHAR) END`;
    }
    case 'list':
    case 'struct':
    case 'map':
      return format === 'csv' ? `to_json(${column})::VARCHAR` : column;
    case 'json':
      return format === 'csv' ? safeCell(`${column}::VARCHAR`) : column;
    case 'text':
      return format === 'csv' ? safeCell(`${column}::VARCHAR`) : column;
    case 'boolean':
      return column;
  }
}

/** An apostrophe in front makes it text again; numbers are left alone. */
const safeCell = (text: string): string =>
  `CASE WHEN regexp_matches(${text}, '${FORMULA}') AND NOT regexp_full_match(${text}, '${EXPORTED_NUMBER}')
    THEN '''' || ${text} ELSE ${text} END`;
