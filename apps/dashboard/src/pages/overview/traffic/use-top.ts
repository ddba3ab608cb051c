import { useInsightQuery } from '../../../api/use-insight-query.ts';
import type { Filter } from '../../../design/filter-builder/filter-ops.ts';
import { storedLongInsights } from '../../../insights/address/long-insights.ts';
import { writeExplore } from '../../../insights/address/write-explore.ts';
import { emptyInsight, emptySeries, type Insight } from '../../../insights/insight.ts';
import { intervalOfRange } from '../../../insights/interval-of-range.ts';
import { wireFilters } from '../../../insights/query/wire-filters.ts';
import { type TimeRange, toWireRange } from '../../../navigation/time-range.ts';

export interface TopQuery {
  readonly event: string;
  readonly field: string;
  readonly filters: readonly Filter[];
}

/** Events by the values of a field. */
export function useTop({ event, field, filters }: TopQuery, range: TimeRange, isEnabled = true) {
  return useInsightQuery(
    {
      kind: 'timeseries',
      event,
      breakdownProperty: field,
      filters: wireFilters(filters),
      interval: intervalOfRange(range),
      range: toWireRange(range),
    },
    { enabled: isEnabled },
  );
}

const long = storedLongInsights(localStorage);

/** The same in Explore, for one of the values. */
export function exploreOf({ event, field, filters }: TopQuery, only: Filter) {
  const insight: Insight = {
    ...emptyInsight('timeseries'),
    series: [{ ...emptySeries, event, filters: [...filters, only] }],
    breakdowns: [field],
  };
  return writeExplore(insight, long);
}
