import type { NumberRange } from '../../../../analytics/load-target.ts';

export interface GapChange {
  readonly gaps: readonly NumberRange[];
  /** Newly missing, less those that have turned up. */
  readonly missingDelta: number;
}

/** What is missing once these segments are in: numbers that were passed over, less those that came late. */
export function gapsAfter(upTo: number, gaps: readonly NumberRange[], loaded: readonly number[]): GapChange {
  const before = sizeOf(gaps);
  let [top, open] = [upTo, [...gaps]];
  for (const number of [...loaded].sort((a, b) => a - b)) {
    if (number > top) {
      if (number > top + 1) open.push({ first: top + 1, last: number - 1 });
      top = number;
    } else open = open.flatMap((gap) => without(gap, number));
  }
  return { gaps: open, missingDelta: sizeOf(open) - before };
}

function without(gap: NumberRange, number: number): NumberRange[] {
  if (number < gap.first || number > gap.last) return [gap];
  const parts = [
    { first: gap.first, last: number - 1 },
    { first: number + 1, last: gap.last },
  ];
  return parts.filter(({ first, last }) => first <= last);
}

const sizeOf = (gaps: readonly NumberRange[]): number =>
  gaps.reduce((sum, { first, last }) => sum + last - first + 1, 0);
