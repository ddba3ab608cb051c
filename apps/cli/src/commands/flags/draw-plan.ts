import type { FlagChange } from '../../as-code/plan-flags.ts';
import { type DiffLine, sayFlagChange } from '../../as-code/say-flag-change.ts';
import { countOf } from '../../output/format.ts';
import { printable } from '../../output/printable.ts';
import type { Terminal } from '../../output/terminal.ts';

const MAX_NAMED = 5;

/** The changes as a diff, and the flags that the file does not know. */
export function drawPlan(terminal: Terminal, changes: readonly FlagChange[], others: readonly string[]): string {
  const { bold, dim, green, red } = terminal.colours;
  const colour = { '+': green, '-': red, ' ': dim } as const;
  const draw = ({ sign, text }: DiffLine): string => colour[sign](`  ${sign} ${printable(text)}`);
  const parts = changes.map((change) => {
    const { title, lines } = sayFlagChange(change);
    return [bold(title), ...lines.map(draw)].join('\n');
  });
  const named = others.slice(0, MAX_NAMED).join(', ') + (others.length > MAX_NAMED ? ', …' : '');
  return [
    ...parts,
    changes.length === 0 ? 'The server matches the file.' : `${countOf(changes.length, 'change')}.`,
    ...(others.length === 0 ? [] : [dim(`Not in the file, left alone: ${named}`)]),
  ].join('\n');
}
