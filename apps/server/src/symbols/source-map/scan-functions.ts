import type { FunctionStart } from './function-names.ts';
import { CLOSE_EXPRESSION, OPEN_EXPRESSION, type SourceTokens, sourceTokens } from './source-tokens.ts';

/** A longer text is no source that somebody wrote. */
const MAX_TEXT_LENGTH = 4_000_000;
/** How far a type may reach from the name that it belongs to. */
const MAX_TYPE_TOKENS = 200;
const MAX_QUOTED_LENGTH = 200;
const SCRIPT = /\.[cm]?[jt]sx?$/;
const OPENERS = new Set(['(', '[', '{', OPEN_EXPRESSION]);
const CLOSERS = new Set([')', ']', '}', CLOSE_EXPRESSION]);
const CONTROL = new Set(['if', 'for', 'while', 'switch', 'catch', 'with', 'await']);
/** Behind a line's end these go on with the expression before. */
const BINARY_WORDS = new Set(['in', 'instanceof', 'as', 'satisfies']);
const NO_TYPE = new Set(
  '; { } ( [ {= , = => || && ?? class else try do finally return static enum interface namespace const let var'.split(
    ' ',
  ),
);
/** `{` behind these begins an object. */
const BEFORE_OBJECTS = new Set('( [ {= , = : ? || && ?? return default'.split(' '));
const MODIFIERS = new Set(
  'const let var readonly private protected public static declare override accessor'.split(' '),
);

/** The function that a token is in; without a name when it has none, or when it is in none. */
interface Inside {
  readonly name: string | undefined;
  /** An arrow without braces ends where its expression ends; methods stand among members only. */
  readonly kind: 'code' | 'members' | 'expression';
}

/**
 * Where functions of a script begin and go on, by their names in it: JavaScript or TypeScript, JSX too, read by tokens.
 * Undefined when the file is none of these.
 */
