/** What was pasted: one id or email a line (commas and semicolons count as well), each once, in order. */
export function readLines(text: string): string[] {
  const lines = text
    .split(/[\n\r,;]+/)
    .map((line) => line.trim().replace(/^["']|["']$/g, ''))
    .filter((line) => line !== '');
  return [...new Set(lines)];
}

type LineOutcome = 'added' | 'already' | 'failed';

export interface LineResult {
  readonly line: string;
  readonly outcome: LineOutcome;
  readonly words: string;
}

interface Refusal {
  readonly reason: string | undefined;
  readonly message: string;
  readonly fieldErrors: Readonly<Record<string, readonly string[]>>;
}

/** Why a line was not taken, in words that fit behind it. */
export function refusedLine(line: string, refusal: Refusal): LineResult {
  if (refusal.reason === 'ALREADY_MEMBER') return { line, outcome: 'already', words: 'already a member' };
  const [first] = Object.values(refusal.fieldErrors).flat();
  return { line, outcome: 'failed', words: first ?? refusal.message };
}

/** "12 added, 3 were in it already, 1 could not be added" */
export function summaryOf(results: readonly LineResult[]): string {
  const count = (outcome: LineOutcome) => results.filter((result) => result.outcome === outcome).length;
  const parts = [`${count('added')} added`];
  if (count('already') > 0) parts.push(`${count('already')} already in the group`);
  if (count('failed') > 0) parts.push(`${count('failed')} couldn't be added`);
  return parts.join(', ');
}
