import { QueryRejected } from '../../../../../analytics/analytics-store.ts';
import { SQL_FIELD } from '../../../queries/sql-tables.ts';
import { BYTES_OF_SPLIT, type GrowthRule } from '../sql-functions.ts';
import { ByteBound } from './byte-bound.ts';

/** A call of a function whose growth has a rule of its own. Every argument is read or set apart. */
export interface GrowingCall {
  readonly count: number;
  /** The bound of an argument. */
  read(place: number, reads: 'text' | 'any'): ByteBound;
  /** The bound of an argument of any type, when it is written as text. */
  readAsText(place: number): ByteBound;
  /** For an argument that does not count: it keeps to bounds of its own. */
  setApart(...places: readonly number[]): void;
  /** The text of an argument that is written out; undefined for all others, and where there is none. */
  literal(place: number): string | undefined;
  /** The bound of what a lambda gives for all members of a list. */
  readLambda(place: number, list: ByteBound): ByteBound;
}

/**
 * How long a result can be; `measured` when that is only known once it is there, `fixed` when it is short and quick. Time
 * counts like memory.
 */
export const growthRules: Readonly<Record<GrowthRule, (call: GrowingCall) => ByteBound | 'measured' | 'fixed'>> = {
  replace: (call) => {
    const text = call.read(0, 'text');
    const [from, to] = [call.literal(1), call.literal(2)];
    const searching = searched(call, text, 1);
    const grown =
      to === undefined
        ? text.by(call.read(2, 'text').plus(1))
        : text.times(Math.max(1, bytesOf(to) / Math.max(1, bytesOf(from ?? ''))));
    if (to !== undefined) call.setApart(2);
    return ByteBound.sum([grown, searching]);
  },

  left: (call) => cut(call, 1),
  substring: (call) => cut(call, 2),

  split: (call) => {
    const text = call.read(0, 'text');
    call.setApart(...rest(call, 2));
    return ByteBound.sum([text.times(BYTES_OF_SPLIT).plus(32), searched(call, text, 1)]);
  },

  search: (call) => {
    const isShort = [0, 1].some((place) => isShortLiteral(call.literal(place)));
    return isShort
      ? 'fixed'
      : call
          .read(0, 'any')
          .by(call.read(1, 'any'))
          .times(1 / COMPARED_AT_ONCE);
  },

  /** Other patterns have been replaced by regular expressions, or by what is worked out beforehand: see like-pattern.ts. */
  like: () => 'fixed',

  regexp: (call) => matched(call, 1),
  regexp_test: (call) => matched(call, 1),
  regexp_list: (call) => matched(call, BYTES_OF_SPLIT),

  regexp_replace: (call) => {
    const to = call.literal(2);
    const text = matched(call, 1, [2]);
    if (to === undefined) return text.by(call.read(2, 'text').plus(1)).times(2);
    call.setApart(2);
    const groups = to.match(/\\\d/g)?.length ?? 0;
    const isOnce = call.count < 4 || call.literal(3)?.includes('g') === false;
    return text.times(1 + groups + (isOnce ? 0 : bytesOf(to))).plus(bytesOf(to));
  },

  concat: (call) => ByteBound.sum(rest(call, 0).map((place) => call.readAsText(place))),

  concat_ws: (call) => {
    const separators = call.read(0, 'text').times(call.count);
    return ByteBound.sum([separators, ...rest(call, 1).map((place) => call.readAsText(place))]);
  },

  /** The format is written out, and no padding is longer than three digits: see check-statement.ts. */
  format: (call) => {
    const format = call.literal(0) ?? '';
    const places = format.match(/[%{]/g)?.length ?? 0;
    const args = ByteBound.sum(rest(call, 1).map((place) => call.readAsText(place)));
    return args.times(places).plus(bytesOf(format) + places * MAX_PADDING);
  },

  join: (call) => joined(call, call.read(0, 'any'), 1),

  /** The name of the aggregate is written out: see check-statement.ts. */
  aggregate: (call) => {
    const list = call.read(0, 'any');
    call.setApart(1);
    if (textAggregates.has(call.literal(1)?.toLowerCase() ?? '')) return joined(call, list, 2);
    call.setApart(...rest(call, 2));
    return list.times(4);
  },

  select: (call) =>
    call.read(0, 'any').by(
      call
        .read(1, 'any')
        .times(1 / BYTES_OF_MEMBER)
        .plus(1),
    ),

  /** As many members for each in the text as the structure has. */
  structure: (call) => {
    const structure = call.literal(1) ?? '';
    call.setApart(1, ...rest(call, 2));
    const members = 1 + (structure.match(/[:,]/g)?.length ?? 0);
    return call.read(0, 'text').times(BYTES_OF_VALUE * members);
  },

  extract: (call) => {
    const path = call.literal(1);
    if (path === undefined) return 'measured';
    call.setApart(...rest(call, 1));
    return call.read(0, 'text').times(path.includes('*') ? 2 * BYTES_OF_VALUE : 1);
  },

  /** What a filter makes of the members is there as long as they are. */
  transform: (call) => {
    const list = call.read(0, 'any');
    call.setApart(...rest(call, 2));
    return ByteBound.sum([list.times(2), call.readLambda(1, list)]);
  },

  reduce: () => 'measured',
};

const SHORT_NEEDLE_BYTES = 64;
const COMPARED_AT_ONCE = 32;
/** In characters. */
const SHORT_TEXT = 4_096;
const BYTES_OF_CHARACTER = 4;
/** A pattern that is no longer is as fast as any. */
const QUICK_PATTERN = 200;
const BYTES_OF_MEMBER = 8;
const BYTES_OF_VALUE = 16;
const MAX_PADDING = 1_000;
/** Of each node the value twice, the path and the path of its parent, none of them longer than the document. */
const TEXTS_OF_NODE = 4;
const NODES_AT_ONCE = 2_048;
const MAX_DOCUMENT_BYTES = 32_768;
/** Aggregates that make a text of many. */
export const textAggregates: ReadonlySet<string> = new Set(['string_agg', 'group_concat', 'listagg']);

const isShortLiteral = (text: string | undefined): boolean => text !== undefined && bytesOf(text) <= SHORT_NEEDLE_BYTES;

/** A text of so many characters at the most, where their number is written out. */
function cut(call: GrowingCall, countPlace: number): ByteBound {
  const characters = Number(call.literal(countPlace) ?? Number.NaN);
  const isShort = Number.isInteger(characters) && characters >= 0 && characters <= SHORT_TEXT;
  call.setApart(...rest(call, isShort ? 0 : 1));
  return isShort ? ByteBound.ofBytes(characters * BYTES_OF_CHARACTER) : call.read(0, 'text');
}

/** What looking for a text in a text takes. */
function searched(call: GrowingCall, text: ByteBound, needlePlace: number): ByteBound {
  if (!isShortLiteral(call.literal(needlePlace))) {
    return text.by(call.read(needlePlace, 'text')).times(1 / COMPARED_AT_ONCE);
  }
  call.setApart(needlePlace);
  return ByteBound.ofBytes(0);
}

/**
 * What matching takes, and what is found: linear in the text, whatever the pattern, which is written out (see
 * check-statement.ts); for long ones that is the text by the pattern.
 */
function matched(call: GrowingCall, times: number, others: readonly number[] = []): ByteBound {
  const pattern = call.literal(1) ?? '';
  const repeated = [...pattern.matchAll(/\{(?:\d*,)?(\d+)\}/g)].reduce(
    (product, [, most]) => product * Number(most),
    1,
  );
  call.setApart(...rest(call, 1).filter((place) => !others.includes(place)));
  const steps = Math.max(1, (bytesOf(pattern) * Math.max(1, repeated)) / QUICK_PATTERN);
  return call
    .read(0, 'text')
    .times(times * steps)
    .plus(32);
}

/** Numbers become longer as texts, and the separator is there for every member. */
function joined(call: GrowingCall, list: ByteBound, separatorPlace: number): ByteBound {
  call.setApart(...rest(call, separatorPlace + 1));
  if (call.count <= separatorPlace) return list.times(4);
  const separator = call.literal(separatorPlace);
  if (separator !== undefined) {
    call.setApart(separatorPlace);
    return list.times(3 + bytesOf(separator) / BYTES_OF_MEMBER);
  }
  return ByteBound.sum([list.times(3), list.times(1 / BYTES_OF_MEMBER).by(call.read(separatorPlace, 'text'))]);
}

const rest = ({ count }: GrowingCall, from: number): number[] =>
  Array.from({ length: Math.max(0, count - from) }, (_, at) => from + at);

const bytesOf = (text: string): number => Buffer.byteLength(text);

/** What `json_tree` writes before it can be interrupted. A document that is written out is judged at once. */
export function boundOfJsonTree(document: ByteBound): ByteBound {
  if (document.isConstant && document.constant > MAX_DOCUMENT_BYTES) {
    throw new QueryRejected(SQL_FIELD, 'gives json_tree a document that can be longer than 32 KiB');
  }
  return document.times(NODES_AT_ONCE * TEXTS_OF_NODE);
}
