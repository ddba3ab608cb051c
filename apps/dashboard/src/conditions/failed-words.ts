import type { Condition } from './condition.ts';
import { valuesText } from './condition-parts.ts';
import { operatorWords } from './condition-words.ts';

/** Which condition does not hold, and what there is instead. */
export function failedWords(failed: object | null): string {
  if (failed === null) return "a condition doesn't match";
  const { field, op, values, actual } = failed as Condition & { readonly actual?: unknown };
  const known = actual === undefined || actual === null ? 'not set' : `is ${JSON.stringify(actual)}`;
  const { words, takes } = operatorWords(op);
  return `no match: ${field} ${words}${takes === 'nothing' ? '' : ` ${valuesText(values)}`} (${known})`;
}
