import type { Wire } from '@lamppost/protocol';
import type { DistributionBucket, DistributionMark } from '../../charts/distribution-chart.tsx';

export type Distribution = Wire['PerformanceDistributionAnswer']['data'];

/** The last bucket has no end: it is drawn as wide as the one before. */
export function drawnBuckets(buckets: Distribution['buckets']): readonly DistributionBucket[] {
  return buckets.map(({ from, to, count }, at) => {
    const before = buckets[at - 1];
    const width = before?.to == null ? Math.max(1, from) : before.to - before.from;
    return to === null ? { from, to: from + width, count, isOpen: true } : { from, to, count };
  });
}

/** p50 and p95, and the well-known lines where the metric has some. */
export function distributionMarks({
  percentiles,
  line,
}: Pick<Distribution, 'percentiles' | 'line'>): readonly DistributionMark[] {
  const measures: DistributionMark[] =
    percentiles === null
      ? []
      : [
          { value: percentiles.p50, label: 'p50', kind: 'measure' },
          { value: percentiles.p95, label: 'p95', kind: 'measure' },
        ];
  const lines: DistributionMark[] = [];
  if (line?.value != null) lines.push({ value: line.value, label: lineLabel(line), kind: 'line' });
  if (line?.poor != null) lines.push({ value: line.poor, label: 'poor above', kind: 'line' });
  return [...measures, ...lines];
}

/** Lines of shares are about each value too: a frame is slow above 16.7 ms, whatever share of them is. */
const lineLabel = (line: NonNullable<Distribution['line']>): string =>
  line.percentile === null ? 'threshold' : 'good up to';
