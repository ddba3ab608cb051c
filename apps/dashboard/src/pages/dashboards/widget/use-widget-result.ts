import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ApiProblem } from '../../../api/api-problem.ts';
import { useEnvironment } from '../../../api/environment.ts';
import { queryKey } from '../../../api/query-key.ts';
import type { Insight } from '../../../insights/insight.ts';
import { insightOfQuery } from '../../../insights/insight-of-query.ts';
import { type InsightRun, runInsight } from '../../../insights/results/run-insight.ts';
import type { TimeRange } from '../../../navigation/time-range.ts';
import type { Widget } from '../dashboard.ts';
import { createInsightGate } from '../query-gate.ts';
import { queryInRange } from '../query-in-range.ts';

/** A dashboard may have a hundred widgets; the server answers two heavy queries at a time. */
const gate = createInsightGate(4);

/** What a widget asks, in its own range or in the one that holds for all, and the answer. */
export function useWidgetResult({ id, query: stored, viz }: Widget, all: TimeRange | undefined) {
  const { api } = useEnvironment();
  const query = useMemo(() => (all === undefined ? stored : queryInRange(stored, all)), [stored, all]);
  const insight = useMemo(() => shownInsight(insightOfQuery(query, viz)), [query, viz]);
  const isCompared = insight.kind === 'timeseries' && insight.isCompared;
  const key = queryKey(api.scope, '/v1/insights/query', `widget ${id} ${query.kind}`, { query, isCompared });
  const result = useQuery<InsightRun, ApiProblem>({
    queryKey: key,
    queryFn: ({ signal }) => gate.run(() => runInsight(api, insight, [query as never], signal), signal),
    placeholderData: (previous, from) => (from?.queryKey[4] === key[4] ? previous : undefined),
    meta: { isLive: query.kind !== 'sql' },
  });
  return { query, question: insight, result };
}

/** A single number says how it has changed. */
function shownInsight(insight: Insight): Insight {
  if (insight.kind !== 'timeseries' || insight.chart !== 'single_metric') return insight;
  return { ...insight, isCompared: true };
}
