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

  /** Where a byte of the text stands in what was written, for people. */
  placeOf(byte: number): string {
    const at = this.#starts.findLastIndex((start) => start <= byte);
    return placeOf(
      this.#written,
      byte >= Buffer.byteLength(this.text) ? this.#written.length : (this.tokens[at]?.at ?? 0),
    );
  }
}

/** Names are put together by dots without spaces. */
const isTight = (token: Token | undefined): boolean =>
  token === undefined || (token.kind === 'sign' && token.text === '.');
