import { failureOf } from '../../../api/failure-of.ts';
import { useApi } from '../../../api/use-api.ts';
import { formatDuration } from '../../../design/format/format-duration.ts';
import { formatExactNumber, formatPercent } from '../../../design/format/format-number.ts';
import { SegmentedTabs } from '../../../design/inputs/segmented-tabs.tsx';
import { Panel } from '../../../design/layout/panel.tsx';
import { KeyValue } from '../../../design/primitives/key-value.tsx';
import { StatusBadge } from '../../../design/primitives/status-badge.tsx';
import { oneOf, usePageSearch } from '../../../navigation/use-page-search.ts';
import { healthWords, type Release } from '../release-words.ts';
import { signed, signedMs } from './signed.ts';

const windows = { '1h': 60, '24h': 1440, '7d': 10_080 } as const;
type WindowName = keyof typeof windows;
const readWindow = (raw: Readonly<Record<string, unknown>>): { window: WindowName } => ({
  window: oneOf(raw.window, ['1h', '24h', '7d'], '24h'),
});

/** How the release did in the last hour, day or week, against the one before at the same time. */
export function ReleaseHealth({ release }: { readonly release: Release }) {
  const [{ window }, change] = usePageSearch(readWindow);
  const health = useApi('/v1/releases/:id/health', {
    params: { id: release.id },
    query: { window_minutes: windows[window] },
  });
  const isSilent = health.error?.status === 404;
  const { data } = health;
  const words = healthWords(data?.health_status ?? null);
  return (
    <Panel
      title="Recent health"
      actions={
        <SegmentedTabs
          label="Window"
          look="pills"
          tabs={[
            { value: '1h', label: 'Last hour' },
            { value: '24h', label: '24 hours' },
            { value: '7d', label: '7 days' },
          ]}
          value={window}
          onChange={(chosen) => change({ window: chosen === '24h' ? undefined : chosen })}
        />
      }
      isLoading={health.isPending}
      loadingHeight={220}
      error={isSilent ? undefined : failureOf(health, "Couldn't load health")}
      empty={
        isSilent || data?.total_sessions === 0 ? { title: 'No sessions of this release in this window' } : undefined
      }
    >
      {data !== undefined && !isSilent && (
        <KeyValue
          items={[
            { label: 'Status', value: <StatusBadge tone={words.tone}>{words.text}</StatusBadge> },
            {
              label: 'Health score',
              value: data.health_score === null ? null : `${data.health_score.toFixed(0)} of 100`,
            },
            { label: 'Sessions', value: formatExactNumber(data.total_sessions) },
            {
              label: 'Crash-free sessions',
              value: `${formatPercent(data.crash_free_rate, 2)}${signed(data.crash_rate_delta, 'crash rate', 'points')}`,
            },
            { label: 'Failed requests', value: formatPercent(data.error_rate) },
            { label: 'Request time, p50', value: formatDuration(data.p50_api_latency_ms) },
            {
              label: 'Request time, p95',
              value: `${formatDuration(data.p95_api_latency_ms)}${signedMs(data.latency_delta_ms)}`,
            },
          ]}
        />
      )}
    </Panel>
  );
}
