import { failureOf } from '../../api/failure-of.ts';
import { useApi } from '../../api/use-api.ts';
import { beginsWithin } from '../../charts/time-chart/describe-bucket.ts';
import { formatShortCount } from '../../design/format/format-count.ts';
import { formatDuration } from '../../design/format/format-duration.ts';
import { formatPercent } from '../../design/format/format-number.ts';
import { isClearCountChange, isClearRateChange, isEnough } from '../../design/format/is-clear-change.ts';
import { StatTile } from '../../design/primitives/stat-tile.tsx';
import textStyles from '../../design/primitives/text.module.css';
import { intervalOfRange } from '../../insights/interval-of-range.ts';
import { endsNow } from '../../navigation/time-range.ts';
import type { RangeBounds } from '../../navigation/use-bounds.ts';
import { usePageHref } from '../../navigation/use-page-href.ts';
import styles from './overview.module.css';
import { type Counted, useActivity } from './use-activity.ts';

const startsOf = (series: readonly { readonly at: string }[] | undefined): number[] | undefined =>
  series?.map(({ at }) => Date.parse(at));

interface TileProps {
  readonly bounds: RangeBounds;
}

/** Each asks for itself, so that one that is slow or fails leaves the others alone. */
export function OverviewTiles({ bounds }: TileProps) {
  return (
    <section className={styles.tiles} aria-label="At a glance">
      <ActivityTile counted="people" label="Active users" bounds={bounds} />
      <ActivityTile counted="events" label="Events" bounds={bounds} />
      <CrashFreeTile bounds={bounds} />
      <ColdStartTile bounds={bounds} />
    </section>
  );
}

interface ActivityTileProps extends TileProps {
  readonly counted: Counted;
  readonly label: string;
}

function ActivityTile({ counted, label, bounds }: ActivityTileProps) {
  const href = usePageHref();
  const { result, activity, before } = useActivity(counted, bounds);
  return (
    <StatTile
      label={label}
      value={activity?.total}
      before={before}
      against={bounds.against}
      good={isClearCountChange(activity?.total, before) ? 'up' : undefined}
      sparkline={activity?.points.map(({ value }) => value)}
      isFirstIncomplete={beginsWithin(
        activity?.points.map(({ atMs }) => atMs),
        Date.parse(bounds.from),
      )}
      isLastIncomplete={endsNow(bounds.range)}
      isLoading={result.isPending}
      error={failureOf(result, `Couldn't load ${label.toLowerCase()}`)}
      href={counted === 'people' ? href('/people') : href('/data')}
      footer={counted === 'people' ? <span className={textStyles.faint}>unique users</span> : undefined}
    />
  );
}

function CrashFreeTile({ bounds }: TileProps) {
  const href = usePageHref();
  const { from, to, before, against, range } = bounds;
  const result = useApi('/v1/crashes/health', { query: { from, to, interval: intervalOfRange(range) } });
  const earlier = useApi('/v1/crashes/health', { query: before });
  const { data } = result;
  return (
    <StatTile
      label="Crash-free sessions"
      value={data?.crash_free_sessions?.rate ?? null}
      format={(value) => formatPercent(value, 2)}
      before={earlier.data === undefined ? undefined : (earlier.data.crash_free_sessions?.rate ?? null)}
      against={against}
      good={isClearRateChange(data?.crash_free_sessions, earlier.data?.crash_free_sessions) ? 'up' : undefined}
      changeIn="points"
      of={formatShortCount(data?.sessions ?? 0, 'session')}
      sparkline={data?.series?.map((point) => point.crash_free_sessions?.rate ?? null)}
      isFirstIncomplete={beginsWithin(startsOf(data?.series), Date.parse(from))}
      isLastIncomplete={endsNow(range)}
      isLoading={result.isPending}
      error={failureOf(result, "Couldn't load sessions")}
      href={href('/crashes')}
    />
  );
}

const coldStart = { metric_type: 'startup', metric_name: 'cold_start' } as const;

function ColdStartTile({ bounds }: TileProps) {
  const href = usePageHref();
  const { from, to, against, range } = bounds;
  const query = { from, to, ...coldStart, interval: intervalOfRange(range), limit: 1 };
  const result = useApi('/v1/performance/summary', { query });
  const metric = result.data?.[0];
  return (
    <StatTile
      label="Cold start p95"
      value={metric?.p95 ?? null}
      format={formatDuration}
      before={result.data === undefined ? undefined : (metric?.previous?.p95 ?? null)}
      against={against}
      good={isEnough(metric?.count, metric?.previous?.count) ? 'down' : undefined}
      of={formatShortCount(metric?.count ?? 0, 'start')}
      sparkline={metric?.series?.map((point) => point.p95)}
      isFirstIncomplete={beginsWithin(startsOf(metric?.series), Date.parse(from))}
      isLastIncomplete={endsNow(range)}
      isLoading={result.isPending}
      error={failureOf(result, "Couldn't load cold starts")}
      href={href('/performance', { metric: coldStart.metric_name, type: coldStart.metric_type })}
    />
  );
}
