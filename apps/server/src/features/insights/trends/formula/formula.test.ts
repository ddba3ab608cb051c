import { describe, expect, test } from 'vitest';
import { evaluateFormula } from './evaluate-formula.ts';
import { parseFormula } from './parse-formula.ts';

const values = [6, 4, 0];
const evaluate = (expression: string): number | undefined =>
  evaluateFormula(parseFormula(expression, values.length), values);

describe('formulas are what arithmetic says', () => {
  const cases: Readonly<Record<string, number>> = {
    A: 6,
    'A/B*100': 150,
    'A - B - 1': 1,
    'A - (B - 1)': 3,
    'A + B * 2': 14,
    '(A+B)*2': 20,
    '-A + -(-B)': -2,
    '2 * -B': -8,
    'A / B / 2': 0.75,
    '.5 * A + 1.': 4,
    '0 / A': 0,
    'C * B': 0,
  };
  for (const [expression, value] of Object.entries(cases)) {
    test(expression, () => expect(evaluate(expression)).toBe(value));
  }
});

test('a division by zero has no value, whatever is made of it', () => {
  for (const expression of ['A / C', '0 / 0', '1 / (A / C)', 'C * (A / C)', 'A / (B - 4)', `${'9'.repeat(190)} * A`]) {
    const value = evaluate(expression);
    expect([expression, value]).toEqual([expression, expression.startsWith('999') ? expect.any(Number) : undefined]);
  }
  const huge = '9'.repeat(100);
  expect(evaluate(`${huge}*${huge}/(1/${'9'.repeat(90)})*9`.slice(0, 200))).toBeTypeOf('number');
  const large = parseFormula('A * B', 2);
  expect(evaluateFormula(large, [1e200, 1e200])).toBeUndefined();
});

describe('what is wrong is said with its place', () => {
  const cases: Readonly<Record<string, string>> = {
    '': 'must have a number, the letter of a series or ( at character 1, not the end',
    'A +': 'must have a number, the letter of a series or ( at character 4, not the end',
    'A B': 'must have + - * or / at character 3, not B',
    'A / D': 'names no series at character 5: D; the series are A to C',
    'a / b': 'names no series at character 1: a; the series are A to C',
    'A / purchase': 'names no series at character 5: purchase; the series are A to C',
    '(A + B': 'has no ) for the ( at character 1',
    'A)': 'has a ) without a ( at character 2',
    'A % B': 'must have + - * or / at character 3, not %',
    'A ** B': 'must have a number, the letter of a series or ( at character 4, not *',
    '1.2.3': 'must have + - * or / at character 4, not .3',
    '=A': 'must have a number, the letter of a series or ( at character 1, not =',
    '😀': 'must have a number, the letter of a series or ( at character 1, not 😀',
  };
  for (const [expression, message] of Object.entries(cases)) {
    test(JSON.stringify(expression), () => expect(() => parseFormula(expression, 3)).toThrow(message));
  }

  test('with one series there is only A', () => {
    expect(() => parseFormula('B', 1)).toThrow('names no series at character 1: B; there is only A');
  });
});

test('as deep as 200 characters can be', () => {
  expect(evaluate(`${'-'.repeat(199)}A`)).toBe(-6);
  expect(evaluate(`${'('.repeat(99)}A${')'.repeat(99)}`)).toBe(6);
});
