/**
 * Compiles a pattern once; `test` then looks for it anywhere in a text. Must throw for a pattern that it cannot take.
 * A server passes an engine that runs in linear time, because patterns and texts come from others.
 */
export type RegexEngine = (pattern: string) => { test(text: string): boolean };
