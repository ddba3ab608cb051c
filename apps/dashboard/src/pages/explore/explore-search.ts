import type { Insight, InsightKind } from '../../insights/insight.ts';
import { type ReadInsight, readInsight } from '../../insights/read-insight.ts';
import { writeInsight } from '../../insights/write-insight.ts';
import { oneOf } from '../../navigation/use-page-search.ts';
import type { LongInsights } from './long-insights.ts';

export const exploreTabs = ['trends', 'funnel', 'retention', 'paths', 'sql'] as const;
export type ExploreTab = (typeof exploreTabs)[number];

export const kindOfTab: Readonly<Record<ExploreTab, InsightKind>> = {
  trends: 'timeseries',
  funnel: 'funnel',
  retention: 'retention',
  paths: 'paths',
  sql: 'sql',
};

function tabOfKind(kind: InsightKind): ExploreTab {
  return kind === 'timeseries' ? 'trends' : kind;
}

export interface ExploreSearch {
  readonly tab: ExploreTab;
  readonly read: ReadInsight;
}

/** Servers and proxies refuse addresses that are much longer. */
const MAX_IN_ADDRESS_LENGTH = 6_000;

/** What the address asks. A query that was too long for it stands in this browser. */
export function readExplore(raw: Readonly<Record<string, unknown>>, long: LongInsights): ExploreSearch {
  const tab = oneOf(raw.tab, exploreTabs, 'trends');
  const kept = keptId(raw.q);
  if (kept === undefined) return { tab, read: readInsight(kindOfTab[tab], raw.q) };
  const written = long.find(kept);
  if (written !== undefined) return { tab, read: readInsight(kindOfTab[tab], written) };
  const because = 'it was too long for an address, and is kept only in the browser in which it was written';
  return { tab, read: { kind: 'broken', because } };
}

export function writeExplore(
  insight: Insight,
  long: LongInsights,
): { readonly tab: string | undefined; readonly q: unknown } {
  const tab = tabOfKind(insight.kind);
  const written = writeInsight(insight);
  const isLong = encodeURIComponent(JSON.stringify(written ?? '')).length > MAX_IN_ADDRESS_LENGTH;
  const q = isLong && written !== undefined ? { kept: long.keep(written) } : written;
  return { tab: tab === 'trends' ? undefined : tab, q };
}

function keptId(q: unknown): string | undefined {
  const kept = typeof q === 'object' && q !== null && 'kept' in q ? q.kept : undefined;
  return kept === undefined ? undefined : String(kept);
}
