import type { Wire } from '@lamppost/protocol';
import { type ShownValue, shownValue } from '../queries/people/shown-value.ts';
import type { Blame } from './point-reader.ts';

/** The value of a breakdown that `at` names, if it names one. */
export function breakdownValue(
  { breakdownProperty }: { readonly breakdownProperty?: string | undefined },
  { breakdown }: Pick<Wire['InsightAt'], 'breakdown'>,
  blame: Blame,
): { readonly value?: ShownValue } {
  if (breakdown === undefined) return {};
  const [name] = breakdown;
  if (breakdownProperty === undefined) blame('breakdown', 'requires a query with a breakdown');
  else if (breakdown.length > 1) blame('breakdown', 'must have one value: the query is broken down by one field');
  return name === undefined ? {} : { value: shownValue(name) };
}
