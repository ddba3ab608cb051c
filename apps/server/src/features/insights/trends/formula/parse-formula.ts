import type { Formula, FormulaOperator } from './formula.ts';
import { type FormulaToken, tokenizeFormula } from './tokenize-formula.ts';

/** What is wrong with an expression and where, as the rest of a sentence that begins with its place in the query. */
export class FormulaFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FormulaFault';
  }
}

/** Throws FormulaFault. `seriesCount` says which letters there are. Bounded by the length of the expression. */
export function parseFormula(expression: string, seriesCount: number): Formula {
  return new FormulaParser(tokenizeFormula(expression), seriesCount).whole();
}

/** A, B, C… of the series at this place. */
export const seriesLetter = (index: number): string => String.fromCharCode(65 + index);

class FormulaParser {
  readonly #tokens: readonly FormulaToken[];
  readonly #seriesCount: number;
  #next = 0;

  constructor(tokens: readonly FormulaToken[], seriesCount: number) {
    this.#tokens = tokens;
    this.#seriesCount = seriesCount;
  }

  whole(): Formula {
    const formula = this.#sum();
    const { kind, text, at } = this.#peek();
    if (kind === 'end') return formula;
    if (text === ')') throw new FormulaFault(`has a ) without a ( at character ${at}`);
    throw new FormulaFault(`must have + - * or / at character ${at}, not ${shown(text)}`);
  }

  #sum(): Formula {
    return this.#chain(['+', '-'], () => this.#product());
  }

  #product(): Formula {
    return this.#chain(['*', '/'], () => this.#factor());
  }

  /** Operators of one rank, from left to right. */
  #chain(operators: readonly string[], operand: () => Formula): Formula {
    let left = operand();
    while (this.#peek().kind === 'sign' && operators.includes(this.#peek().text)) {
      const operator = this.#take().text as FormulaOperator;
      left = { kind: 'operation', operator, left, right: operand() };
    }
    return left;
  }

  #factor(): Formula {
    const { kind, text, at } = this.#take();
    if (kind === 'number') return { kind, value: Number(text) };
    if (kind === 'word') return this.#series(text, at);
    if (text === '-') return { kind: 'negative', of: this.#factor() };
    if (text === '(') return this.#bracketed(at);
    const found = kind === 'end' ? 'the end' : shown(text);
    throw new FormulaFault(`must have a number, the letter of a series or ( at character ${at}, not ${found}`);
  }

  #bracketed(openedAt: number): Formula {
    const inside = this.#sum();
    if (this.#peek().text !== ')') throw new FormulaFault(`has no ) for the ( at character ${openedAt}`);
    this.#take();
    return inside;
  }

  #series(word: string, at: number): Formula {
    const index = word.length === 1 ? word.charCodeAt(0) - 65 : -1;
    if (index >= 0 && index < this.#seriesCount) return { kind: 'series', index };
    const last = seriesLetter(this.#seriesCount - 1);
    const known = this.#seriesCount === 1 ? 'there is only A' : `the series are A to ${last}`;
    throw new FormulaFault(`names no series at character ${at}: ${shown(word)}; ${known}`);
  }

  #peek(): FormulaToken {
    return this.#tokens[this.#next] as FormulaToken;
  }

  /** The end is never passed. */
  #take(): FormulaToken {
    const token = this.#peek();
    if (token.kind !== 'end') this.#next++;
    return token;
  }
}

const shown = (text: string): string => (text.length <= 20 ? text : `${text.slice(0, 20)}…`);
