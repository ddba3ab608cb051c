import type { Wire } from '@lamppost/protocol';
import { IconBolt } from '@tabler/icons-react';
import { useMemo } from 'react';
import { EmptyState } from '../../../design/feedback/empty-state.tsx';
import { SegmentedTabs } from '../../../design/inputs/segmented-tabs.tsx';
import flowStyles from '../../../design/layout/flow.module.css';
import { Panel } from '../../../design/layout/panel.tsx';
import { KeyValue } from '../../../design/primitives/key-value.tsx';
import { RelativeTime } from '../../../design/primitives/relative-time.tsx';
import { ShortNumber } from '../../../design/primitives/short-number.tsx';
import { emptyInsight, emptySeries, type TrendsInsight } from '../../../insights/insight.ts';
import { ResultView } from '../../../insights/results/result-view.tsx';
import { useInsightResult } from '../../../insights/results/use-insight-result.ts';
import { useBounds } from '../../../navigation/use-bounds.ts';
import { useTimeMarkers } from '../../../navigation/use-time-markers.ts';
import styles from '../data.module.css';
import { breakdowns } from '../event-search.ts';
import { EventProperties } from './event-properties.tsx';

export interface EventOverviewProps {
  readonly name: string;
  /** Undefined when no event of the name was ever stored here. */
  readonly entry: Wire['CatalogRow'] | undefined;
  readonly by: (typeof breakdowns)[number];
  readonly onBy: (by: (typeof breakdowns)[number]) => void;
}

const byLabels = { none: 'All', platform: 'Platform', app_version: 'Version', country: 'Country' } as const;

export function EventOverview({ name, entry, by, onBy }: EventOverviewProps) {
  const bounds = useBounds();
  const markers = useTimeMarkers(bounds, ['release']);
  const insight = useMemo(
    (): TrendsInsight => ({
      ...emptyInsight('timeseries'),
      series: [{ ...emptySeries, event: name }],
      breakdowns: by === 'none' ? [] : [by],
      chart: by === 'none' ? 'area' : 'stacked_bar',
    }),
    [name, by],
  );
  const { result, problem, run: ask } = useInsightResult(insight, bounds.range, entry !== undefined);
  if (entry === undefined) {
    return (
      <Panel>
        <EmptyState icon={<IconBolt size={28} stroke={1.4} />} title="No events with this name in this environment">
          It may be planned, sent to another environment, or quarantined by its schema. Volume and properties appear
          with the first event.
        </EmptyState>
      </Panel>
    );
  }
  return (
    <div className={styles.columns}>
      <div className={flowStyles.stack16}>
        <Panel
          title="Volume"
          actions={
            <SegmentedTabs
              label="Broken down by"
              look="pills"
              value={by}
              onChange={onBy}
              tabs={breakdowns.map((value) => ({ value, label: byLabels[value] }))}
            />
          }
          isLoading={result === undefined && problem === null}
          loadingHeight={300}
          error={
            problem === null || result !== undefined
              ? undefined
              : { title: "Couldn't load the volume", children: problem.message, onRetry: ask }
          }
        >
          {result !== undefined && (
            <ResultView result={result} insight={insight} compactHeight={260} markers={markers} />
          )}
        </Panel>
        <EventProperties name={name} entry={entry} />
      </div>
      <div className={styles.stack}>
        <Panel title="Received" description="By the time the server received them">
          <KeyValue
            items={[
              { label: 'Last 24 hours', value: <ShortNumber value={entry.count_24h} unit="events" one="event" /> },
              { label: 'Last 7 days', value: <ShortNumber value={entry.count_7d} unit="events" one="event" /> },
              { label: 'Total', value: <ShortNumber value={entry.count} unit="events" one="event" /> },
              { label: 'Last', value: <RelativeTime at={entry.last_seen} /> },
              { label: 'First', value: <RelativeTime at={entry.first_seen} /> },
            ]}
          />
        </Panel>
      </div>
    </div>
  );
}
