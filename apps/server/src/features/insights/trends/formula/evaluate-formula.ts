import type { Formula } from './formula.ts';

/** The value for one value of each series; undefined where it divides by zero or runs over. */
export function evaluateFormula(formula: Formula, values: readonly number[]): number | undefined {
  const value = valueAt(formula, values);
  return Number.isFinite(value) ? value : undefined;
}

function valueAt(formula: Formula, values: readonly number[]): number {
  switch (formula.kind) {
    case 'number':
      return formula.value;
    case 'series':
      return values[formula.index] ?? 0;
    case 'negative':
      return -valueAt(formula.of, values);
    case 'operation': {
      const [left, right] = [valueAt(formula.left, values), valueAt(formula.right, values)];
      if (formula.operator === '+') return left + right;
      if (formula.operator === '-') return left - right;
      if (formula.operator === '*') return left * right;
      // Nothing brings back a number from this, so that 1 / (1 / 0) is not 0.
      return right === 0 ? Number.NaN : left / right;
    }
  }
}
