import type { CompleteInsightQuery } from '@lamppost/protocol';
import { useMemo } from 'react';
import type { Insight } from '../../../insights/insight.ts';
import { insightOfQuery } from '../../../insights/insight-of-query.ts';
import { useInsightRun } from '../../../insights/results/use-insight-run.ts';
import type { TimeRange } from '../../../navigation/time-range.ts';
import type { Widget } from '../dashboard.ts';
import { createInsightGate } from '../query-gate.ts';
import { queryInRange } from '../query-in-range.ts';

/** A dashboard may have a hundred widgets; the server answers two heavy queries at a time. */
const gate = createInsightGate(4);

/** What a widget asks, in its own range or in the one that holds for all, and the answer. */
export function useWidgetResult({ id, query: stored, viz }: Widget, all: TimeRange | undefined) {
  const query = useMemo(() => (all === undefined ? stored : queryInRange(stored, all)), [stored, all]);
  const insight = useMemo(() => shownInsight(insightOfQuery(query, viz)), [query, viz]);
  const queries = useMemo(() => [query as CompleteInsightQuery], [query]);
  const result = useInsightRun(insight, queries, { subject: `widget ${id}`, inTurn: gate.run });
  return { query, question: insight, result };
}

/** A single number says how it has changed. */
function shownInsight(insight: Insight): Insight {
  if (insight.kind !== 'timeseries' || insight.chart !== 'single_metric') return insight;
  return { ...insight, isCompared: true };
}
