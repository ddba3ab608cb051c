import type { RangeBounds } from '../../navigation/use-bounds.ts';
import type { Metric } from './metric-words.ts';
import type { PerformanceSearch } from './performance-search.ts';

/** What the charts of one metric have in common. */
export interface MetricDetailProps {
  readonly metric: Metric;
  readonly bounds: RangeBounds;
  readonly search: PerformanceSearch;
  readonly onBreakdown: (by: string) => void;
}
