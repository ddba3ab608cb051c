import { formatPercent, formatShortNumber } from '../design/format/format-number.ts';
import type { FunnelGroup, FunnelStep } from './funnel-group.ts';

interface FunnelCell {
  readonly group: string;
  readonly step: FunnelStep;
  /** Who was still there a step earlier, as a share of the first step. */
  readonly previousPercent: number;
  readonly lost: number | null;
  /** Of the step before, 0 to 100. */
  readonly lostPercent: number | null;
}

export interface FunnelColumn {
  readonly index: number;
  readonly name: string;
  readonly cells: readonly FunnelCell[];
}

export function funnelColumns(groups: readonly FunnelGroup[]): FunnelColumn[] {
  const names = groups[0]?.steps.map((step) => step.name) ?? [];
  return names.map((name, index) => ({
    index,
    name,
    cells: groups.flatMap((group) => {
      const step = group.steps[index];
      if (step === undefined) return [];
      const previous = index === 0 ? undefined : group.steps[index - 1];
      const lost = previous === undefined ? null : previous.count - step.count;
      return {
        group: group.name,
        step,
        previousPercent: previous?.percentage ?? step.percentage,
        lost,
        lostPercent:
          previous === undefined || lost === null || previous.count === 0 ? null : (lost / previous.count) * 100,
      };
    }),
  }));
}

export function funnelSentence(label: string, groups: readonly FunnelGroup[], of: string): string {
  const sentences = groups.flatMap((group) => {
    const first = group.steps[0];
    const last = group.steps.at(-1);
    if (first === undefined || last === undefined) return [];
    const who = group.name === '' || groups.length === 1 ? '' : `${group.name}: `;
    return `${who}${formatPercent(last.percentage)} of ${formatShortNumber(first.count)} ${of} who did ${first.name} completed ${last.name}.`;
  });
  return sentences.length === 0 ? `${label}: no data.` : `${label}. ${sentences.join(' ')}`;
}
