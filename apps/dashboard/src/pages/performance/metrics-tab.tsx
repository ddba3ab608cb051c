import { failureOf } from '../../api/failure-of.ts';
import { useApi } from '../../api/use-api.ts';
import { Panel } from '../../design/layout/panel.tsx';
import { useBounds } from '../../navigation/use-bounds.ts';
import { chosenMetric, metricAreas } from './metric-areas.ts';
import { MetricDetail } from './metric-detail.tsx';
import { MetricMenu } from './metric-menu.tsx';
import { noMetrics } from './no-metrics.ts';
import styles from './performance.module.css';
import type { PerformanceSearch } from './performance-search.ts';

export interface PerformanceTabProps {
  readonly search: PerformanceSearch;
  readonly onChange: (change: Partial<{ [K in keyof PerformanceSearch]: PerformanceSearch[K] | undefined }>) => void;
}

export function MetricsTab({ search, onChange }: PerformanceTabProps) {
  const bounds = useBounds();
  const { from, to } = bounds;
  const { version, platform } = search;
  const summary = useApi('/v1/performance/summary', {
    query: { from, to, app_version: version, platform, limit: 100 },
  });
  const metrics = summary.data ?? [];
  const chosen = chosenMetric(metrics, search.metric, search.type);
  const failure = failureOf(summary, "Couldn't load metrics");
  if (failure !== undefined || summary.isPending || chosen === undefined) {
    return (
      <Panel
        isLoading={summary.isPending}
        loadingHeight={480}
        error={failure}
        empty={noMetrics(version !== undefined || platform !== undefined, window.location.origin)}
      />
    );
  }
  return (
    <div className={styles.columns}>
      <MetricMenu areas={metricAreas(metrics)} chosenId={chosen.id} />
      <MetricDetail
        key={chosen.id}
        metric={chosen}
        bounds={bounds}
        search={search}
        onBreakdown={(by) => onChange({ by: by === 'version' ? undefined : by })}
      />
    </div>
  );
}
