import { QueryRejected } from '../../../../analytics/analytics-store.ts';
import { SQL_FIELD } from '../../queries/sql-tables.ts';
import { isSign, type Token } from './lex-statement.ts';

/** Columns of JSON: `->` behind anything else is a lambda. */
const jsonColumns = new Set(['properties', 'context', 'attributes', 'report']);

export interface ExpandedTokens {
  readonly tokens: Token[];
  /** What was written in place of what is run, by the name that ClickHouse gives it. */
  readonly written: ReadonlyMap<string, string>;
}

/**
 * Writes `properties->>'plan'`, which is how most people read members of JSON and which ClickHouse does not know, as calls
 * of functions that it does: a text without its quotes, and anything else as JSON, as in DuckDB.
 */
export function expandJsonArrows(tokens: readonly Token[]): ExpandedTokens {
  const expanded: Token[] = [];
  const written = new Map<string, string>();
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token;
    if (!isArrow(token, expanded.at(-1))) {
      expanded.push(token);
      continue;
    }
    const column = takeColumn(expanded);
    const [keys, first]: [Token[], number] = [[], at];
    let last = token;
    for (; isSign(tokens[at], '->') || isSign(tokens[at], '->>'); at += 2) {
      last = tokens[at] as Token;
      keys.push(...keysOf(tokens[at + 1]));
    }
    at -= 1;
    const callsOf = (of: readonly Token[]): Token[] =>
      isSign(last, '->>') ? textOf(of, keys) : call('JSONExtractRaw', of, keys);
    const asWritten = nameOf([...column, ...tokens.slice(first, at + 1)]);
    // In a name ClickHouse leaves out the table where it can.
    for (const of of [column, column.slice(-1)]) written.set(nameOf(callsOf(of)), asWritten);
    expanded.push(...callsOf(column));
  }
  return { tokens: expanded, written };
}

/** As ClickHouse calls a column without a name. */
const nameOf = (tokens: readonly Token[]): string => tokens.map(({ text }) => (text === ',' ? ', ' : text)).join('');

const isArrow = (token: Token, before: Token | undefined): boolean =>
  isSign(token, '->>') || (isSign(token, '->') && before?.kind !== 'sign' && jsonColumns.has(before?.text ?? ''));

/** `properties` or `e.properties`. */
function takeColumn(tokens: Token[]): Token[] {
  let length = 0;
  for (let isName = true; ; isName = !isName) {
    const token = tokens.at(-1 - length);
    if (isName ? token?.kind !== 'word' && token?.kind !== 'name' : !isSign(token, '.')) break;
    length += 1;
  }
  const column = tokens.splice(tokens.length - length);
  if (column.length % 2 === 1) return column;
  throw refused('can use ->> only behind a column');
}

const member = /\.(?:([A-Za-z_][\w$]*)|"([^"\\]*)")|\[(\d+)\]/y;

/** A name, the place in a list, or a path that begins with a dollar. */
function keysOf(token: Token | undefined): Token[] {
  if (token?.kind === 'number' && /^\d+$/.test(token.text)) return [placeAt(token.text, token)];
  if (token?.kind !== 'text') throw refused('can use ->> only with a literal name');
  const path = token.text.slice(1, -1);
  if (!/^[$/]/.test(path)) return [token];
  const keys: Token[] = [];
  member.lastIndex = 1;
  for (let end = 1; path.startsWith('$') && end < path.length; end = member.lastIndex) {
    const [, plain, quoted, place] = member.exec(path) ?? [];
    if (place !== undefined) keys.push(placeAt(place, token));
    else if (plain === undefined && quoted === undefined) break;
    else keys.push({ kind: 'text', text: `'${plain ?? quoted}'`, at: token.at });
    if (member.lastIndex === path.length) return keys;
  }
  throw refused(`cannot read the path ${path.slice(0, 100)}: write it as $.a.b[0]`);
}

/** ClickHouse counts from one. */
const placeAt = (place: string, { at }: Token): Token => ({ kind: 'number', text: String(Number(place) + 1), at });

function textOf(column: readonly Token[], keys: readonly Token[]): Token[] {
  const [{ at } = { at: 0 }] = column;
  const text = (value: string): Token => ({ kind: 'text', text: `'${value}'`, at });
  const isOf = (type: string): Token[] => callOf('equals', at, [call('JSONType', column, keys), [text(type)]]);
  return callOf('multiIf', at, [
    isOf('String'),
    call('JSONExtractString', column, keys),
    isOf('Null'),
    [{ kind: 'word', text: 'NULL', at }],
    call('JSONHas', column, keys),
    call('JSONExtractRaw', column, keys),
    [{ kind: 'word', text: 'NULL', at }],
  ]);
}

const call = (name: string, column: readonly Token[], keys: readonly Token[]): Token[] =>
  callOf(name, column[0]?.at ?? 0, [column, ...keys.map((key) => [key])]);

function callOf(name: string, at: number, args: readonly (readonly Token[])[]): Token[] {
  const sign = (text: string): Token => ({ kind: 'sign', text, at });
  const listed = args.flatMap((arg, index) => (index === 0 ? arg : [sign(','), ...arg]));
  return [{ kind: 'word', text: name, at }, sign('('), ...listed, sign(')')];
}

const refused = (what: string): QueryRejected => new QueryRejected(SQL_FIELD, what);
