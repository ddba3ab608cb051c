import { useMemo } from 'react';
import { failureOf } from '../../api/failure-of.ts';
import { useApi } from '../../api/use-api.ts';
import { beginsWithin } from '../../charts/time-chart/describe-bucket.ts';
import { TimeChart } from '../../charts/time-chart/time-chart.tsx';
import { formatShortCount } from '../../design/format/format-count.ts';
import { formatPercent, formatShortNumber } from '../../design/format/format-number.ts';
import { isClearCountChange, isClearRateChange } from '../../design/format/is-clear-change.ts';
import { Panel } from '../../design/layout/panel.tsx';
import { StatTile } from '../../design/primitives/stat-tile.tsx';
import { intervalOfRange } from '../../insights/interval-of-range.ts';
import { endsNow } from '../../navigation/time-range.ts';
import type { RangeBounds } from '../../navigation/use-bounds.ts';
import { useRange } from '../../navigation/use-range.ts';
import { useTimeMarkers } from '../../navigation/use-time-markers.ts';
import styles from './crashes-page.module.css';

export interface CrashHealthProps {
  readonly bounds: RangeBounds;
  readonly version: string | undefined;
  readonly platform: string | undefined;
}

const percent = (value: number): string => formatPercent(value, 2);

/** How many sessions and people were spared. */
export function CrashHealth({ bounds, version, platform }: CrashHealthProps) {
  const { from, to, before, against, range } = bounds;
  const chosen = { app_version: version, platform };
  const [, setRange] = useRange();
  const health = useApi('/v1/crashes/health', { query: { from, to, ...chosen, interval: intervalOfRange(range) } });
  const earlier = useApi('/v1/crashes/health', { query: { ...before, ...chosen } });
  const markers = useTimeMarkers(bounds, ['release', 'flag']);
  const { data, isPending } = health;
  const series = useMemo(() => data?.series ?? [], [data]);
  const times = useMemo(() => series.map(({ at }) => Date.parse(at)), [series]);
  const sessions = useMemo(() => series.map((point) => point.crash_free_sessions?.rate ?? null), [series]);
  const people = useMemo(() => series.map((point) => point.crash_free_users?.rate ?? null), [series]);
  const lines = useMemo(
    () => [
      { name: 'Sessions', values: sessions },
      { name: 'Users', values: people },
    ],
    [sessions, people],
  );
  const hasEarlier = (earlier.data?.sessions ?? 0) > 0;
  const failure = failureOf(health, "Couldn't load session health");
  const isFirstIncomplete = beginsWithin(times, Date.parse(from));
  const isLastIncomplete = endsNow(range);
  return (
    <>
      {failure === undefined && (
        <div className={styles.tiles}>
          <StatTile
            label="Crash-free sessions"
            value={data?.crash_free_sessions?.rate ?? null}
            format={percent}
            before={earlier.data?.crash_free_sessions?.rate}
            against={against}
            good={isClearRateChange(data?.crash_free_sessions, earlier.data?.crash_free_sessions) ? 'up' : undefined}
            changeIn="points"
            of={formatShortCount(data?.sessions, 'session')}
            sparkline={sessions}
            isFirstIncomplete={isFirstIncomplete}
            isLastIncomplete={isLastIncomplete}
            isLoading={isPending}
          />
          <StatTile
            label="Crash-free users"
            value={data?.crash_free_users?.rate ?? null}
            format={percent}
            before={earlier.data?.crash_free_users?.rate}
            against={against}
            good={isClearRateChange(data?.crash_free_users, earlier.data?.crash_free_users) ? 'up' : undefined}
            changeIn="points"
            of={formatShortCount(data?.users, 'user')}
            sparkline={people}
            isFirstIncomplete={isFirstIncomplete}
            isLastIncomplete={isLastIncomplete}
            isLoading={isPending}
          />
          <StatTile
            label="Crash reports"
            value={data?.reports}
            before={earlier.data?.reports}
            against={against}
            good={hasEarlier && isClearCountChange(data?.reports, earlier.data?.reports) ? 'down' : undefined}
            isLoading={isPending}
            footer={withoutSession(data?.reports_without_session)}
          />
          <StatTile
            label="Affected users"
            value={data?.crashed_users}
            before={earlier.data?.crashed_users}
            against={against}
            good={
              hasEarlier && isClearCountChange(data?.crashed_users, earlier.data?.crashed_users) ? 'down' : undefined
            }
            sparkline={series.map((point) => point.crashed_users)}
            isFirstIncomplete={isFirstIncomplete}
            isLastIncomplete={isLastIncomplete}
            isLoading={isPending}
          />
        </div>
      )}
      <Panel
        title="Crash-free over time"
        description="Share of sessions and users without a crash"
        isLoading={isPending}
        loadingHeight={252}
        error={failure}
        empty={
          data !== undefined && data.sessions === 0
            ? {
                title: 'No sessions in this range',
                children: 'Sessions are built from events, metrics and reports with a session id.',
              }
            : undefined
        }
      >
        <TimeChart
          label="Crash-free over time"
          times={times}
          series={lines}
          markers={markers}
          formatValue={percent}
          yMax={100}
          isNear
          fromMs={Date.parse(from)}
          isLastIncomplete={isLastIncomplete}
          height={220}
          onRange={(fromMs, toMs) =>
            setRange({ kind: 'absolute', fromIso: new Date(fromMs).toISOString(), toIso: new Date(toMs).toISOString() })
          }
        />
      </Panel>
    </>
  );
}

const withoutSession = (count: number | undefined): string | undefined =>
  count === undefined || count === 0 ? undefined : `${formatShortNumber(count)} without a session`;
