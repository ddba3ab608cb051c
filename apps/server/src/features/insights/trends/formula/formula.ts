export type FormulaOperator = '+' | '-' | '*' | '/';

/** An expression over series, as a tree. */
export type Formula =
  | { readonly kind: 'number'; readonly value: number }
  /** The series at this place, from 0. */
  | { readonly kind: 'series'; readonly index: number }
  | { readonly kind: 'negative'; readonly of: Formula }
  | { readonly kind: 'operation'; readonly operator: FormulaOperator; readonly left: Formula; readonly right: Formula };
