import { quoted } from '../sql-text.ts';

export interface SearchedColumns {
  readonly short: readonly string[];
  /** JSON: for long texts an engine that folds case while it searches takes half as long as lower-casing them first. */
  readonly long?: readonly string[];
}

/**
 * A condition: one of the columns has this text in it, without regard to case.
 * Written into the statement: as a parameter a pattern would be compiled anew for every row.
 */
export function anyHas({ short, long = [] }: SearchedColumns, text: string): string {
  // Stored text has no NUL, and a statement cannot have one.
  if (text.includes('\u0000')) return 'false';
  const wanted = text.toWellFormed();
  const lowered = `lower(${quoted(wanted)})`;
  const pattern = quoted([...wanted].map(literal).join(''));
  const conditions = [
    ...short.map((column) => `contains(lower(${column}), ${lowered})`),
    ...long.map((column) => `regexp_matches(${column}::VARCHAR, ${pattern}, 'i')`),
  ];
  return `(${conditions.join(' OR ')})`;
}

const literal = (character: string): string =>
  /^[0-9A-Za-z]$/.test(character) ? character : `\\x{${character.codePointAt(0)?.toString(16)}}`;
