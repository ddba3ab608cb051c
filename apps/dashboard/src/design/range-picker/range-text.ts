import { calendarUnits } from './calendar-unit.ts';
import { spanOf, type TimeRange } from './time-range.ts';

/** How a range that is not two instants stands in an address: `45d`, `this-week`, `previous-month`, `since-<id>`. */
export function readRangeText(text: unknown): TimeRange | undefined {
  if (typeof text !== 'string') return undefined;
  if (spanOf(text) !== undefined) return { kind: 'relative', last: text };
  const [, which, rest = ''] = /^(this|previous|since)-(.+)$/.exec(text) ?? [];
  if (which === 'since') {
    const [releaseId = '', at = ''] = rest.split('@');
    if (!/^[0-9a-f-]{36}$/.test(releaseId)) return undefined;
    const fromMs = Date.parse(at);
    return Number.isNaN(fromMs)
      ? { kind: 'since_release', releaseId }
      : { kind: 'since_release', releaseId, fromIso: new Date(fromMs).toISOString() };
  }
  const unit = calendarUnits.find((known) => known === rest);
  if (which === undefined || unit === undefined) return undefined;
  return { kind: which === 'this' ? 'current' : 'previous', unit };
}

export function writeRangeText(range: Exclude<TimeRange, { kind: 'absolute' }>): string {
  switch (range.kind) {
    case 'relative':
      return range.last;
    case 'current':
      return `this-${range.unit}`;
    case 'previous':
      return `previous-${range.unit}`;
    case 'since_release':
      return range.fromIso === undefined ? `since-${range.releaseId}` : `since-${range.releaseId}@${range.fromIso}`;
  }
}
