import type { InsightKind } from '../../insights/insight.ts';
import type { LongInsights } from '../../insights/long-insights.ts';
import { type ReadInsight, readInsight } from '../../insights/read-insight.ts';
import { oneOf } from '../../navigation/use-page-search.ts';

export const exploreTabs = ['trends', 'funnel', 'retention', 'paths', 'sql'] as const;
export type ExploreTab = (typeof exploreTabs)[number];

export const kindOfTab: Readonly<Record<ExploreTab, InsightKind>> = {
  trends: 'timeseries',
  funnel: 'funnel',
  retention: 'retention',
  paths: 'paths',
  sql: 'sql',
};

export interface ExploreSearch {
  readonly tab: ExploreTab;
  readonly read: ReadInsight;
}

/** What the address asks. A query that was too long for it stands in this browser. */
export function readExplore(raw: Readonly<Record<string, unknown>>, long: LongInsights): ExploreSearch {
  const tab = oneOf(raw.tab, exploreTabs, 'trends');
  const kept = keptId(raw.q);
  if (kept === undefined) return { tab, read: readInsight(kindOfTab[tab], raw.q) };
  const written = long.find(kept);
  if (written !== undefined) return { tab, read: readInsight(kindOfTab[tab], written) };
  const because = 'it was too long for a link and is stored only in the browser that created it';
  return { tab, read: { kind: 'broken', because } };
}

function keptId(q: unknown): string | undefined {
  const kept = typeof q === 'object' && q !== null && 'kept' in q ? q.kept : undefined;
  return kept === undefined ? undefined : String(kept);
}
