import { createRequire } from 'node:module';
import { checkRegex, type RegexEngine } from '@lamppost/evaluator';

/** Loaded with the first pattern: most installations have none. */
const load = createRequire(import.meta.url);

/** Patterns come from people: an engine whose time grows with the text and not with the pattern's tricks. */
export const linearRegex: RegexEngine = (pattern) => {
  const { RE2JS } = load('re2js') as typeof import('re2js');
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
