import type { ShownValue } from '../people/shown-value.ts';
import { brokenDown } from './insights.reference.ts';

/** Of all that was broken down by a value, what stands in a result under one of its names. */
export function itemsOfValue<T>(
  items: readonly T[],
  valueOfItem: (item: T) => string | undefined,
  rank: (some: T[]) => number,
  value: ShownValue,
): readonly T[] {
  if (value.of === 'value') return items.filter((item) => valueOfItem(item) === value.value);
  const name = value.of === 'rest' ? '(other)' : '(none)';
  return brokenDown(items, valueOfItem, rank).groups.find((group) => group.name === name)?.items ?? [];
}
