import { lexStatement, placeOf, type Token } from './lex-statement.ts';

/** A statement of a user as it is run: the same tokens, written anew with one space between them. */
export class StatementText {
  readonly tokens: readonly Token[];
  readonly text: string;
  readonly #written: string;
  /** Where each token stands in the text, in bytes. */
  readonly #starts: readonly number[];

  static read(sql: string): StatementText {
    return new StatementText(sql, lexStatement(sql));
  }

  private constructor(written: string, tokens: readonly Token[]) {
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
    this.#written = written;
    this.#starts = starts;
  }

  /** What stands at a byte of the text, in the places of what was written, for people. */
  describe(byte: number): string {
    const token = this.tokens[this.#starts.findLastIndex((start) => start <= byte)];
    const isBehind = token === undefined || byte >= Buffer.byteLength(this.text);
    if (isBehind) return `something is missing at its end (${placeOf(this.#written, this.#written.length)})`;
    return `${token.text.slice(0, 50)} cannot stand there (${placeOf(this.#written, token.at)})`;
  }
}

/** Names are put together by dots without spaces. */
const isTight = (token: Token | undefined): boolean =>
  token === undefined || (token.kind === 'sign' && token.text === '.');
