import type { Row } from '../harness/scenario.ts';
import { type Spread, spreadOf } from '../harness/spread.ts';
import { figure } from '../results/describe-row.ts';

export interface Comparison {
  readonly scenario: string;
  readonly unit: string;
  readonly now: Spread;
  readonly earlier: Spread;
  /** Now divided by then, round by round. */
  readonly ratio: Spread;
  readonly isLessBetter: boolean;
  readonly isNoisy: boolean;
}

/** Rounds of the same scenario with both versions. Rows are matched by their place: names may have figures in them. */
export function compareRounds(rounds: readonly { readonly now: readonly Row[]; readonly earlier: readonly Row[] }[]) {
  const first = rounds[0]?.now ?? [];
  return first.map((row, at): Comparison => {
    const pairs = rounds.flatMap(({ now, earlier }) => {
      const [own, other] = [now[at], earlier[at]];
      return own === undefined || other === undefined ? [] : [{ now: own, earlier: other }];
    });
    return {
      scenario: row.scenario,
      unit: row.unit,
      now: spreadOf(pairs.map(({ now }) => now.value)),
      earlier: spreadOf(pairs.map(({ earlier }) => earlier.value)),
      ratio: spreadOf(pairs.map(({ now, earlier }) => now.value / earlier.value)),
      isLessBetter: row.goal.startsWith('≤'),
      isNoisy: pairs.some(({ now, earlier }) => now.isNoisy === true || earlier.isNoisy === true),
    };
  });
}

/** With fewer rounds all of them lie on the same side by chance more than once in twenty times. */
const MIN_ROUNDS = 6;

/** Better or worse only where all rounds of a quiet machine say so. */
export function verdictOf({ ratio, isLessBetter, isNoisy }: Comparison): string {
  if (isNoisy) return 'noisy';
  if (ratio.rounds < MIN_ROUNDS) return `too few rounds: ${MIN_ROUNDS} are needed`;
  const [isAbove, isBelow] = [ratio.min > 1, ratio.max < 1];
  if (!isAbove && !isBelow) return 'no difference';
  return isAbove === isLessBetter ? 'worse' : 'better';
}

export function comparisonTable(comparisons: readonly Comparison[]): string {
  const lines = comparisons.map((comparison) => {
    const { scenario, unit, now, earlier, ratio } = comparison;
    const spread = `${figure(ratio.median, '×')} (${figure(ratio.min, '')}–${figure(ratio.max, '')})`;
    return `| ${scenario} | ${figure(now.median, unit)} | ${figure(earlier.median, unit)} | ${spread} | ${verdictOf(comparison)} |`;
  });
  return ['| What | Now | Then | Now ÷ then | |', '| --- | --- | --- | --- | --- |', ...lines].join('\n');
}
