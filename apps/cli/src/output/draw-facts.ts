import type { Terminal } from './terminal.ts';
import { textWidth } from './text-width.ts';

/** Names and values below each other, the values in one column. */
export function drawFacts(
  terminal: Pick<Terminal, 'colours'>,
  facts: readonly (readonly [name: string, value: string] | undefined)[],
): string {
  const shown = facts.filter((fact) => fact !== undefined);
  const width = Math.max(0, ...shown.map(([name]) => textWidth(name)));
  return shown.map(([name, value]) => `${terminal.colours.dim(name.padEnd(width))}  ${value}`.trimEnd()).join('\n');
}
