import { writeInsight } from '../../insights/address/write-insight.ts';
import type { AnyInsight } from '../../insights/features/any-insight.ts';
import { isFeature } from '../../insights/features/feature-insight.ts';
import { isEditableQuery } from '../../insights/query/is-editable-query.ts';
import { writeRange } from '../../navigation/time-range.ts';
import type { WidgetQuery } from './dashboard.ts';
import { rangeOfQuery } from './query-in-range.ts';

/** Servers and proxies refuse addresses that are much longer. */
const longest = 6_000;

/** A widget's query as the address of Explore has it, in its range; undefined if it is too long or Explore cannot show it. */
export function exploreSearch(insight: AnyInsight, query: WidgetQuery) {
  if (isFeature(insight) || !isEditableQuery(query)) return undefined;
  const q = writeInsight(insight);
  if (encodeURIComponent(JSON.stringify(q ?? '')).length > longest) return undefined;
  const range = rangeOfQuery(query);
  const tab = insight.kind === 'timeseries' ? undefined : insight.kind;
  return { tab, q, ...(range === undefined ? {} : writeRange(range)) };
}
