import { SeriesColoursProvider } from '../../charts/series-colours.tsx';
import { SegmentedTabs } from '../../design/inputs/segmented-tabs.tsx';
import flowStyles from '../../design/layout/flow.module.css';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { usePageHref } from '../../navigation/use-page-href.ts';
import { usePageSearch } from '../../navigation/use-page-search.ts';
import { MetricsTab } from './metrics-tab.tsx';
import { NetworkTab } from './network-tab.tsx';
import styles from './performance.module.css';
import { readPerformanceSearch } from './performance-search.ts';
import { SessionFilters } from './session-filters.tsx';

export function PerformancePage() {
  const [search, change] = usePageSearch(readPerformanceSearch);
  const href = usePageHref();
  const { version, platform } = search;
  return (
    <SeriesColoursProvider>
      <PageHeader title="Performance" description="Startup, rendering and network times of your users" />
      <div className={flowStyles.stack16}>
        <div className={styles.bar}>
          <SegmentedTabs
            label="Performance views"
            value={search.tab}
            onChange={(tab) => change({ tab })}
            tabs={[
              { value: 'metrics', label: 'Metrics', href: href('/performance', { version, platform }) },
              {
                value: 'network',
                label: 'Requests',
                href: href('/performance', { tab: 'network', version, platform }),
              },
            ]}
          />
          <SessionFilters version={version} platform={platform} onChange={change} />
        </div>
        {search.tab === 'metrics' ? (
          <MetricsTab search={search} onChange={change} />
        ) : (
          <NetworkTab search={search} onChange={change} />
        )}
      </div>
    </SeriesColoursProvider>
  );
}
