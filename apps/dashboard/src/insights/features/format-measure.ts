import type { MeasureSeries } from '@lamppost/protocol';
import { formatDuration } from '../../design/format/format-duration.ts';
import { formatPercent, formatShortNumber, NO_VALUE } from '../../design/format/format-number.ts';

const SPACE = '\u202f';

/** A value in its unit: not everything is milliseconds. Crash-free rates differ behind the point. */
export function formatMeasure(value: number | null | undefined, unit: MeasureSeries['unit']): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return NO_VALUE;
  switch (unit) {
    case 'ms':
      return formatDuration(value);
    case 'percent':
      return formatPercent(value, 2);
    case 'score':
      return value.toLocaleString('en', { maximumFractionDigits: 3 });
    case 'count':
      return formatShortNumber(value);
    case 'mb':
      return value >= 1024 ? `${formatShortNumber(value / 1024)}${SPACE}GB` : `${formatShortNumber(value)}${SPACE}MB`;
  }
}
