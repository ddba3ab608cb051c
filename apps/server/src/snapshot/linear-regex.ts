import { checkRegex, type RegexEngine } from '@lamppost/evaluator';
import { RE2JS } from 're2js';

/** Patterns come from people: an engine whose time grows with the text and not with the pattern's tricks. */
export const linearRegex: RegexEngine = (pattern) => {
  const compiled = RE2JS.compile(pattern);
  return { test: (text) => compiled.matcher(text).find() };
};

/** What keeps a pattern from being saved: outside of what every engine reads alike, or not a pattern at all. */
export function faultOfRegex(pattern: string): string | undefined {
  const fault = checkRegex(pattern);
  if (fault !== undefined) return fault;
  try {
    linearRegex(pattern);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
