import { formatCount } from '../../../design/format/format-count.ts';
import type { CohortRange } from './cohort-draft.ts';

const units: Readonly<Record<string, string>> = {
  m: 'minute',
  h: 'hour',
  d: 'day',
  w: 'week',
  mo: 'month',
  q: 'quarter',
  y: 'year',
};

/** " in the last 30 days", to stand at the end of a sentence; nothing when all time counts. */
export function describeRange(range: CohortRange | undefined): string {
  if (range === undefined) return '';
  switch (range.kind) {
    case 'relative': {
      const [, count = '', unit = ''] = /^(\d+)([a-z]+)$/.exec(range.last) ?? [];
      return ` in the last ${formatCount(Number(count), units[unit] ?? unit)}`;
    }
    case 'current':
      return ` this ${range.unit}`;
    case 'previous':
      return ` last ${range.unit}`;
    case 'since_release':
      return ' since a release';
    case 'absolute':
      return ` from ${range.fromIso.slice(0, 10)} to ${range.toIso.slice(0, 10)}`;
  }
}