export function scanFunctions(text: string, file: string): readonly FunctionStart[] | undefined {
  const path = file.replace(/[?#].*$/, '');
  if (!SCRIPT.test(path) || text.length > MAX_TEXT_LENGTH) return undefined;
  const tokens = sourceTokens(text, !/\.[cm]?ts$/.test(path));
  return new Scanner(text, tokens, /\.[cm]?tsx?$/.test(path)).scan();
}

class Scanner {
  readonly #text: string;
  readonly #tokens: SourceTokens;
  readonly #isTyped: boolean;
  /** Of each closing bracket the place of the one that opens it. */
  readonly #openers = new Map<number, number>();
  readonly #closers = new Map<number, number>();
  readonly #inside: Inside[] = [];
  readonly #starts: FunctionStart[] = [];
  #line = 1;
  #lineStart = 0;

  constructor(text: string, tokens: SourceTokens, isTyped: boolean) {
    this.#text = text;
    this.#tokens = tokens;
    this.#isTyped = isTyped;
    this.#pairBrackets();
  }

  scan(): readonly FunctionStart[] {
    for (let at = 0; at < this.#tokens.texts.length; at += 1) {
      const token = this.#at(at);
      if (CLOSERS.has(token)) this.#leaveBracket(at);
      else if (token === ',' || token === ';' || this.#isNewStatement(at)) this.#leaveExpressions(at);
      if (token === '{') this.#enter(at, this.#nameOfBlock(at), this.#hasMembers(at) ? 'members' : 'code');
      else if (OPENERS.has(token)) this.#enter(at, this.#nameNow(), 'code');
      else if (token === '=>' && this.#at(at + 1) !== '{') this.#enter(at, this.#nameOfArrow(at), 'expression');
    }
    return this.#starts;
  }

  #pairBrackets(): void {
    const open: number[] = [];
    for (const [at, token] of this.#tokens.texts.entries()) {
      if (OPENERS.has(token)) open.push(at);
      if (!CLOSERS.has(token)) continue;
      const opener = open.pop() ?? at;
      this.#openers.set(at, opener);
      this.#closers.set(opener, at);
    }
  }

  #at(index: number): string {
    return this.#tokens.texts[index] ?? '';
  }

  #nameNow(): string | undefined {
    return this.#inside.at(-1)?.name;
  }

  #enter(at: number, name: string | undefined, kind: Inside['kind']): void {
    this.#begin(at + 1, name);
    this.#inside.push({ name, kind });
  }

  #leaveExpressions(at: number): void {
    while (this.#inside.at(-1)?.kind === 'expression') this.#inside.pop();
    this.#begin(at, this.#nameNow());
  }

  #leaveBracket(at: number): void {
    while (this.#inside.at(-1)?.kind === 'expression') this.#inside.pop();
    this.#inside.pop();
    this.#begin(at + 1, this.#nameNow());
  }

  #begin(at: number, name: string | undefined): void {
    if (this.#starts.at(-1)?.name === name) return;
    const offset = this.#tokens.offsets[at] ?? this.#text.length;
    for (let end = this.#text.indexOf('\n', this.#lineStart); end !== -1 && end < offset; ) {
      this.#line += 1;
      this.#lineStart = end + 1;
      end = this.#text.indexOf('\n', this.#lineStart);
    }
    this.#starts.push({ line: this.#line, column: offset - this.#lineStart, name });
  }

  /** Where a semicolon was left out. */
  #isNewStatement(at: number): boolean {
    const token = this.#at(at);
    if (this.#inside.at(-1)?.kind !== 'expression' || !this.#tokens.areFirst[at]) return false;
    return isWord(token) && !BINARY_WORDS.has(token) && (isOperand(this.#at(at - 1)) || CLOSERS.has(this.#at(at - 1)));
  }

  /** What `{` begins: a function, or the body of a class, or something inside the function that is already there. */
  #nameOfBlock(at: number): string | undefined {
    if (this.#at(at - 1) === '=>') return this.#nameOfArrow(at - 1);
    const parameters = this.#parametersBefore(at);
    if (parameters !== undefined) return this.#nameOfParameters(parameters, at);
    return this.#classBefore(at) === undefined ? this.#nameNow() : undefined;
  }

  #hasMembers(at: number): boolean {
    return BEFORE_OBJECTS.has(this.#at(at - 1)) || this.#classBefore(at) !== undefined;
  }

  #nameOfArrow(at: number): string | undefined {
    const close = this.#parametersBefore(at);
    const first = close === undefined ? at - 1 : (this.#openers.get(close) ?? at);
    const start = this.#skipTypeParameters(first);
    if (this.#at(at + 1) === '{' && this.#isCalledAtOnce(at + 1)) return undefined;
    return this.#targetBefore(this.#at(start - 1) === 'async' ? start - 1 : start);
  }

  /** The `)` of the parameters before a body or an arrow; a type may stand between. */
  #parametersBefore(at: number): number | undefined {
    if (this.#at(at - 1) === ')') {
      const type = this.#openers.get(at - 1) ?? 0;
      return this.#isTyped && this.#at(type - 1) === ':' && this.#at(type - 2) === ')' ? type - 2 : at - 1;
    }
    for (let back = at - 1; back > at - MAX_TYPE_TOKENS; back -= 1) {
      const token = this.#at(back);
      if (token === ':') return back < at - 1 && this.#at(back - 1) === ')' ? back - 1 : undefined;
      if (CLOSERS.has(token)) back = this.#openers.get(back) ?? 0;
      else if (token === '>') back = Math.min(back, this.#skipTypeParameters(back + 1));
      else if (token === '=>' && this.#at(back - 1) === ')') back = this.#openers.get(back - 1) ?? 0;
      else if (token === '' || NO_TYPE.has(token)) return undefined;
    }
    return undefined;
  }

  #nameOfParameters(close: number, body: number): string | undefined {
    const start = this.#skipTypeParameters(this.#openers.get(close) ?? 0);
    const before = this.#at(start - 1);
    const isMember = this.#inside.findLast(({ kind }) => kind !== 'expression')?.kind === 'members';
    if (CONTROL.has(before)) return this.#nameNow();
    const generator = before === '*' ? start - 1 : start;
    if (this.#at(generator - 1) === 'function') {
      const first = this.#at(generator - 2) === 'async' ? generator - 2 : generator - 1;
      return this.#isCalledAtOnce(body) ? undefined : this.#targetBefore(first);
    }
    const word = this.#at(start - 2);
    if (isWord(before) && (word === 'function' || (word === '*' && this.#at(start - 3) === 'function'))) return before;
    if (!isMember) return this.#nameNow();
    if (before === 'constructor') return this.#classAround(body);
    if (isWord(before)) return before;
    return before === '"' ? this.#quoted(start - 1) : undefined;
  }

  /** Then the name before it is that of what it returns. */
  #isCalledAtOnce(body: number): boolean {
    const next = this.#at((this.#closers.get(body) ?? 0) + 1);
    return next === '(' || next === '.';
  }

  /** The name that a function is given by where it stands: `name = …`, `name: …`, `name={…}`. */
  #targetBefore(start: number): string | undefined {
    const before = this.#at(start - 1);
    if (before === '=') return this.#assignedBefore(start - 1);
    if (before === OPEN_EXPRESSION && this.#at(start - 2) === '=') return this.#wordAt(start - 3);
    if (before !== ':' || !['{', ','].includes(this.#at(start - 3))) return undefined;
    return this.#at(start - 2) === '"' ? this.#quoted(start - 2) : this.#wordAt(start - 2);
  }

  /** `name = …`, or with a type `name: Type = …`. */
  #assignedBefore(equals: number): string | undefined {
    for (let back = equals - 1; this.#isTyped && back > equals - MAX_TYPE_TOKENS; back -= 1) {
      const token = this.#at(back);
      if (token === ':') return this.#typedName(back);
      if (CLOSERS.has(token)) back = this.#openers.get(back) ?? 0;
      else if (token === '>') back = Math.min(back, this.#skipTypeParameters(back + 1));
      else if (token === '=>' && this.#at(back - 1) === ')') back = this.#openers.get(back - 1) ?? 0;
      else if (token === '' || NO_TYPE.has(token) || this.#tokens.areFirst[back]) break;
    }
    return this.#wordAt(equals - 1);
  }

  /** What the type behind `:` belongs to; a member of a pattern, which has another name inside, does not count. */
  #typedName(colon: number): string | undefined {
    const at = ['?', '!'].includes(this.#at(colon - 1)) ? colon - 2 : colon - 1;
    const before = this.#at(at - 1);
    const isMember = before === '{' && this.#classBefore(at - 1) !== undefined;
    const isStatement = this.#tokens.areFirst[at] && (before === ';' || before === '}');
    return MODIFIERS.has(before) || isMember || isStatement ? this.#wordAt(at) : undefined;
  }

  #skipTypeParameters(start: number): number {
    if (this.#at(start - 1) !== '>') return start;
    let depth = 0;
    for (let back = start - 1; back > start - MAX_TYPE_TOKENS; back -= 1) {
      const token = this.#at(back);
      if (token === '>') depth += 1;
      if (token === '<') depth -= 1;
      if (depth === 0) return back;
    }
    return start;
  }

  /** The `class` whose body `{` begins. */
  #classBefore(at: number): number | undefined {
    for (let back = at - 1; back > at - MAX_TYPE_TOKENS; back -= 1) {
      const token = this.#at(back);
      if (token === 'class') return this.#at(back - 1) === '.' ? undefined : back;
      if (token === ')' || token === ']') back = this.#openers.get(back) ?? 0;
      else if (token === '>') back = Math.min(back, this.#skipTypeParameters(back + 1));
      else if (token !== ',' && (token === '' || NO_TYPE.has(token))) return undefined;
    }
    return undefined;
  }

  #classAround(body: number): string | undefined {
    let depth = 0;
    for (let back = body - 1; back >= 0; back -= 1) {
      if (CLOSERS.has(this.#at(back))) back = this.#openers.get(back) ?? 0;
      else if (OPENERS.has(this.#at(back))) depth -= 1;
      if (depth < 0) {
        const start = this.#classBefore(back);
        if (start === undefined) return undefined;
        const name = this.#at(start + 1);
        return isWord(name) && name !== 'extends' ? name : undefined;
      }
    }
    return undefined;
  }

  #wordAt(index: number): string | undefined {
    const token = this.#at(index);
    return isWord(token) ? token : undefined;
  }

  #quoted(index: number): string | undefined {
    const start = this.#tokens.offsets[index] ?? 0;
    const [, , text] = /^(['"])([^\\\n]*?)\1/.exec(this.#text.slice(start, start + MAX_QUOTED_LENGTH)) ?? [];
    return text;
  }
}

const isWord = (token: string): boolean => /^#?[\p{ID_Start}$_]/u.test(token);
const isOperand = (token: string): boolean => ['"', '++', '--'].includes(token) || /[\p{ID_Continue}$]$/u.test(token);
