import { QueryRejected } from '../../../../analytics/analytics-store.ts';
import type { Cell } from '../../../../engines/clickhouse/clickhouse-client.ts';
import { quoted } from '../../../../engines/clickhouse/clickhouse-sql.ts';
import { bounded, type ColumnType, cut, jsonText, MAX_CELL_CHARACTERS } from '../../queries/sql-cell.ts';
import { MAX_RESULT_ROWS } from '../../queries/sql-result.ts';
import { SQL_FIELD } from '../../queries/sql-tables.ts';
import { type CellType, plainCell, readCellType } from './cell-type.ts';
import type { PreparedSelect } from './prepare-statement.ts';

/** How one column goes out: what is asked for, and what is made of that. */
interface ShownCell {
  readonly type: ColumnType;
  readonly expressions: readonly string[];
  readonly toJson: (...values: readonly Cell[]) => string;
}

/** No list or tuple that takes more bytes has a JSON that is shown whole. */
const MAX_NESTED_BYTES = 1_000_000;
const CUT = MAX_CELL_CHARACTERS + 1;

/** A statement so that no more of its answer is sent than is shown: rows, and characters of a cell. */
export class ShownResult {
  readonly sql: string;
  readonly columns: readonly { readonly name: string; readonly type: ColumnType }[];
  readonly #cells: readonly ShownCell[];

  static of(select: PreparedSelect): ShownResult {
    const { bindings, statement, names, types } = select;
    const cells = types.map((type, at) => shownCell(`lamppost_row.${at + 1}`, typeOf(type, names[at] ?? '')));
    const expressions = cells.flatMap((cell) => cell.expressions);
    const sql = `${bindings}SELECT ${expressions.map((text, at) => `${text} AS c${at}`).join(', ')} FROM (
      SELECT tuple(*) AS lamppost_row FROM (${statement}) LIMIT ${MAX_RESULT_ROWS + 1})`;
    return new ShownResult(sql, names, cells);
  }

  private constructor(sql: string, names: readonly string[], cells: readonly ShownCell[]) {
    this.sql = sql;
    this.columns = names.map((name, at) => ({ name, type: cells[at]?.type ?? 'text' }));
    this.#cells = cells;
  }

  /** One row of the answer as texts of JSON, one a column. */
  toJson(row: readonly Cell[]): string[] {
    let at = 0;
    return this.#cells.map(({ expressions, toJson }) => {
      const values = row.slice(at, at + expressions.length);
      at += expressions.length;
      return toJson(...values);
    });
  }
}

export function typeOf(text: string, name: string): CellType {
  const type = readCellType(text);
  if (type === undefined) throw new QueryRejected(SQL_FIELD, `has a column that cannot be shown, ${name}: ${text}`);
  return type;
}

function shownCell(value: string, type: CellType): ShownCell {
  const { word } = type;
  if (word === 'json') return { type: word, expressions: [short(value)], toJson: (text) => orNull(text, jsonText) };
  if (type.kind === 'text') {
    return {
      type: word,
      expressions: [short(`toString(${value})`)],
      toJson: (text) => orNull(text, (t) => JSON.stringify(cut(t))),
    };
  }
  if (type.kind === 'nested') {
    const isLong = `byteSize(${value}) > ${MAX_NESTED_BYTES}`;
    return {
      type: word,
      expressions: [
        `if(${isLong}, defaultValueOfTypeName(${quoted(type.text)}), ${value})`,
        `if(${isLong}, leftUTF8(toJSONString(${value}), ${CUT * 3}), '')`,
      ],
      toJson: (nested, text) =>
        text === ''
          ? bounded(JSON.stringify(plainCell(type, nested ?? null)))
          : JSON.stringify(cut(withoutQuotes(type, String(text)))),
    };
  }
  return {
    type: word,
    expressions: [type.kind === 'time' ? type.toTicks(value) : value],
    toJson: (cell) => JSON.stringify(plainCell(type, cell ?? null)),
  };
}

/** In the text of a list that is cut, integers are in quotes, as they come; where nothing else can be, they go. */
const withoutQuotes = (type: CellType, text: string): string =>
  holdsText(type) ? text : text.replaceAll(/"(-?\d{1,15})"/g, '$1');

const holdsText = (type: CellType): boolean =>
  type.kind === 'nested'
    ? type.word === 'map' || type.members.some((member) => holdsText(member.type))
    : type.kind === 'text';

const orNull = (text: Cell | undefined, toJson: (text: string) => string): string =>
  text === null || text === undefined ? 'null' : toJson(String(text));

/** A character takes four bytes at most. */
const short = (text: string): string => `if(length(${text}) > ${CUT * 4}, leftUTF8(${text}, ${CUT}), ${text})`;
