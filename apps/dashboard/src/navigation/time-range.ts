import type { Wire } from '@lamppost/protocol';
import { type RelativeLast, rangeBounds, rangePresets, type TimeRange } from '../design/range-picker/time-range.ts';

export type { TimeRange } from '../design/range-picker/time-range.ts';

/** How a range stands in the address: `range=30d`, or `from` and `to`; nothing for the default. */
export interface RangeSearch {
  readonly range: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

const defaultLast: RelativeLast = '7d';

const instantOf = (value: unknown): number => (typeof value === 'string' ? Date.parse(value) : Number.NaN);

/** What the address says; whatever it does not say properly is the default. */
export function readRange(search: Readonly<Record<string, unknown>>): TimeRange {
  const from = instantOf(search.from);
  const to = instantOf(search.to);
  if (from < to) return { kind: 'absolute', fromIso: new Date(from).toISOString(), toIso: new Date(to).toISOString() };
  const preset = rangePresets.find(({ last }) => last === search.range);
  return { kind: 'relative', last: preset?.last ?? defaultLast };
}

export function writeRange(range: TimeRange): RangeSearch {
  if (range.kind === 'absolute') return { range: undefined, from: range.fromIso, to: range.toIso };
  return { range: range.last === defaultLast ? undefined : range.last, from: undefined, to: undefined };
}

/** For queries. It is the same shape, which the compiler checks here. */
export function toWireRange(range: TimeRange): Wire['InsightRange'] {
  return range;
}

/** For routes that take `from` and `to`. Relative ranges end at `nowMs`. */
export function boundsOf(range: TimeRange, nowMs: number): { readonly from: string; readonly to: string } {
  const { fromMs, toMs } = rangeBounds(range, nowMs);
  return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
}
