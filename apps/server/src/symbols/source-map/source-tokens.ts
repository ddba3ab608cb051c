/** The tokens of a script, as far as it takes to see where functions begin and end. */
export interface SourceTokens {
  /** Strings, templates, regular expressions and elements of JSX are `"`, every assignment is `=`. */
  readonly texts: readonly string[];
  readonly offsets: readonly number[];
  /** Whether a line ends before the token. */
  readonly areFirst: readonly boolean[];
}

/** What stands in braces of JSX, and of templates: expressions, no blocks. */
export const OPEN_EXPRESSION = '{=';
export const CLOSE_EXPRESSION = '=}';

/** Of templates and elements inside each other; what is nested deeper is not read. */
const MAX_LEVELS = 200;
const WORD = /#?[\p{ID_Continue}$\u200c\u200d]+/uy;
const STRING = { "'": /'(?:[^'\\\n]+|\\[\s\S])*'?/y, '"': /"(?:[^"\\\n]+|\\[\s\S])*"?/y } as const;
const ATTRIBUTE_STRING = { "'": /'[^']*'?/y, '"': /"[^"]*"?/y } as const;
const REGULAR_EXPRESSION = /\/(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
const ASSIGNMENT = /(?:\*\*|&&|\|\||\?\?|[-+*/%&|^]|<<|>>>?)?=(?![=>])/y;
const LONG_PUNCTUATOR = /=>|<<|[=!]==?|<=|\.{3}|\?\.(?!\d)|\?\?|&&|\|\||\+\+|--/y;
const ELEMENT_START = /<(?:>|[\p{ID_Start}$_](?!\s*(?:,|extends\s)))/uy;
const TYPE_PARAMETER = /<\s*[\p{ID_Continue}$]+\s*(?:,|extends\s)/uy;
const KEYWORDS_BEFORE_EXPRESSIONS = new Set(
  'return typeof instanceof in of new delete void throw case do else yield await default extends'.split(' '),
);
const CONTROL = new Set(['if', 'while', 'for', 'with']);

export function sourceTokens(text: string, hasJsx: boolean): SourceTokens {
  return new Tokenizer(text, hasJsx).read();
}

class Tokenizer {
  readonly #text: string;
  readonly #hasJsx: boolean;
  readonly #texts: string[] = [];
  readonly #offsets: number[] = [];
  readonly #areFirst: boolean[] = [];
  /** What stood before each `(` that is open. */
  readonly #beforeParentheses: string[] = [];
  #at = 0;
  #level = 0;
  #isFirst = true;
  #isCondition = false;

  constructor(text: string, hasJsx: boolean) {
    this.#text = text;
    this.#hasJsx = hasJsx;
  }

  read(): SourceTokens {
    this.#readCode(false);
    return { texts: this.#texts, offsets: this.#offsets, areFirst: this.#areFirst };
  }

  /** Up to the end, or behind the brace that ends an expression of a template or of JSX. */
  #readCode(isExpression: boolean): void {
    let depth = 0;
    while (this.#at < this.#text.length) {
      const character = this.#text.charAt(this.#at);
      if (isExpression && character === '}' && depth === 0) return;
      if (character === '{') depth += 1;
      if (character === '}') depth = Math.max(0, depth - 1);
      this.#readToken(character);
    }
  }

  #readToken(character: string): void {
    if (character === '\n') this.#isFirst = true;
    if (/\s/.test(character)) this.#at += 1;
    else if (this.#text.startsWith('//', this.#at)) this.#skipTo('\n', 0);
    else if (this.#text.startsWith('/*', this.#at)) this.#skipTo('*/', 2);
    else if (character === '"' || character === "'") this.#push('"', this.#match(STRING[character])?.length);
    else if (character === '`') this.#readTemplate();
    else if (character === '/' && !this.#isAfterExpression()) this.#readRegularExpression();
    else if (character === '<' && this.#isElement()) this.#readElement();
    else this.#readWordOrPunctuator(character);
  }

  #readWordOrPunctuator(character: string): void {
    const word = this.#match(WORD);
    const assignment = word === undefined ? this.#match(ASSIGNMENT) : undefined;
    if (character === '(') this.#beforeParentheses.push(this.#texts.at(-1) ?? '');
    if (character === ')') this.#isCondition = CONTROL.has(this.#beforeParentheses.pop() ?? '');
    const text = word ?? assignment ?? this.#match(LONG_PUNCTUATOR) ?? character;
    this.#push(assignment === undefined ? text : '=', text.length);
  }

  #readRegularExpression(): void {
    const found = this.#match(REGULAR_EXPRESSION);
    this.#push(found === undefined ? '/' : '"', found?.length);
  }

  #readTemplate(): void {
    this.#push('"', 1);
    while (this.#at < this.#text.length && this.#text.charAt(this.#at) !== '`') {
      if (this.#text.startsWith('${', this.#at)) this.#readExpression(2);
      else this.#at += this.#text.charAt(this.#at) === '\\' ? 2 : 1;
    }
    this.#push('"', 1);
  }

  #isElement(): boolean {
    if (!this.#hasJsx || this.#isAfterExpression()) return false;
    return this.#match(ELEMENT_START) !== undefined && this.#match(TYPE_PARAMETER) === undefined;
  }

  /** An element with everything in it. */
  #readElement(): void {
    let depth = 0;
    do {
      const isClosing = this.#text.startsWith('</', this.#at);
      const isEmpty = this.#readTag();
      if (isClosing) depth -= 1;
      else if (!isEmpty) depth += 1;
      while (depth > 0 && this.#at < this.#text.length && this.#text.charAt(this.#at) !== '<') {
        if (this.#text.charAt(this.#at) === '{') this.#readExpression(1);
        else this.#at += 1;
      }
    } while (depth > 0 && this.#at < this.#text.length);
    this.#push('"', 0);
  }

  /** From `<` to behind `>`; true when the element ends with it. */
  #readTag(): boolean {
    this.#at += 1;
    while (this.#at < this.#text.length) {
      const character = this.#text.charAt(this.#at);
      if (character === '>') {
        this.#at += 1;
        return this.#text.charAt(this.#at - 2) === '/';
      }
      const word = this.#match(WORD);
      if (word !== undefined) this.#push(word, word.length);
      else if (this.#text.startsWith('//', this.#at)) this.#skipTo('\n', 0);
      else if (this.#text.startsWith('/*', this.#at)) this.#skipTo('*/', 2);
      else if (character === '"' || character === "'")
        this.#at += this.#match(ATTRIBUTE_STRING[character])?.length ?? 1;
      else if (character === '{') this.#readExpression(1);
      else if (character === '=') this.#push('=', 1);
      else this.#at += 1;
    }
    return true;
  }

  #readExpression(braceLength: number): void {
    this.#push(OPEN_EXPRESSION, braceLength);
    this.#level += 1;
    if (this.#level > MAX_LEVELS) this.#at = this.#text.length;
    this.#readCode(true);
    this.#level -= 1;
    this.#push(CLOSE_EXPRESSION, 1);
  }

  #isAfterExpression(): boolean {
    const last = this.#texts.at(-1) ?? ';';
    if (last === ')') return !this.#isCondition;
    if (last === ']' || last === '"' || last === '++' || last === '--') return true;
    return /[\p{ID_Continue}$]$/u.test(last) && !KEYWORDS_BEFORE_EXPRESSIONS.has(last);
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text)?.[0];
  }

  #skipTo(end: string, length: number): void {
    const found = this.#text.indexOf(end, this.#at + length);
    const to = found === -1 ? this.#text.length : found + length;
    if (this.#text.slice(this.#at, to).includes('\n')) this.#isFirst = true;
    this.#at = to;
  }

  #push(text: string, length = 1): void {
    this.#texts.push(text);
    this.#offsets.push(this.#at);
    this.#areFirst.push(this.#isFirst);
    this.#isFirst = false;
    this.#at += length;
  }
}
