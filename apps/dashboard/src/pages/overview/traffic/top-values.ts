import type { Wire } from '@lamppost/protocol';
import { isRest, valueOfName } from '../../../insights/value-name.ts';

export interface TopValue {
  readonly value: string;
  readonly count: number;
}

const MAX_SHOWN = 6;

/** The most frequent values of a breakdown; what has no value, or stands for many, is left out. */
export function topValues(
  { series }: Pick<Wire['TimeseriesResult'], 'series'>,
  nameOf: (value: string) => string = (value) => value,
): readonly TopValue[] {
  const counts = new Map<string, number>();
  for (const { name, points } of series) {
    if (isRest(name)) continue;
    const value = nameOf(valueOfName(name));
    const count = points.reduce((sum, point) => sum + point.value, 0);
    if (value !== '' && count > 0) counts.set(value, (counts.get(value) ?? 0) + count);
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || a.value.localeCompare(b.value))
    .slice(0, MAX_SHOWN);
}

/** The site that a referrer is of. */
export function hostOf(referrer: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/([^/]+)/i.exec(referrer)?.[1] ?? '';
}
