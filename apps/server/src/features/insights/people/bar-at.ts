import type { Wire } from '@lamppost/protocol';
import type { Blame } from './point-reader.ts';

/** The bar that `from` and `to` name, if they name one. */
export function barAt(
  { from, to }: Wire['InsightAt'],
  blame: Blame,
): { readonly from: number; readonly to: number } | undefined {
  if (from === undefined && to === undefined) return undefined;
  if (from === undefined) blame('from', 'is required with to');
  else if (to === undefined) blame('to', 'is required with from');
  else if (from > to) blame('to', 'must not be less than from');
  return { from: from ?? 0, to: to ?? 0 };
}
