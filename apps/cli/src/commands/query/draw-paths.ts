import type { Wire } from '@lamppost/protocol';
import { type Column, drawTable } from '../../output/draw-table.ts';
import { formatNumber } from '../../output/format.ts';
import { printable } from '../../output/printable.ts';
import type { Terminal } from '../../output/terminal.ts';

type Result = Wire['PathsResult'];

interface Step {
  readonly step: number;
  readonly from: string;
  readonly to: string;
  readonly count: number;
  readonly share: number;
}

const MAX_LINKS = 40;

/** Steps of paths, the most frequent of each place first. */
export function drawPaths(terminal: Terminal, { nodes, links }: Result): string {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const steps = links
    .flatMap(({ source, target, count }): Step[] => {
      const [from, to] = [byId.get(source), byId.get(target)];
      if (from === undefined || to === undefined) return [];
      return [{ step: from.step, from: from.event, to: to.event, count, share: count / Math.max(1, from.count) }];
    })
    .toSorted((a, b) => a.step - b.step || b.count - a.count);
  if (steps.length === 0) return 'No paths in this range.';
  const columns: Column<Step>[] = [
    { title: 'STEP', value: ({ step }) => String(step), align: 'right' },
    { title: 'FROM', value: ({ from }) => printable(from) },
    { title: 'TO', value: ({ to }) => printable(to) },
    { title: 'VISITS', value: ({ count }) => formatNumber(count), align: 'right' },
    { title: 'OF FROM', value: ({ share }) => `${(share * 100).toFixed(1)} %`, align: 'right' },
  ];
  const cut =
    steps.length > MAX_LINKS
      ? `\n${terminal.colours.dim(`${steps.length - MAX_LINKS} more; use --json for all.`)}`
      : '';
  return drawTable(terminal, columns, steps.slice(0, MAX_LINKS)) + cut;
}
