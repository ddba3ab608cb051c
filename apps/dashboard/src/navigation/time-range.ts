import type { Wire } from '@lamppost/protocol';

export const relativeRanges = ['1h', '24h', '7d', '30d', '90d'] as const;
export type RelativeRange = (typeof relativeRanges)[number];

export type TimeRange =
  | { readonly kind: 'relative'; readonly last: RelativeRange }
  | { readonly kind: 'absolute'; readonly from: string; readonly to: string };

/** How a range stands in the address: `range=7d`, or `from` and `to`. */
export interface RangeSearch {
  readonly range?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export const defaultRange: TimeRange = { kind: 'relative', last: '7d' };

const isRelative = (value: unknown): value is RelativeRange => relativeRanges.some((range) => range === value);
const instantOf = (value: unknown): number => (typeof value === 'string' ? Date.parse(value) : Number.NaN);

/** What the address says; whatever it does not say properly is the default. */
export function readRange(search: Readonly<Record<string, unknown>>): TimeRange {
  const from = instantOf(search.from);
  const to = instantOf(search.to);
  if (from < to) return { kind: 'absolute', from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  return isRelative(search.range) ? { kind: 'relative', last: search.range } : defaultRange;
}

export function writeRange(range: TimeRange): RangeSearch {
  if (range.kind === 'absolute') return { range: undefined, from: range.from, to: range.to };
  const isDefault = defaultRange.kind === 'relative' && range.last === defaultRange.last;
  return { range: isDefault ? undefined : range.last, from: undefined, to: undefined };
}

export function toWireRange(range: TimeRange): Wire['InsightRange'] {
  return range.kind === 'relative' ? range : { kind: 'absolute', fromIso: range.from, toIso: range.to };
}

const hours: Readonly<Record<RelativeRange, number>> = { '1h': 1, '24h': 24, '7d': 168, '30d': 720, '90d': 2160 };

/** First instant and end, for routes that take `from` and `to`. Relative ranges end at `nowMs`. */
export function boundsOf(range: TimeRange, nowMs: number): { readonly from: string; readonly to: string } {
  if (range.kind === 'absolute') return { from: range.from, to: range.to };
  return {
    from: new Date(nowMs - hours[range.last] * 3_600_000).toISOString(),
    to: new Date(nowMs).toISOString(),
  };
}
