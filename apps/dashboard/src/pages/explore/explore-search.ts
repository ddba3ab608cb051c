import type { Wire } from '@lamppost/protocol';
import type { LongInsights } from '../../insights/address/long-insights.ts';
import { type ReadInsight, readInsight } from '../../insights/address/read-insight.ts';
import type { InsightKind } from '../../insights/insight.ts';
import { readAt } from '../../insights/people/read-at.ts';
import { oneOf } from '../../navigation/use-page-search.ts';

export const exploreTabs = [
  'trends',
  'funnel',
  'retention',
  'paths',
  'lifecycle',
  'stickiness',
  'distribution',
  'sql',
] as const;
export type ExploreTab = (typeof exploreTabs)[number];

export const kindOfTab: Readonly<Record<ExploreTab, InsightKind>> = {
  trends: 'timeseries',
  funnel: 'funnel',
  retention: 'retention',
  paths: 'paths',
  lifecycle: 'lifecycle',
  stickiness: 'stickiness',
  distribution: 'distribution',
  sql: 'sql',
};

export interface ExploreSearch {
  readonly tab: ExploreTab;
  readonly read: ReadInsight;
  /** Nothing is asked yet: the page opens with a query of its own. */
  readonly isNew: boolean;
  readonly hasRange: boolean;
  /** The number whose people are listed. */
  readonly people: Wire['InsightAt'] | undefined;
}

/** What the address asks. A query that was too long for it stands in this browser. */
export function readExplore(raw: Readonly<Record<string, unknown>>, long: LongInsights): ExploreSearch {
  const tab = oneOf(raw.tab, exploreTabs, 'trends');
  const kept = keptId(raw.q);
  const rest = {
    tab,
    isNew: raw.q === undefined,
    hasRange: raw.range !== undefined || raw.from !== undefined,
    people: readAt(raw.people),
  };
  if (kept === undefined) return { ...rest, read: readInsight(kindOfTab[tab], raw.q) };
  const written = long.find(kept);
  if (written !== undefined) return { ...rest, read: readInsight(kindOfTab[tab], written) };
  const because = 'it was too long for a link and is stored only in the browser that created it';
  return { ...rest, read: { kind: 'broken', because } };
}

function keptId(q: unknown): string | undefined {
  const kept = typeof q === 'object' && q !== null && 'kept' in q ? q.kept : undefined;
  return kept === undefined ? undefined : String(kept);
}
