import type { NumberRange } from '../../../collect/loader/load-target.ts';

/**
 * Numbers that were passed over once these segments are in, less those that came late. That alone is no loss: a segment
 * in which nothing was acknowledged is removed, and its number is not given again.
 */
export function gapsAfter(
  upTo: number,
  gaps: readonly NumberRange[],
  loaded: readonly number[],
): readonly NumberRange[] {
  let [top, open] = [upTo, [...gaps]];
  for (const number of [...loaded].sort((a, b) => a - b)) {
    if (number > top) {
      if (number > top + 1) open.push({ first: top + 1, last: number - 1 });
      top = number;
    } else open = open.flatMap((gap) => without(gap, number));
  }
  return open;
}

function without(gap: NumberRange, number: number): NumberRange[] {
  if (number < gap.first || number > gap.last) return [gap];
  const parts = [
    { first: gap.first, last: number - 1 },
    { first: number + 1, last: gap.last },
  ];
  return parts.filter(({ first, last }) => first <= last);
}
