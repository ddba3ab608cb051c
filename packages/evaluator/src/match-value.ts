import { numberInText } from './number-in-text.ts';
import type { RegexEngine } from './regex-engine.ts';
import type { ConditionValue } from './ruleset.ts';
import { compareText } from './text-order.ts';
import { compareDotted, compareSemVer, dottedNumberIn, parseSemVer } from './version-order.ts';

/** Whether one value of a context, never a list, satisfies a condition. Anything missing or of another kind does not. */
export type MatchValue = (actual: unknown) => boolean;

export type Accepts = (order: number) => boolean;

/** Equal to any: texts exactly; a number or boolean also equals a text that is its writing, and the other way round. */
export function matchEqual(values: readonly ConditionValue[]): MatchValue {
  const equal = new Set<unknown>(values);
  const numbers = new Set<unknown>(values.filter((value) => typeof value === 'number'));
  for (const value of values) {
    if (typeof value === 'boolean') equal.add(String(value));
    if (typeof value !== 'string') continue;
    if (value === 'true' || value === 'false') equal.add(value === 'true');
    const number = numberInText(value);
    if (number !== undefined) equal.add(number);
  }
  if (numbers.size > 0) {
    return (actual) => equal.has(actual) || (typeof actual === 'string' && numbers.has(numberInText(actual)));
  }
  const [only] = equal;
  return equal.size === 1 ? (actual) => actual === only : (actual) => equal.has(actual);
}

/** Versions are texts: 1.1 is not 1.10, also when it was written as a number. */
export const matchEqualVersion = (values: readonly ConditionValue[]): MatchValue => {
  const equal = new Set<unknown>(values.map(String));
  return (actual) => equal.has(actual);
};

/** Numbers, and texts that are numbers, by size; other texts by code point; a text and a number do not compare. */
export function matchOrder(value: ConditionValue, accepts: Accepts): MatchValue {
  if (typeof value === 'boolean') return never;
  const number = typeof value === 'number' ? value : numberInText(value);
  return (actual) => {
    const actualNumber = typeof actual === 'string' ? numberInText(actual) : actual;
    if (number !== undefined && typeof actualNumber === 'number') return accepts(actualNumber - number);
    return typeof actual === 'string' && typeof value === 'string' && accepts(compareText(actual, value));
  };
}

/** By the first dotted number in the text. */
export function matchVersionOrder(value: ConditionValue, accepts: Accepts): MatchValue {
  const wanted = dottedNumberIn(String(value));
  if (wanted === undefined) return never;
  return (actual) => {
    const found = typeof actual === 'string' ? dottedNumberIn(actual) : undefined;
    return found !== undefined && accepts(compareDotted(found, wanted));
  };
}

export function matchSemVerOrder(value: ConditionValue, accepts: Accepts): MatchValue {
  const wanted = parseSemVer(String(value));
  if (wanted === undefined) return never;
  return (actual) => {
    const found = typeof actual === 'string' ? parseSemVer(actual) : undefined;
    return found !== undefined && accepts(compareSemVer(found, wanted));
  };
}

export function matchText(value: ConditionValue, holds: (actual: string, value: string) => boolean): MatchValue {
  if (typeof value !== 'string') return never;
  return (actual) => typeof actual === 'string' && holds(actual, value);
}

/** As long as an attribute can be. What is longer does not match, so that the time a match takes is bounded. */
const maxRegexTextLength = 1024;

export function matchRegex(value: ConditionValue, engine: RegexEngine): MatchValue {
  if (typeof value !== 'string') return never;
  const regex = engine(value);
  return (actual) => typeof actual === 'string' && actual.length <= maxRegexTextLength && regex.test(actual);
}

export const never = (): boolean => false;
