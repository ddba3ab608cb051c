import type { Cell } from '../../../../engines/clickhouse/clickhouse-client.ts';
import { quotedName } from '../../../../engines/clickhouse/clickhouse-sql.ts';
import type { ExportFormat } from '../../queries/export-file.ts';
import { EXPORTED_NUMBER, exportedTitles, FORMULA } from '../../queries/exported-titles.ts';
import { type CellType, plainCell } from './cell-type.ts';
import type { PreparedSelect } from './prepare-statement.ts';
import { typeOf } from './shown-result.ts';

const formula = new RegExp(FORMULA, 'u');
const number = new RegExp(`^${EXPORTED_NUMBER}$`);
/** DuckDB quotes `#` too, since readers may take it for a comment. */
const needsQuotes = /[",#\r\n]/;

/** How rows of a statement are written to a file. */
export class ExportedRow {
  readonly #types: readonly CellType[];
  readonly #titles: readonly string[];
  readonly #format: ExportFormat;

  constructor({ names, types }: PreparedSelect, format: ExportFormat) {
    this.#types = types.map((type, at) => typeOf(type, names[at] ?? ''));
    this.#titles = exportedTitles(names, format === 'csv');
    this.#format = format;
  }

  /** What is asked for of each column; the row is in `lamppost_row`. */
  get expressions(): string {
    return this.#types
      .map((type, at) => {
        const value = `lamppost_row.${at + 1}`;
        if (this.#format === 'parquet') return `${ofParquet(type, value)} AS ${quotedName(this.#titles[at] ?? '')}`;
        return `${type.kind === 'time' ? type.toTicks(value) : value} AS c${at}`;
      })
      .join(', ');
  }

  get head(): string {
    return this.#format === 'csv' ? `${this.#titles.map((title) => csvText(title)).join(',')}\n` : '';
  }

  line(row: readonly Cell[]): string {
    const cells = this.#types.map((type, at) => this.#cell(type, at, row[at] ?? null));
    return this.#format === 'csv' ? `${cells.join(',')}\n` : `{${cells.join(',')}}\n`;
  }

  #cell(type: CellType, at: number, cell: Cell): string {
    if (this.#format === 'csv') return csvCell(type, cell);
    return `${JSON.stringify(this.#titles[at])}:${jsonOf(type, cell)}`;
  }
}

/** Types that Parquet has none for become texts; a NULL without a type becomes a number, as it is shown. */
function ofParquet(type: CellType, value: string): string {
  const { kind, word } = type;
  if (kind === 'plain' && word === 'integer') return `CAST(${value}, 'Nullable(Int32)')`;
  return word === 'uuid' || word === 'interval' || word === 'text' ? `toString(${value})` : value;
}

const whole = (text: string): string => text;

function jsonOf(type: CellType, cell: Cell): string {
  if (type.word !== 'json' || cell === null) {
    const value = plainCell(type, cell, whole);
    return type.kind === 'float' && typeof value === 'number' ? jsonDouble(value) : JSON.stringify(value);
  }
  try {
    JSON.parse(String(cell));
    return String(cell);
  } catch {
    return JSON.stringify(cell);
  }
}

function csvCell(type: CellType, cell: Cell): string {
  if (cell === null) return '';
  if (type.kind === 'text') return csvText(safe(String(cell)));
  const value = plainCell(type, cell, whole);
  if (value === null) return '';
  if (type.kind === 'float' && typeof value === 'number') return doubleText(value);
  return csvText(type.kind === 'nested' ? JSON.stringify(value) : String(value));
}

/** As DuckDB writes it in JSON: with a point or an exponent without a plus. */
function jsonDouble(value: number): string {
  const text = (Object.is(value, -0) ? '-0' : String(value)).replace('e+', 'e');
  return /[.e]/.test(text) ? text : `${text}.0`;
}

/** As DuckDB writes it in CSV: a point in every number, an exponent of two digits from 1e16 on and below 1e-4. */
function doubleText(value: number): string {
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e16)) {
    return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
  }
  const text = Object.is(value, -0) ? '-0' : String(value);
  return text.includes('.') ? text : `${text}.0`;
}

/** An apostrophe in front makes it text again; numbers are left alone. */
const safe = (text: string): string => (formula.test(text) && !number.test(text) ? `'${text}` : text);

const csvText = (text: string): string =>
  text === '' || needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
