import type { BreakdownValues } from '../trends/trend-breakdown.ts';
import { shownValue } from './shown-value.ts';

/** A value of each field of a breakdown, or what is not shown by its values. */
export type ShownValues = { readonly of: 'values'; readonly values: BreakdownValues } | { readonly of: 'rest' };

/** What names in a result stand for; undefined where some, but not all, are those of the rest. */
export function shownValues(names: readonly string[]): ShownValues | undefined {
  const parts = names.map(shownValue);
  if (parts.every(({ of }) => of === 'rest')) return { of: 'rest' };
  if (parts.some(({ of }) => of === 'rest')) return undefined;
  return { of: 'values', values: parts.map((part) => (part.of === 'value' ? part.value : null)) };
}
