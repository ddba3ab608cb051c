import type { Cell } from '../../../../engines/clickhouse/clickhouse-client.ts';
import { type ColumnType, cut, decimalOf, isoOf } from '../../queries/sql-cell.ts';
import { JSON_TYPE } from './public-tables.ts';

/** A type of ClickHouse, and how its values come in JSON. */
export type CellType =
  | { readonly kind: 'text' | 'plain' | 'integer' | 'float' | 'decimal'; readonly word: ColumnType }
  /** Comes as a number: how often `unit`. */
  | { readonly kind: 'interval'; readonly word: 'interval'; readonly unit: string }
  /** Comes as ticks at the top, where a year can be any; in ISO 8601 inside of lists. */
  | {
      readonly kind: 'time';
      readonly word: 'timestamp';
      readonly toTicks: (value: string) => string;
      readonly ticksInMs: number;
    }
  | {
      readonly kind: 'nested';
      readonly word: 'list' | 'struct' | 'map';
      readonly text: string;
      /** Of the members; by name when they have names. */
      readonly members: readonly { readonly name?: string; readonly type: CellType }[];
    };

const plain = (word: ColumnType): CellType => ({ kind: 'plain', word });

const named: Readonly<Record<string, CellType>> = {
  String: { kind: 'text', word: 'text' },
  IPv4: { kind: 'text', word: 'text' },
  IPv6: { kind: 'text', word: 'text' },
  Bool: plain('boolean'),
  UUID: plain('uuid'),
  Date: plain('date'),
  Date32: plain('date'),
  Float32: { kind: 'float', word: 'number' },
  Float64: { kind: 'float', word: 'number' },
  BFloat16: { kind: 'float', word: 'number' },
  Nothing: plain('integer'),
};

/** Undefined for a type whose values cannot be shown. */
export function readCellType(text: string): CellType | undefined {
  if (text === JSON_TYPE) return { kind: 'text', word: 'json' };
  if (Object.hasOwn(named, text)) return named[text];
  if (/^U?Int\d+$/.test(text)) return { kind: 'integer', word: 'integer' };
  const interval = /^Interval([A-Z][a-z]+)$/.exec(text)?.[1];
  if (interval !== undefined) return { kind: 'interval', word: 'interval', unit: interval.toLowerCase() };
  const [, outer, inner = ''] = /^(\w+)\((.*)\)$/s.exec(text) ?? (text === 'DateTime' ? ['', text] : []);
  switch (outer) {
    case 'Nullable':
    case 'LowCardinality':
      return readCellType(inner);
    case 'SimpleAggregateFunction':
      return readCellType(splitTypes(inner)[1] ?? '');
    case 'FixedString':
    case 'Enum8':
    case 'Enum16':
      return { kind: 'text', word: 'text' };
    case 'Decimal':
      return { kind: 'decimal', word: 'number' };
    case 'DateTime':
      return timeType((value) => `toUnixTimestamp(${value})`, 1 / 1_000);
    case 'DateTime64':
      return dateTime64(Number.parseInt(inner, 10));
    case 'Array':
      return nested('list', text, [inner]);
    case 'Map':
      return nested('map', text, splitTypes(inner));
    case 'Tuple':
      return nested(isNamedTuple(inner) ? 'struct' : 'list', text, splitTypes(inner));
    default:
      return undefined;
  }
}

const timeType = (toTicks: (value: string) => string, ticksInMs: number): CellType => ({
  kind: 'time',
  word: 'timestamp',
  toTicks,
  ticksInMs,
});

function dateTime64(scale: number): CellType {
  if (scale <= 3) return timeType((value) => `toUnixTimestamp64Milli(${value})`, 1);
  if (scale <= 6) return timeType((value) => `toUnixTimestamp64Micro(${value})`, 1_000);
  return timeType((value) => `toUnixTimestamp64Nano(${value})`, 1_000_000);
}

function nested(word: 'list' | 'struct' | 'map', text: string, types: readonly string[]): CellType | undefined {
  const members = types.map((one) => {
    const [, name, type = one] = (word === 'struct' && memberName.exec(one)) || [];
    const read = readCellType(type);
    return read && { ...(name === undefined ? {} : { name: name.replace(/^`(.*)`$/s, '$1') }), type: read };
  });
  return members.every((member) => member !== undefined) ? { kind: 'nested', word, text, members } : undefined;
}

const memberName = /^(`(?:[^`\\]|\\.)*`|[A-Za-z_]\w*) (.*)$/s;
const isNamedTuple = (inner: string): boolean => memberName.test(inner) && !/^\w+\(/.test(inner);

/** Types with commas between them, outside of brackets and quotes. */
function splitTypes(text: string): string[] {
  const parts: string[] = [''];
  let depth = 0;
  for (const [piece] of text.matchAll(/'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|[^'`]/gs)) {
    if (piece === '(') depth += 1;
    if (piece === ')') depth -= 1;
    if (piece === ',' && depth === 0) parts.push('');
    else parts.push((parts.pop() ?? '') + piece);
  }
  return parts.map((part) => part.trim());
}

/** The value in the terms of JSON (see queries/sql-cell.ts); `shownText` may cut texts. */
export function plainCell(type: CellType, cell: Cell, shownText: (text: string) => string = cut): unknown {
  if (cell === null) return null;
  switch (type.kind) {
    case 'plain':
      return cell;
    case 'text':
      return shownText(String(cell));
    case 'integer':
      return Number.isSafeInteger(Number(cell)) ? Number(cell) : String(cell);
    case 'float':
      return typeof cell === 'number' && Number.isFinite(cell) ? cell : null;
    case 'decimal':
      return decimalOf(String(cell));
    case 'interval':
      return `${cell} ${type.unit}${Number(cell) === 1 ? '' : 's'}`;
    case 'time':
      return timeOf(type.ticksInMs, cell);
    case 'nested':
      return nestedCell(type, cell, shownText);
  }
}

/** Ticks, or a time in ISO 8601 with any number of digits. */
function timeOf(ticksInMs: number, cell: Cell): string | null {
  const text = String(cell);
  if (/^-?\d+$/.test(text)) return isoOf(Math.floor(Number(text) / ticksInMs));
  return isoOf(Date.parse(text.replace(/(\.\d{3})\d+/, '$1')));
}

function nestedCell(
  { word, members }: Extract<CellType, { kind: 'nested' }>,
  cell: Cell,
  shownText: (text: string) => string,
): unknown {
  const shown = (index: number, value: Cell): unknown =>
    plainCell(members[index]?.type ?? plain('text'), value, shownText);
  if (Array.isArray(cell)) {
    const isTuple = members.length > 1 || word === 'struct';
    return cell.map((member: Cell, index) => shown(isTuple ? index : 0, member));
  }
  const entries = Object.entries(cell as Record<string, Cell>);
  return Object.fromEntries(entries.map(([key, value], index) => [key, shown(word === 'map' ? 1 : index, value)]));
}
