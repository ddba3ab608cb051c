import { useMemo } from 'react';
import { useInsightRun } from '../../../api/use-insight-run.ts';
import type { AnyInsight } from '../../../insights/features/any-insight.ts';
import { insightOfQuery } from '../../../insights/query/insight-of-query.ts';
import type { InsightRun } from '../../../insights/results/insight-run.ts';
import type { TimeRange } from '../../../navigation/time-range.ts';
import type { Widget, WidgetQuery } from '../dashboard.ts';
import { createInsightGate } from '../query-gate.ts';
import { queryInRange } from '../query-in-range.ts';

/** A dashboard may have a hundred widgets; the server answers two heavy queries at a time. */
const gate = createInsightGate(4);

/** What a widget asks, in its own range or in the one that holds for all, and the answer. */
export function useWidgetResult({ id, query: stored, viz }: Widget, all: TimeRange | undefined) {
  const query = useMemo(() => (all === undefined ? stored : queryInRange(stored, all)), [stored, all]);
  const asked = useMemo(() => withComparison(query, viz), [query, viz]);
  const insight = useMemo(() => insightOfQuery(asked, viz), [asked, viz]);
  const result = useInsightRun(asked, (run): InsightRun<AnyInsight> => ({ ...run, insight }), {
    subject: `widget ${id} ${insight.kind}`,
    inTurn: gate.run,
    isLive: insight.kind !== 'sql',
  });
  return { query, question: insight, result };
}

/** A single number says how it has changed. */
function withComparison(query: WidgetQuery, viz: Widget['viz']): WidgetQuery {
  const isNumber = viz.kind === 'timeseries' && viz.chartType === 'single_metric';
  if (query.kind !== 'timeseries' || !isNumber || query.compare !== undefined) return query;
  return { ...query, compare: 'previous_period' };
}
