import { doubleText, withPoint } from '../../../../analytics/clickhouse/relations/double-text.ts';
import { isoText } from '../../../../analytics/clickhouse/relations/iso-time.ts';
import { withLineSeparators } from '../../../../analytics/clickhouse/relations/json-member.ts';
import { quoted } from '../../../../engines/clickhouse/clickhouse-sql.ts';
import type { ExportFormat } from '../../queries/export-file.ts';
import { exportTitles, FORMULA, NUMBER } from '../../queries/export-titles.ts';
import type { ExportedColumn, ExportedSelect } from './exported-select.ts';

/** A statement whose bytes are the file, but for what stands in front of them. */
export interface WrittenRows {
  readonly head: string;
  readonly sql: string;
}

/**
 * The rows as a file has them, byte for byte as DuckDB writes them but for Parquet. ClickHouse's own formats quote every
 * text of CSV, and have no word for a text that is JSON already.
 */
export function writtenRows({ sql, columns }: ExportedSelect, format: ExportFormat): WrittenRows {
  const titles = exportTitles(
    columns.map(({ name }) => name),
    format,
  );
  if (format === 'parquet') {
    const values = columns.map(({ type }, at) => `${parquetValue(`c${at}`, type)} AS ${identifier(titles[at] ?? '')}`);
    return { head: '', sql: `SELECT ${values.join(', ')} FROM (${sql}) FORMAT Parquet` };
  }
  if (format === 'csv') {
    const cells = columns.map(({ type }, at) => `ifNull(${csvCell(`c${at}`, type)}, '')`);
    return { head: `${titles.map(csvTitle).join(',')}\n`, sql: lines(cells.join(`, ',', `), sql, `'\\n'`) };
  }
  const members = columns.map(({ type }, at) => {
    const key = `${at === 0 ? '{' : ','}${JSON.stringify(titles[at])}:`;
    return `${quoted(key)}, ifNull(${jsonValue(`c${at}`, type)}, 'null')`;
  });
  return { head: '', sql: lines(members.join(', '), sql, `'}\\n'`) };
}

const lines = (parts: string, rows: string, end: string): string =>
  `SELECT concat(${parts}, ${end}) FROM (${rows}) FORMAT RawBLOB`;

const identifier = (name: string): string => `\`${name.replace(/[\\`]/g, (found) => `\\${found}`)}\``;

function parquetValue(column: string, type: ExportedColumn['type']): string {
  return type === 'timestamp' ? `fromUnixTimestamp64Micro(${column} * 1000, 'UTC')` : column;
}

const isQuoted = /^$|[#,"\n\r]/;
const csvTitle = (title: string): string => (isQuoted.test(title) ? `"${title.replaceAll('"', '""')}"` : title);
const csvText = (text: string): string =>
  `if(match(${text}, ${quoted(isQuoted.source)}), concat('"', replaceAll(${text}, '"', '""'), '"'), ${text})`;

/** An apostrophe in front makes it text again; numbers are left alone. */
const safeText = (text: string): string =>
  `concat(if(match(${text}, ${quoted(FORMULA)}) AND NOT match(${text}, ${quoted(`^(?:${NUMBER})$`)}), '\\'', ''), ${text})`;

function csvCell(column: string, type: ExportedColumn['type']): string {
  switch (type) {
    case 'text':
    case 'json':
      return csvText(safeText(column));
    case 'list':
      return csvText(jsonText(column));
    case 'timestamp':
      return isoText(column);
    case 'integer':
    case 'boolean':
      return `toString(${column})`;
    case 'number':
      return doubleText(column);
  }
}

/** Integers beyond a double are texts, as everywhere in the API. */
const isExact = (column: string): string => `abs(${column}) <= ${Number.MAX_SAFE_INTEGER}`;

function jsonValue(column: string, type: ExportedColumn['type']): string {
  switch (type) {
    case 'text':
    case 'list':
      return jsonText(column);
    case 'json':
      return column;
    case 'timestamp':
      return `concat('"', ${isoText(column)}, '"')`;
    case 'integer':
      return `if(${isExact(column)}, toString(${column}), concat('"', toString(${column}), '"'))`;
    case 'boolean':
      return `toString(${column})`;
    case 'number':
      return `if(isFinite(${column}), ${withPoint(`toString(${column})`)}, NULL)`;
  }
}

/** Few texts have a line separator, and none of the others should take the time that it takes. */
const jsonText = (value: string): string => `arrayElement(arrayMap(json -> if(position(json, '\\\\u202') = 0, json,
  ${withLineSeparators('json')}), [if(${value} IS NULL, NULL, toJSONString(${value}))]), 1)`;
