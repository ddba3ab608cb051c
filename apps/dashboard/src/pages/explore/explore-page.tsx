import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useEnvironment } from '../../api/environment.ts';
import { SeriesColoursProvider } from '../../charts/series-colours.tsx';
import { SegmentedTabs } from '../../design/inputs/segmented-tabs.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { useTimeZone } from '../../design/primitives/time-zone.tsx';
import { PrintFacts } from '../../design/print/print-facts.tsx';
import { rangeWords } from '../../design/range-picker/time-range.ts';
import { storedLongInsights } from '../../insights/address/long-insights.ts';
import { writeExplore } from '../../insights/address/write-explore.ts';
import { asKind, emptyInsight, emptySeries, type Insight, type InsightKind } from '../../insights/insight.ts';
import { usePageHref } from '../../navigation/use-page-href.ts';
import { type SearchChange, usePageSearch } from '../../navigation/use-page-search.ts';
import { useRange } from '../../navigation/use-range.ts';
import { BrokenInsight } from './broken-insight.tsx';
import { BuilderExplorer } from './builder-explorer.tsx';
import { type ExploreSearch, type ExploreTab, exploreTabs, kindOfTab, readExplore } from './explore-search.ts';
import { SqlExplorer } from './sql-explorer.tsx';
import { useFirstEvent } from './use-first-event.ts';

const tabLabels: Readonly<Record<ExploreTab, string>> = {
  trends: 'Trends',
  funnel: 'Funnel',
  retention: 'Retention',
  paths: 'Paths',
  lifecycle: 'Lifecycle',
  stickiness: 'Stickiness',
  distribution: 'Distribution',
  sql: 'SQL',
};

const long = storedLongInsights(localStorage);
const read = (raw: Readonly<Record<string, unknown>>): ExploreSearch => readExplore(raw, long);

export function ExplorePage() {
  const [{ tab, read: found, isNew, hasRange, people }, changeSearch] = usePageSearch(read);
  const [range, setRange] = useRange();
  const href = usePageHref();
  const { environment } = useEnvironment();
  const timeZone = useTimeZone();
  const kind = kindOfTab[tab];
  const insight = found.kind === 'read' ? found.insight : emptyInsight(kind);
  const seen = useSeenInsights(insight);
  const setInsight = useCallback(
    // The number whose people are listed belongs to the query that was.
    (next: Insight, how?: SearchChange) =>
      changeSearch({ ...writeExplore(next, long), people: undefined } as never, how),
    [changeSearch],
  );
  const start = useCallback(
    (event: string) => {
      const first = { ...emptyInsight('timeseries'), series: [{ ...emptySeries, event }] };
      const range = hasRange ? {} : { range: '30d' };
      changeSearch({ ...writeExplore(first, long), ...range } as never, { isReplaced: true });
    },
    [changeSearch, hasRange],
  );
  const isStarting = useStart(isNew && kind === 'timeseries', start);
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
      <PrintFacts facts={[environment.name, ...(kind === 'sql' ? [] : [rangeWords(range, timeZone)])]} />
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
          isStarting={isStarting}
          people={people}
          onPeople={(at) => changeSearch({ people: at } as never)}
          onRange={(fromMs, toMs) =>
            setRange({ kind: 'absolute', fromIso: new Date(fromMs).toISOString(), toIso: new Date(toMs).toISOString() })
          }
        />
      )}
    </SeriesColoursProvider>
  );
}

/** The page opens with the most frequent event, unless another one was selected first. */
function useStart(isNew: boolean, onStart: (event: string) => void): boolean {
  const first = useFirstEvent(isNew);
  useEffect(() => {
    if (isNew && first !== undefined) onStart(first);
  }, [isNew, first, onStart]);
  return isNew && first !== undefined;
}

/** Each kind of query as it was left; one that was not looked at yet takes over what this one asks about. */
function useSeenInsights(insight: Insight): (kind: InsightKind) => Insight {
  const seen = useRef(new Map<InsightKind, Insight>());
  seen.current.set(insight.kind, insight);
  return useCallback((kind) => seen.current.get(kind) ?? asKind(insight, kind), [insight]);
}
