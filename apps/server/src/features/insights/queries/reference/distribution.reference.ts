import type { DistributionParams } from '../distribution.ts';
import { fieldOf, type ReferenceData } from './events.reference.ts';
import { chosen, isMeant } from './insights.reference.ts';

export function referenceDistribution(params: DistributionParams, data: ReferenceData) {
  const { range, field, buckets } = params;
  if (range.kind !== 'between') throw new Error('the reference has no clock');
  const events = chosen(params, data).filter(({ name }) => isMeant(name, params.events));
  const numbers = events.map((event) => fieldOf(event, field)).filter((value) => typeof value === 'number');
  numbers.sort((a, b) => a - b);
  const [min, max] = [numbers[0] ?? null, numbers.at(-1) ?? null];
  const percentile = (share: number): number | null => {
    const place = share * (numbers.length - 1);
    const [low, high] = [numbers[Math.floor(place)], numbers[Math.ceil(place)]];
    return low === undefined || high === undefined ? null : low + (high - low) * (place - Math.floor(place));
  };
  const widthOfBar = ((max ?? 0) - (min ?? 0)) / buckets;
  const bars = min === null || max === null ? 0 : min === max ? 1 : buckets;
  const isLast = (bar: number): boolean => bar === bars - 1;
  const shown = Array.from({ length: bars }, (_, bar) => {
    const from = (min ?? 0) + widthOfBar * bar;
    const to = isLast(bar) ? (max ?? 0) : (min ?? 0) + widthOfBar * (bar + 1);
    return { from, to, count: numbers.filter((x) => x >= from && (isLast(bar) || x < to)).length };
  });
  return {
    kind: 'distribution',
    field,
    bars: shown,
    count: numbers.length,
    missing: events.length - numbers.length,
    min,
    max,
    average: numbers.length === 0 ? null : numbers.reduce((sum, value) => sum + value, 0) / numbers.length,
    p50: percentile(0.5),
    p90: percentile(0.9),
    p99: percentile(0.99),
    fromIso: new Date(range.fromMs).toISOString(),
    toIso: new Date(range.toMs).toISOString(),
  };
}
