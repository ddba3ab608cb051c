import type { Wire } from '@lamppost/protocol';
import { readRangeText, writeRangeText } from '../design/range-picker/range-text.ts';
import { rangeBounds, type TimeRange } from '../design/range-picker/time-range.ts';

export { endsNow, type TimeRange } from '../design/range-picker/time-range.ts';

/** How a range stands in the address: `range=30d`, or `from` and `to`; nothing for the default. */
export interface RangeSearch {
  readonly range: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

const defaultLast = '7d';

const instantOf = (value: unknown): number => (typeof value === 'string' ? Date.parse(value) : Number.NaN);

/** What the address says; whatever it does not say properly is the default. */
export function readRange(search: Readonly<Record<string, unknown>>): TimeRange {
  const from = instantOf(search.from);
  const to = instantOf(search.to);
  if (from < to) return { kind: 'absolute', fromIso: new Date(from).toISOString(), toIso: new Date(to).toISOString() };
  return readRangeText(search.range) ?? { kind: 'relative', last: defaultLast };
}

export function writeRange(range: TimeRange): RangeSearch {
  if (range.kind === 'absolute') return { range: undefined, from: range.fromIso, to: range.toIso };
  const text = writeRangeText(range);
  return { range: text === defaultLast ? undefined : text, from: undefined, to: undefined };
}

/** For queries. */
export function toWireRange(range: TimeRange): Wire['InsightRange'] {
  return range.kind === 'since_release' ? { kind: range.kind, releaseId: range.releaseId } : range;
}

/** For routes that take `from` and `to`. Ranges that go on end at `nowMs`. */
export function boundsOf(
  range: TimeRange,
  nowMs: number,
  timeZone: string,
): { readonly from: string; readonly to: string } {
  const { fromMs, toMs } = rangeBounds(range, nowMs, timeZone);
  return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
}
