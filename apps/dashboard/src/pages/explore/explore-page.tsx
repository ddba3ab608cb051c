import { useCallback, useMemo, useRef } from 'react';
import { SeriesColoursProvider } from '../../charts/series-colours.tsx';
import { SegmentedTabs } from '../../design/inputs/segmented-tabs.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { asKind, emptyInsight, type Insight, type InsightKind } from '../../insights/insight.ts';
import { storedLongInsights } from '../../insights/long-insights.ts';
import { writeExplore } from '../../insights/write-explore.ts';
import { usePageHref } from '../../navigation/use-page-href.ts';
import { type SearchChange, usePageSearch } from '../../navigation/use-page-search.ts';
import { useRange } from '../../navigation/use-range.ts';
import { BrokenInsight } from './broken-insight.tsx';
import { BuilderExplorer } from './builder-explorer.tsx';
import { type ExploreSearch, type ExploreTab, exploreTabs, kindOfTab, readExplore } from './explore-search.ts';
import { SqlExplorer } from './sql-explorer.tsx';

const tabLabels: Readonly<Record<ExploreTab, string>> = {
  trends: 'Trends',
  funnel: 'Funnel',
  retention: 'Retention',
  paths: 'Paths',
  sql: 'SQL',
};

const long = storedLongInsights(localStorage);
const read = (raw: Readonly<Record<string, unknown>>): ExploreSearch => readExplore(raw, long);

export function ExplorePage() {
  const [{ tab, read: found }, changeSearch] = usePageSearch(read);
  const [range, setRange] = useRange();
  const href = usePageHref();
  const kind = kindOfTab[tab];
  const insight = found.kind === 'read' ? found.insight : emptyInsight(kind);
  const seen = useSeenInsights(insight);
  const setInsight = useCallback(
    (next: Insight, how?: SearchChange) => changeSearch(writeExplore(next, long) as never, how),
    [changeSearch],
  );
  const tabs = useMemo(
    () =>
      exploreTabs.map((value) => ({
        value,
        label: tabLabels[value],
        href: href('/explore', writeExplore(seen(kindOfTab[value]), long)),
      })),
    [href, seen],
  );
  return (
    <SeriesColoursProvider key={kind}>
      <PageHeader title="Explore" />
      <SegmentedTabs label="Query type" tabs={tabs} value={tab} onChange={() => undefined} />
      {found.kind === 'broken' && (
        <BrokenInsight because={found.because} onStartAnew={() => setInsight(emptyInsight(kind))} />
      )}
      {found.kind === 'read' && insight.kind === 'sql' && (
        <SqlExplorer insight={insight} range={range} onChange={setInsight} />
      )}
      {found.kind === 'read' && insight.kind !== 'sql' && (
        <BuilderExplorer
          insight={insight}
          range={range}
          onChange={setInsight}
          onRange={(fromMs, toMs) =>
            setRange({ kind: 'absolute', fromIso: new Date(fromMs).toISOString(), toIso: new Date(toMs).toISOString() })
          }
        />
      )}
    </SeriesColoursProvider>
  );
}

/** Each kind of query as it was left; one that was not looked at yet takes over what this one asks about. */
function useSeenInsights(insight: Insight): (kind: InsightKind) => Insight {
  const seen = useRef(new Map<InsightKind, Insight>());
  seen.current.set(insight.kind, insight);
  return useCallback((kind) => seen.current.get(kind) ?? asKind(insight, kind), [insight]);
}
