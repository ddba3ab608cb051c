import { useMemo } from 'react';
import { useApi } from '../../api/use-api.ts';
import { Panel } from '../../design/layout/panel.tsx';
import { InsightBuilder } from '../../insights/builders/insight-builder.tsx';
import type { Insight } from '../../insights/insight.ts';
import { useInsightResult } from '../../insights/results/use-insight-result.ts';
import type { TimeRange } from '../../navigation/time-range.ts';
import type { SearchChange } from '../../navigation/use-page-search.ts';
import { useTimeMarkers } from '../../navigation/use-time-markers.ts';
import styles from './explore.module.css';
import { ResultPanel } from './result-panel.tsx';
import { StartWithEvent } from './start-with-event.tsx';
import { useNoteRecent } from './use-recent.ts';

export interface BuilderExplorerProps {
  readonly insight: Exclude<Insight, { kind: 'sql' }>;
  readonly range: TimeRange;
  readonly onChange: (insight: Insight, how?: SearchChange) => void;
  readonly onRange: (fromMs: number, toMs: number) => void;
}

/** The query on the left, its answer on the right. */
export function BuilderExplorer({ insight, range, onChange, onRange }: BuilderExplorerProps) {
  const answer = useInsightResult(insight, range);
  const bounds = useMemo(() => {
    const [result] = answer.result?.results ?? [];
    return result?.kind === 'timeseries' ? { from: result.fromIso, to: result.toIso } : undefined;
  }, [answer.result]);
  const markers = useTimeMarkers(bounds);
  const hasEvents = useHasEvents();
  useNoteRecent(answer);
  return (
    <div className={styles.explorer}>
      <div className={styles.question}>
        <Panel title="Query">
          <InsightBuilder insight={insight} onChange={onChange} range={range} />
        </Panel>
      </div>
      <ResultPanel
        insight={insight}
        range={range}
        result={answer}
        markers={markers}
        onChange={onChange}
        onRange={onRange}
        unfinished={<StartWithEvent insight={insight} onChange={onChange} hasEvents={hasEvents} />}
      />
    </div>
  );
}

/** Undefined until it is known. */
function useHasEvents(): boolean | undefined {
  const { data } = useApi('/v1/events/catalog', { query: { limit: 1 } });
  return data === undefined ? undefined : data.length > 0;
}
