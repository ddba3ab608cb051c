import { QueryRejected } from '../../../../analytics/analytics-store.ts';
import { SQL_FIELD } from '../../queries/sql-tables.ts';

export interface Token {
  readonly kind: 'word' | 'name' | 'number' | 'text' | 'sign';
  /** As it is written; of a name, without its quotes. */
  readonly text: string;
  /** Where it stands in what the user wrote. */
  readonly at: number;
}

/**
 * What may stand in a statement, one token after the other; anything else is refused. A closed list, because what is run
 * is written anew from these tokens: no comment, no heredoc, no parameter and no control character gets through, and no
 * name can hold a line break or a bracket, with which it could look like a line of EXPLAIN AST.
 */
const tokens: readonly (readonly [kind: Token['kind'] | 'nothing', pattern: RegExp])[] = [
  ['nothing', /[ \t\r\n\f]+|--[^\n]*|\/\*[\s\S]*?\*\//y],
  ['word', /[A-Za-z_][A-Za-z0-9_]*(?!['$_\p{L}\p{N}])/uy],
  ['number', /(?:0x[0-9a-fA-F]+|\d+(?:\.\d*)?(?:[eE][+-]?\d+)?)(?![A-Za-z0-9_$\p{L}])/uy],
  ['text', /'(?:[^'\\]|\\[\s\S]|'')*'/y],
  ['name', /"[^"\\`()\p{C}\p{Zl}\p{Zp}]{1,128}"(?!")|`[^"\\`()\p{C}\p{Zl}\p{Zp}]{1,128}`(?!`)/uy],
  ['sign', /<=>|\|\||->>|->|::|==|!=|<>|<=|>=|\/(?!\*)|[()[\],.+\-*%=<>;]/y],
];

const MAX_TOKENS = 10_000;
const MAX_NESTING = 100;
const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']' };

/** The tokens of a text that is one statement, brackets in pairs, without what ends it. */
export function lexStatement(sql: string): Token[] {
  if (sql.includes('\u0000')) throw new QueryRejected(SQL_FIELD, 'contains a NUL character');
  if (!sql.isWellFormed()) throw new QueryRejected(SQL_FIELD, 'contains invalid Unicode');
  const found: Token[] = [];
  for (let at = 0; at < sql.length; ) {
    const { kind, text } = tokenAt(sql, at);
    if (kind !== 'nothing') found.push({ kind, text: kind === 'name' ? text.slice(1, -1) : text, at });
    if (found.length > MAX_TOKENS) throw new QueryRejected(SQL_FIELD, 'is too long');
    at += text.length;
  }
  while (found.at(-1)?.text === ';' && found.at(-1)?.kind === 'sign') found.pop();
  checkBrackets(sql, found);
  return found;
}

function tokenAt(sql: string, at: number): { readonly kind: Token['kind'] | 'nothing'; readonly text: string } {
  for (const [kind, pattern] of tokens) {
    pattern.lastIndex = at;
    const text = pattern.exec(sql)?.[0];
    if (text !== undefined) return { kind, text };
  }
  throw new QueryRejected(SQL_FIELD, `${reasonAt(sql.slice(at))} (${placeOf(sql, at)})`);
}

/** Why nothing that may stand there does. */
function reasonAt(rest: string): string {
  if (rest.startsWith('/*')) return 'is not SQL: unclosed comment';
  if (rest.startsWith("'")) return 'is not SQL: unclosed string';
  if (/^["`]/.test(rest))
    return 'has a name in quotes that is not closed, is too long, or has quotes or brackets in it';
  if (/^[{}?@$:]/.test(rest)) return 'cannot have parameters, variables or dollar-quoted strings';
  const word = /^[\p{L}\p{N}_$]+/u.exec(rest)?.[0];
  if (word !== undefined) return `has ${word.slice(0, 100)}, which needs quotes or is not SQL`;
  const code = (rest.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `has a character that cannot be used here: U+${code}`;
}

/** What is in brackets here is in brackets there: a statement cannot end what it is put into. */
function checkBrackets(sql: string, found: readonly Token[]): void {
  const open: string[] = [];
  for (const { kind, text, at } of found) {
    if (kind !== 'sign') continue;
    if (text === ';') throw new QueryRejected(SQL_FIELD, 'must be one SELECT: it has more than one statement');
    if (text in closing) open.push(closing[text] ?? '');
    if (open.length > MAX_NESTING) throw new QueryRejected(SQL_FIELD, 'is nested too deep');
    if ((text === ')' || text === ']') && open.pop() !== text) {
      throw new QueryRejected(
        SQL_FIELD,
        `is not SQL: unmatched closing ${text === ')' ? 'parenthesis' : 'bracket'} (${placeOf(sql, at)})`,
      );
    }
  }
  if (open.length > 0) throw new QueryRejected(SQL_FIELD, 'is not SQL: unclosed bracket');
}

/** Where a character of the text stands, for people. */
export function placeOf(sql: string, at: number): string {
  const lines = sql.slice(0, at).split('\n');
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}

/** Whether the token is this word, not in quotes. */
export const isWord = (token: Token | undefined, word: string): boolean =>
  token?.kind === 'word' && token.text.toUpperCase() === word;

export const isSign = (token: Token | undefined, sign: string): boolean =>
  token?.kind === 'sign' && token.text === sign;
