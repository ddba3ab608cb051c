import { type ExpandedTokens, expandJsonArrows } from './json-arrows.ts';
import { lexStatement, placeOf, type Token } from './lex-statement.ts';
import { expandQuantiles } from './quantile-calls.ts';

/** A statement of a user as it is run: the same tokens, written anew with one space between them. */
export class StatementText {
  readonly tokens: readonly Token[];
  readonly text: string;
  readonly #sql: string;
  readonly #written: ReadonlyMap<string, string>;
  /** Where each token stands in the text, in bytes. */
  readonly #starts: readonly number[];

  static read(sql: string): StatementText {
    return new StatementText(sql, expandJsonArrows(expandQuantiles(lexStatement(sql))));
  }

  private constructor(sql: string, { tokens, written }: ExpandedTokens) {
    const parts: string[] = [];
    const starts: number[] = [];
    let bytes = 0;
    for (const [at, token] of tokens.entries()) {
      const before = isTight(tokens[at - 1]) || isTight(token) ? '' : ' ';
      const part = before + (token.kind === 'name' ? `\`${token.text}\`` : token.text);
      starts.push(bytes + before.length);
      bytes += Buffer.byteLength(part);
      parts.push(part);
    }
    this.tokens = tokens;
    this.text = parts.join('');
    this.#sql = sql;
    this.#written = written;
    this.#starts = starts;
  }

  /** The name of a column, in the words of what was written. */
  columnName(name: string): string {
    let shown = name.replaceAll(unnamed, '(SELECT …)');
    for (const [run, written] of this.#written) shown = shown.replaceAll(run, () => written);
    return shown;
  }

  /** What stands at a byte of the text, in the places of what was written, for people. */
  describe(byte: number): string {
    const token = this.tokens[this.#starts.findLastIndex((start) => start <= byte)];
    const isBehind = token === undefined || byte >= Buffer.byteLength(this.text);
    if (isBehind) return `something is missing at its end (${placeOf(this.#sql, this.#sql.length)})`;
    return `unexpected ${token.text.slice(0, 50)} (${placeOf(this.#sql, token.at)})`;
  }
}

/** What ClickHouse calls a subquery that has no name. */
const unnamed = /\b_subquery_\d+\b/g;

/** Names are put together by dots without spaces. */
const isTight = (token: Token | undefined): boolean =>
  token === undefined || (token.kind === 'sign' && token.text === '.');
