import type { AnyInsight } from '../../insights/features/any-insight.ts';
import type { MeasureInsight } from '../../insights/features/feature-insight.ts';
import type { InsightResult } from '../../insights/results/insight-run.ts';
import { writeRange } from '../../navigation/time-range.ts';
import type { PageHref } from '../../navigation/use-page-href.ts';
import type { WidgetQuery } from './dashboard.ts';
import { exploreSearch } from './explore-search-of.ts';
import { rangeOfQuery } from './query-in-range.ts';

export interface PageBehind {
  readonly label: string;
  /** Undefined if there is no page that shows the same. */
  readonly href: ((pageHref: PageHref) => string) | undefined;
}

/** Where a widget's query can be looked into: the page of its subject, in its range. */
export function pageBehind(insight: AnyInsight, query: WidgetQuery, result: InsightResult | undefined): PageBehind {
  const range = rangeOfQuery(query);
  const ranged = range === undefined ? {} : writeRange(range);
  switch (insight.kind) {
    case 'crash_free':
    case 'crashes':
      return { label: 'Open Crashes', href: (href) => href('/crashes', { ...ranged, ...sliceOf(insight) }) };
    case 'performance': {
      const { metricName, metricType, breakdown } = insight;
      const search = {
        ...ranged,
        ...sliceOf(insight),
        tab: metricType === 'network' ? 'network' : undefined,
        metric: metricName ?? undefined,
        type: metricType ?? undefined,
        by: breakdown ?? undefined,
      };
      return { label: 'Open Performance', href: (href) => href('/performance', search) };
    }
    case 'experiment': {
      const key = result?.kind === 'experiment' ? result.experiment?.key : undefined;
      const label = 'Open experiment';
      return { label, href: key === undefined ? undefined : (href) => href('/experiments/$key', { key }) };
    }
    default: {
      const search = exploreSearch(insight, query);
      const label = 'Open in Explore';
      return { label, href: search === undefined ? undefined : (href) => href('/explore', search) };
    }
  }
}

const sliceOf = ({ platform, appVersion }: MeasureInsight) => ({
  platform: platform ?? undefined,
  version: appVersion ?? undefined,
});
