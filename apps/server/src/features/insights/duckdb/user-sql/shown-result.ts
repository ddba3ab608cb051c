import type { DuckDBType } from '@duckdb/node-api';
import { duckdb } from '../../../../engines/duckdb/duckdb.ts';
import { type ColumnType, MAX_CELL_CHARACTERS } from '../../queries/sql-cell.ts';
import { MAX_RESULT_ROWS } from '../../queries/sql-result.ts';
import { sumOf } from './growth/byte-bound.ts';
import { MAX_MEMBERS_MEASURED } from './growth/guard-functions.ts';
import { columnTypeOf } from './json-cell.ts';
import type { PreparedSelect } from './prepare-statement.ts';

/** Of a list, in addition to its text. */
const BYTES_OF_MEMBER = 16;
/** No character takes more bytes. */
const BYTES_OF_CHARACTER = 4;

/**
 * A statement so that no more of its answer is copied than is shown: texts are cut where a cell would be, rows after the
 * last one that is shown are empty, and one row tells that there are more.
 */
export class ShownResult {
  readonly sql: string;
  readonly names: readonly string[];
  /** Of the columns; there is one more, whether a row is shown, when rows can be long. */
  readonly types: readonly DuckDBType[];

  static of({ sql, names, types }: PreparedSelect, watchId: number): ShownResult {
    const places = types.map((_, at) => at);
    const bytes = bytesOfRow(types);
    const limit = `LIMIT ${MAX_RESULT_ROWS + 1}`;
    if (bytes === undefined) return new ShownResult(`SELECT * FROM (${sql}) ${limit}`, names, types);
    const columns = places.map((at) => `c${at}`).join(', ');
    const shown = places.map((at) => `CASE WHEN is_shown THEN ${cut(`c${at}`, types[at])} END`).join(', ');
    const shownSql = `SELECT ${shown}, is_shown FROM (
      SELECT *, "lamppost shown"(${watchId}, ${bytes}) AS is_shown FROM (${sql}) AS answer(${columns})) ${limit}`;
    return new ShownResult(shownSql, names, types);
  }

  private constructor(sql: string, names: readonly string[], types: readonly DuckDBType[]) {
    this.sql = sql;
    this.names = names;
    this.types = types;
  }
}

/** What a row with columns c0, c1, … takes, as SQL; undefined when no row can be long. */
export function bytesOfRow(types: readonly DuckDBType[]): string | undefined {
  const measures = types.map((type, at) => bytesOfCell(`c${at}`, type)).filter((measure) => measure !== undefined);
  return measures.length === 0 ? undefined : `${sumOf(measures)}::DOUBLE`;
}

/** Undefined for what is never long. */
function bytesOfCell(column: string, type: DuckDBType): string | undefined {
  if (!(type instanceof duckdb.DuckDBListType)) return bytesOfValue(column, type);
  const members = `${BYTES_OF_MEMBER} * coalesce(len(${column}), 0)`;
  const bytes = bytesOfValue('member', type.valueType);
  if (bytes === undefined) return members;
  return `CASE WHEN len(${column}) > ${MAX_MEMBERS_MEASURED} THEN ${bytesAsJson(column)}
    ELSE ${members} + coalesce(list_sum(list_transform(${column}, lambda member: ${bytes})), 0) END`;
}

function bytesOfValue(value: string, type: DuckDBType): string | undefined {
  if (isText(type)) return `coalesce(strlen(${value}), 0)`;
  const word = columnTypeOf(type);
  if (word === 'binary') return `coalesce(octet_length(${value}), 0)`;
  return isNested.has(word) ? bytesAsJson(value) : undefined;
}

const isNested: ReadonlySet<ColumnType> = new Set(['text', 'list', 'struct', 'map']);

/** DuckDB counts the memory that this takes. */
const bytesAsJson = (value: string): string => `coalesce(strlen(to_json(${value})), 0)`;

const isText = (type: DuckDBType | undefined): boolean => type?.typeId === duckdb.DuckDBTypeId.VARCHAR;

function cut(column: string, type: DuckDBType | undefined): string {
  if (!isText(type)) return column;
  const characters = MAX_CELL_CHARACTERS + 1;
  const text = `${column}::VARCHAR`;
  return `CASE WHEN strlen(${text}) > ${characters * BYTES_OF_CHARACTER} THEN left(${text}, ${characters}) ELSE ${text} END`;
}
