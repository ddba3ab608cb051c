const maxPatternLength = 512;

/**
 * Characters and classes of a pattern once its repetitions are written out, as linear engines do: `(a{20}){30}` has 600.
 * What a match costs at most is this times the length of the text.
 */
const maxPatternSize = 1000;
const maxDepth = 32;

/**
 * Whether a pattern is in the part of the regex language that linear engines and JavaScript share: characters, `.`,
 * classes, `^ $ \b \B`, alternatives, groups with and without `?:`, and bounded or open repetition, lazy ones too.
 * Returns what is wrong, or undefined. Looks at the pattern only; whether it compiles is for the engine to say.
 */
export function checkRegex(pattern: string): string | undefined {
  if (pattern.length > maxPatternLength) return `is longer than ${maxPatternLength} characters`;
  try {
    const reader = new PatternReader(pattern);
    reader.alternatives(0);
    return reader.isAtEnd ? undefined : 'has a ) that closes nothing';
  } catch (error) {
    if (error instanceof PatternProblem) return error.message;
    throw error;
  }
}

class PatternProblem extends Error {}

const controls: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f', v: '\v' };
const quantifier = /(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/y;

class PatternReader {
  readonly #pattern: string;
  #at = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#pattern.length;
  }

  /** Returns its size. */
  alternatives(depth: number): number {
    if (depth > maxDepth) throw new PatternProblem(`nests groups deeper than ${maxDepth}`);
    let size = 1;
    while (!this.isAtEnd && this.#peek() !== ')') {
      size += this.#take('|') ? 1 : this.#repeated(depth);
      if (size > maxPatternSize) throw new PatternProblem(`repeats too much: its size is above ${maxPatternSize}`);
    }
    return size;
  }

  #repeated(depth: number): number {
    const start = this.#at;
    const size = this.#atom(depth);
    const isAssertion = /^(?:\^|\$|\\[bB])$/.test(this.#pattern.slice(start, this.#at));
    const count = this.#quantifier();
    if (count === undefined) return size;
    if (isAssertion) throw new PatternProblem('repeats an assertion');
    if (this.#quantifier() !== undefined) throw new PatternProblem('repeats a repetition');
    return size * count;
  }

  #atom(depth: number): number {
    const character = this.#next();
    if (character === '(') return this.#group(depth);
    if (character === '[') this.#class();
    else if (character === '\\') this.#escape();
    else if ('*+?{'.includes(character)) throw new PatternProblem(`has a ${character} that repeats nothing`);
    return 1;
  }

  #group(depth: number): number {
    if (this.#take('?') && !this.#take(':')) {
      throw new PatternProblem('uses look-around, flags or named groups; of the forms (?…) only (?:…) is allowed');
    }
    const size = this.alternatives(depth + 1);
    if (!this.#take(')')) throw new PatternProblem('has a ( that is not closed');
    return size;
  }

  #class(): void {
    this.#take('^');
    if (this.#peek() === ']') throw new PatternProblem('has an empty class');
    while (!this.#take(']')) {
      const from = this.#classMember();
      if (this.#peek() !== '-' || this.#pattern[this.#at + 1] === ']') continue;
      this.#next();
      const to = this.#classMember();
      if (from === undefined || to === undefined || from > to) throw new PatternProblem('has a range out of order');
    }
  }

  /** The character, or undefined for a class within the class. */
  #classMember(): string | undefined {
    if (this.isAtEnd) throw new PatternProblem('has a [ that is not closed');
    const character = this.#next();
    if (character === '[') throw new PatternProblem('has a [ within a class; write \\[');
    if (character !== '\\') return character;
    if (/[bB]/.test(this.#peek() ?? '')) throw new PatternProblem('has a \\b within a class');
    return this.#escape();
  }

  /** The character that is meant, or undefined for a class or an assertion. */
  #escape(): string | undefined {
    if (this.isAtEnd) throw new PatternProblem('ends in a \\');
    const character = this.#next();
    if (/[1-9k]/.test(character)) throw new PatternProblem('uses a back-reference');
    if (/[bBdDwWsS]/.test(character)) return undefined;
    if (character in controls) return controls[character];
    if (/[\x21-\x7e]/.test(character) && !/[0-9A-Za-z_]/.test(character)) return character;
    throw new PatternProblem(`uses \\${character}, which not every engine reads alike`);
  }

  /** How often the quantifier at hand writes its atom out; undefined when there is none. */
  #quantifier(): number | undefined {
    quantifier.lastIndex = this.#at;
    const found = quantifier.exec(this.#pattern);
    if (found === null) return undefined;
    this.#at = quantifier.lastIndex;
    const [, least, , most] = found;
    if (least === undefined) return 1;
    const counts = [Number(least), most ? Number(most) : Number(least)] as const;
    if (counts[0] > counts[1]) throw new PatternProblem('has a repetition out of order');
    return Math.max(1, counts[1]);
  }

  #peek(): string | undefined {
    return this.#pattern[this.#at];
  }

  #next(): string {
    const character = this.#pattern[this.#at] ?? '';
    this.#at += 1;
    return character;
  }

  #take(character: string): boolean {
    const isThere = this.#peek() === character;
    if (isThere) this.#at += 1;
    return isThere;
  }
}
