export interface FormulaToken {
  readonly kind: 'number' | 'word' | 'sign' | 'end' | 'unknown';
  readonly text: string;
  /** Where it stands, from 1. */
  readonly at: number;
}

const token = /\s*(?:(\d+(?:\.\d*)?|\.\d+)|(\p{L}[\p{L}\p{N}_]*)|([-+*/()])|(\S))/uy;

/** The last one is the end. */
export function tokenizeFormula(expression: string): readonly FormulaToken[] {
  const tokens: FormulaToken[] = [];
  token.lastIndex = 0;
  for (let match = token.exec(expression); match !== null; match = token.exec(expression)) {
    const [all, number, word, sign, unknown] = match;
    const text = number ?? word ?? sign ?? unknown ?? '';
    const kind =
      number !== undefined ? 'number' : word !== undefined ? 'word' : sign !== undefined ? 'sign' : 'unknown';
    tokens.push({ kind, text, at: match.index + all.length - text.length + 1 });
  }
  return [...tokens, { kind: 'end', text: '', at: expression.length + 1 }];
}
