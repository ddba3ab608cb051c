import { useMemo } from 'react';
import { failureOf } from '../../api/failure-of.ts';
import { useApi } from '../../api/use-api.ts';
import { DistributionChart } from '../../charts/distribution-chart.tsx';
import { TimeChart } from '../../charts/time-chart/time-chart.tsx';
import { formatPercent, formatShortNumber } from '../../design/format/format-number.ts';
import { isClearShareChange, isEnough } from '../../design/format/is-clear-change.ts';
import flowStyles from '../../design/layout/flow.module.css';
import { Panel } from '../../design/layout/panel.tsx';
import { StatTile } from '../../design/primitives/stat-tile.tsx';
import { StatusBadge } from '../../design/primitives/status-badge.tsx';
import { intervalOfRange } from '../../insights/interval-of-range.ts';
import { endsNow } from '../../navigation/time-range.ts';
import { useTimeMarkers } from '../../navigation/use-time-markers.ts';
import { distributionMarks, drawnBuckets } from './distribution-marks.ts';
import { MetricBreakdown } from './metric-breakdown.tsx';
import type { MetricDetailProps } from './metric-detail-props.ts';
import { bucketTimes, percentileSeries } from './metric-series.ts';
import { formatMetric, metricTitle, ratingOf, unitWords, verdict } from './metric-words.ts';
import styles from './performance.module.css';

export function MetricDetail({ metric, bounds, search, onBreakdown }: MetricDetailProps) {
  const { unit, metric_name, metric_type } = metric;
  const { from, to, range, against } = bounds;
  const format = (value: number): string => formatMetric(value, unit);
  const asked = { from, to, metric_type, metric_name, app_version: search.version, platform: search.platform };
  const distribution = useApi('/v1/performance/distribution', { query: asked });
  const interval = intervalOfRange(range);
  const overTime = useApi('/v1/performance/summary', { query: { ...asked, interval, limit: 1 } });
  const markers = useTimeMarkers(bounds, ['release', 'flag']);
  const points = overTime.data?.[0]?.series;
  const times = useMemo(() => bucketTimes([points ?? []]), [points]);
  const series = useMemo(() => percentileSeries(times, points ?? [], ['p50', 'p95']), [times, points]);
  const references = useMemo(
    () =>
      metric.line?.value == null || metric.line.percentile === null
        ? []
        : [{ value: metric.line.value, label: `good up to ${formatMetric(metric.line.value, unit)}` }],
    [metric.line, unit],
  );
  const rating = ratingOf(metric.rating);
  const { data } = distribution;
  return (
    <div className={flowStyles.stack16}>
      <div>
        <h2 className={styles.title}>
          <bdi>{metricTitle(metric_name)}</bdi>
          {rating !== undefined && <StatusBadge tone={rating.tone}>{rating.text}</StatusBadge>}
        </h2>
        <p className={styles.verdict}>
          {verdict(metric) ?? `Unit: ${unitWords[unit]}. No standard threshold.`}
          {metric.line !== null && ` Source: ${metric.line.source}.`}
        </p>
      </div>
      <div className={styles.tiles}>
        {(['p50', 'p75', 'p95'] as const).map((percentile) => (
          <StatTile
            key={percentile}
            label={percentile}
            value={metric[percentile]}
            format={format}
            before={metric.previous?.[percentile] ?? null}
            against={against}
            good={unit !== 'count' && isEnough(metric.count, metric.previous?.count) ? 'down' : undefined}
          />
        ))}
        <StatTile label="Values" value={metric.count} before={metric.previous?.count ?? null} against={against} />
        {metric.rate !== null && (
          <StatTile
            label={metric.rate.of === 'frames' ? 'Share of frames' : 'Share of sessions'}
            value={metric.rate.percent}
            format={(value) => formatPercent(value)}
            before={metric.previous?.rate?.percent ?? null}
            against={against}
            good={
              isClearShareChange(
                { percent: metric.rate.percent, of: metric.rate.total },
                { percent: metric.previous?.rate?.percent, of: metric.previous?.rate?.total },
              )
                ? 'down'
                : undefined
            }
            changeIn="points"
            of={`${formatShortNumber(metric.rate.total)} ${metric.rate.of}`}
          />
        )}
      </div>
      <div className={styles.pair}>
        <Panel
          title="Distribution"
          description="p50 and p95 are marked. The dashed line is the threshold."
          isLoading={distribution.isPending}
          loadingHeight={240}
          error={failureOf(distribution, "Couldn't load the distribution")}
        >
          {data !== undefined && (
            <DistributionChart
              label={`Distribution of ${metricTitle(metric_name)}`}
              buckets={drawnBuckets(data.buckets)}
              marks={distributionMarks(data)}
              scale={data.scale}
              formatValue={format}
              height={220}
            />
          )}
        </Panel>
        <Panel
          title="Over time"
          isLoading={overTime.isPending}
          loadingHeight={240}
          error={failureOf(overTime, "Couldn't load the metric over time")}
        >
          <TimeChart
            label={`${metricTitle(metric_name)} over time`}
            times={times}
            series={series}
            markers={markers}
            references={references}
            formatValue={format}
            isLastIncomplete={endsNow(range)}
            height={220}
          />
        </Panel>
      </div>
      <MetricBreakdown metric={metric} bounds={bounds} search={search} onBreakdown={onBreakdown} />
    </div>
  );
}
